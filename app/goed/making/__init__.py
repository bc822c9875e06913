"""What `goed make` does: it makes a study from its declaration, a TOML file.

The declaration says everything from items to report. The stages (`stages.py`) call sources, splits, runs and report as
the single commands do; only goed.commands.make calls them. A new key of declarations is a field in `declaration.py` and
its check in `declaration_file.py`; what is special to corpora stands in `declared_corpora.py` and `corpus_stages.py`.
"""
