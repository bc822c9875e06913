"""`python -m goed` is `goed`."""

from goed.commands import main

if __name__ == "__main__":
    main()
