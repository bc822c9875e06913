CREATE TABLE declaration (     -- a file that `goed make` made this study from; the newest row is the one that holds
    id      INTEGER PRIMARY KEY,
    made_at TEXT NOT NULL,     -- UTC, ISO 8601: when it was first taken up
    name    TEXT NOT NULL,     -- of the file: kodner2023.toml
    path    TEXT NOT NULL,     -- of the file as the user gave it, or goed:NAME where it came with goed
    sha256  TEXT NOT NULL,     -- of the file's bytes
    text    TEXT NOT NULL,     -- the whole file
    data    TEXT NOT NULL,     -- JSON: paths that were given beside it, by --data and --frequencies
    goed    TEXT NOT NULL      -- version
) STRICT;
