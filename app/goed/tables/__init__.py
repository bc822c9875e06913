"""Files of tables and settings: csv, tsv, jsonl, parquet and TOML.

They are read with line numbers, and written safely. Everything above may call this room; of goed it imports only
errors. A new format is a reader in `files`.
"""
