"""Tables and settings as files: csv, tsv, jsonl, parquet and TOML, read with line numbers and written safely.

Everything above may call it, and it imports nothing of goed but errors. A new format is a reader in `files`.
"""
