"""The shape of a trajectory: arrays of right and wrong in, one word and its reasons out."""
