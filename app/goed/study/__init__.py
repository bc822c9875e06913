"""The study: one SQLite file, and all that reads or writes it.

SQL stands here and nowhere else. `study` opens the file; each other module holds one kind of thing in it (items,
splits, runs, predictions, outputs, acts, judgements …) or one thing done to it (check, merge, backups). Apart from
helpers such as `errors`, it imports only the values that models take and give; every room above calls it. A new table
needs a migration (`schema`) and a module here.
"""
