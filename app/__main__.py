"""`python -m app` is `goed`."""

from app.command_line import main

if __name__ == "__main__":
    main()
