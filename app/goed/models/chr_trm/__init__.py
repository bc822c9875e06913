"""CHR-TRM, the character transformer of the SIGMORPHON 2022 neural baseline (Wu et al., 2021), in PyTorch."""
