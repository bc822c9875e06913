"""CLUZH, the neural transducer of edit actions of SIGMORPHON 2022, in PyTorch, with loops that numba compiles.

`learner` is what a run calls. Only `settings` may be imported where torch is missing.
"""
