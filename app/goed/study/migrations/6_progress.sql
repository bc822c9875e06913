CREATE TABLE run_progress (    -- how far a run is that is at work: epoch 12 of 60
    run_id       INTEGER PRIMARY KEY REFERENCES run(id) ON DELETE CASCADE,
    runner_id    INTEGER NOT NULL, -- who told; it holds while the run is still theirs
    unit         TEXT NOT NULL,    -- what is counted: epoch, update
    n_done       INTEGER NOT NULL,
    n_most       INTEGER NOT NULL, -- a training may end before
    accuracy     REAL,             -- of the last check, 0 to 1, of the items that the run selects on
    best         REAL,             -- of the checkpoint that would be taken now
    seconds_left REAL,
    all_left     REAL              -- seconds until all is done that the runner was called for
) STRICT;
