"""CHR-TRM: the character transformer of the SIGMORPHON 2022 baseline, in PyTorch.

Wu et al. (2021) describe the model. A run calls `learner`; only `settings` can be imported without torch.
"""
