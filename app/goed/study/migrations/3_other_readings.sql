-- Older classifiers made these. They are made again when the study is opened; people's acts are not touched.
DELETE FROM label;

UPDATE item SET gold_class = NULL;

ALTER TABLE label ADD COLUMN considered TEXT NOT NULL DEFAULT ''
    /* other readings of the form that the classifier saw, and why it did not take them */;

DROP VIEW label_table;
CREATE VIEW label_table AS     -- every output with the classifier's label, in words
SELECT item.language, item.lemma, feature_set.features, item.form AS gold, output.form AS predicted,
       label_kind.gold_class, label_kind.pred_class, label_kind.error, label_kind.flags, label_kind.rule,
       label.evidence, label.considered, label_kind.confidence, label_kind.classifier
FROM output
JOIN item ON item.id = output.item_id
JOIN feature_set ON feature_set.id = item.feature_set_id
JOIN label ON label.output_id = output.id
JOIN label_kind ON label_kind.id = label.kind_id;
