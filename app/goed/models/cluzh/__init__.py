"""CLUZH: SIGMORPHON 2022's neural transducer of edit actions, in PyTorch and numba.

A run calls `learner`; only `settings` can be imported without torch.
"""
