"""How a study file says what it is; apart from the schema, so that opening a study need not load sqlite-utils."""

APPLICATION_ID = 0x676F6564  # "goed"
SCHEMA_VERSION = 9  # one more with each migration
