ALTER TABLE act ADD COLUMN clock INTEGER NOT NULL DEFAULT 0
    /* microseconds since 1970, but later than all acts that were in the file: of two acts the later one holds */;
CREATE INDEX act_clock ON act(clock);

CREATE TABLE concurrent_act (  -- two acts on the same output, done in two copies of a study: neither knew of the other
    act_id   INTEGER NOT NULL REFERENCES act(id), -- the one with the earlier clock
    other_id INTEGER NOT NULL REFERENCES act(id),
    PRIMARY KEY (act_id, other_id)
) STRICT, WITHOUT ROWID;
