CREATE INDEX item_place ON item(corpus_id, token) WHERE corpus_id != 0;
