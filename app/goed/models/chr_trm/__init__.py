"""CHR-TRM, the character transformer of the SIGMORPHON 2022 neural baseline (Wu et al., 2021), in PyTorch.

`learner` is what a run calls. Only `settings` may be imported where torch is missing.
"""
