-- What must count nothing in a sound study. Above each query: what it means if there is something.

-- predictions without their run
SELECT count(*) FROM (SELECT DISTINCT run_part_id FROM prediction)
WHERE run_part_id NOT IN (SELECT id FROM run_part UNION SELECT run_part_id FROM staged_part);

-- predictions whose output is missing or belongs to another item
SELECT count(*) FROM prediction LEFT JOIN output ON output.id = output_id
WHERE output.item_id IS NOT prediction.item_id;

-- outputs whose item is missing
SELECT count(*) FROM output WHERE item_id NOT IN (SELECT id FROM item);

-- outputs that are marked right or wrong by mistake
SELECT count(*) FROM output JOIN item ON item.id = item_id
WHERE is_correct != (output.answer = item.gold);

-- parts of runs whose counts are wrong
SELECT count(*) FROM run_part
JOIN (
  SELECT run_part_id, count(*) AS n, sum(is_correct) AS right
  FROM prediction JOIN output ON output.id = output_id
  GROUP BY run_part_id
) ON run_part_id = run_part.id
WHERE n != n_predicted OR right != n_correct;

-- parts of runs that have lost their predictions
SELECT count(*) FROM run_part
WHERE n_predicted > 0 AND id NOT IN (
  SELECT run_part_id FROM prediction UNION SELECT run_part_id FROM token_answers
  UNION SELECT run_part_id FROM part_pack JOIN run_part ON run_part.id = run_part_id
  JOIN run ON run.id = run_id JOIN split ON split.id = split_id WHERE corpus_id != 0
);

-- packed answers that are fewer than their part says
SELECT count(*) FROM token_answers JOIN run_part ON run_part.id = run_part_id
WHERE length(answers) % width != 0 OR length(answers) / width < n_predicted;

-- layers of corpora that are longer or shorter than their tokens
SELECT count(*) FROM (
  SELECT n_tokens FROM token_layer JOIN corpus ON corpus.id = corpus_id WHERE digest NOT GLOB 'runner *'
  GROUP BY corpus_id, token_layer.name HAVING sum(length(numbers) / width) != n_tokens OR sum(length(numbers) % width)
);

-- corpora whose utterances do not follow each other
SELECT count(*) FROM (
  SELECT corpus_id FROM utterance JOIN corpus ON corpus.id = corpus_id WHERE digest NOT GLOB 'runner *'
  GROUP BY corpus_id HAVING count(*) != n_utterances OR max(position) != n_utterances - 1
    OR sum(utterance.n_tokens) != corpus.n_tokens
);

-- measures or answers without their run
SELECT count(*) FROM (
  SELECT run_part_id FROM run_measure UNION ALL SELECT run_part_id FROM circumstance
  UNION ALL SELECT run_part_id FROM token_answers UNION ALL SELECT run_part_id FROM answer_class
)
WHERE run_part_id NOT IN (SELECT id FROM run_part UNION SELECT run_part_id FROM staged_part);

-- finished runs without predictions
SELECT count(*) FROM run WHERE state = 'done' AND id NOT IN (SELECT run_id FROM run_part);

-- predictions of runs that are not done
SELECT count(*) FROM run_part JOIN run ON run.id = run_id WHERE state != 'done';

-- original bytes without their prediction
SELECT count(*) FROM prediction_bytes AS b
WHERE NOT EXISTS (SELECT 1 FROM prediction AS p WHERE p.run_part_id = b.run_part_id AND p.item_id = b.item_id);

-- scores without their prediction
SELECT count(*) FROM prediction_detail AS d
WHERE NOT EXISTS (SELECT 1 FROM prediction AS p WHERE p.run_part_id = d.run_part_id AND p.item_id = d.item_id);

-- labels of outputs that are missing
SELECT count(*) FROM label WHERE output_id NOT IN (SELECT id FROM output);

-- labels whose kind is missing
SELECT count(*) FROM label WHERE kind_id NOT IN (SELECT id FROM label_kind);

-- annotations without their act
SELECT count(*) FROM annotation
WHERE act_id NOT IN (SELECT id FROM act UNION SELECT act_id FROM staged_act);

-- annotations of outputs that are missing
SELECT count(*) FROM annotation WHERE output_id NOT IN (SELECT id FROM output);

-- samples of outputs that are missing
SELECT count(*) FROM sample_output WHERE output_id NOT IN (SELECT id FROM output);

-- labels that are counted in no place
SELECT (SELECT count(*) FROM label_change) != 1;

-- training sets that are longer than their list
SELECT count(*) FROM training_set
WHERE n_items > (SELECT count(*) FROM training_item WHERE training_item.list_id = training_set.list_id)
  + (SELECT coalesce(length(utterances) / 4, 0) FROM training_list WHERE training_list.id = training_set.list_id);

-- Values of the right type that no goed writes, be it by damage or by another program: these are not counted.

-- the settings of a model are no JSON
SELECT EXISTS (SELECT 1 FROM model WHERE NOT json_valid(settings) OR json_type(settings) != 'object');

-- the versions of a run are no JSON
SELECT EXISTS (SELECT 1 FROM run WHERE versions IS NOT NULL AND (NOT json_valid(versions)
  OR json_type(versions) != 'object'));

-- the scope of an audit is no JSON
SELECT EXISTS (SELECT 1 FROM sample WHERE NOT json_valid(scope) OR json_type(scope) != 'object');

-- what a declaration was made with is no JSON
SELECT EXISTS (SELECT 1 FROM declaration WHERE NOT json_valid(data) OR json_type(data) != 'object');

-- a model has a name that cannot be
SELECT EXISTS (SELECT 1 FROM model WHERE name = '' OR instr(name, char(0)) OR length(name) > 200);

-- an annotator has a name that cannot be
SELECT EXISTS (SELECT 1 FROM annotator WHERE name = '' OR instr(name, char(0)) OR length(name) > 200);

-- a language has a name that cannot be
SELECT EXISTS (SELECT 1 FROM split WHERE language = '' OR instr(language, char(0)) OR length(language) > 200);

-- an item has a language that cannot be
SELECT EXISTS (SELECT 1 FROM item WHERE language = '' OR instr(language, char(0)) OR length(language) > 200);

-- a sampling has a name that cannot be
SELECT EXISTS (SELECT 1 FROM split WHERE sampling = '' OR instr(sampling, char(0)) OR length(sampling) > 200);

-- an act has no moment
SELECT EXISTS (SELECT 1 FROM act WHERE julianday(made_at) IS NULL);

-- a sitting has no moment
SELECT EXISTS (SELECT 1 FROM sitting WHERE julianday(started_at) + julianday(seen_at) IS NULL);

-- a run has no moment
SELECT EXISTS (SELECT 1 FROM run WHERE started_at IS NOT NULL AND julianday(started_at) IS NULL);

-- an act is of an unknown kind
SELECT EXISTS (SELECT 1 FROM act WHERE kind NOT IN ('label', 'adjudicate', 'note', 'mark', 'import', 'undo'));

-- an item has an impossible number
SELECT EXISTS (SELECT 1 FROM item WHERE id NOT BETWEEN 0 AND 2147483647 OR NOT frequency BETWEEN 0 AND 1e300);

-- an item's features are missing
SELECT EXISTS (SELECT 1 FROM item WHERE feature_set_id NOT IN (SELECT id FROM feature_set));

-- an output has an impossible number
SELECT EXISTS (SELECT 1 FROM output WHERE id NOT BETWEEN 0 AND 2147483647 OR is_correct NOT IN (0, 1));

-- a split has an impossible number
SELECT EXISTS (SELECT 1 FROM split WHERE seed NOT BETWEEN 0 AND 2147483647);

-- a training set has an impossible size
SELECT EXISTS (SELECT 1 FROM training_set WHERE size NOT BETWEEN 0 AND 2147483647
  OR n_items NOT BETWEEN 0 AND 2147483647);

-- a run has an impossible number
SELECT EXISTS (SELECT 1 FROM run WHERE id NOT BETWEEN 0 AND 2147483647 OR size NOT BETWEEN 0 AND 2147483647
  OR training_seed NOT BETWEEN 0 AND 2147483647 OR NOT seconds BETWEEN 0 AND 1e300);

-- a kind of label has an impossible number
SELECT EXISTS (SELECT 1 FROM label_kind WHERE id NOT BETWEEN 0 AND 2147483647 OR NOT confidence BETWEEN 0 AND 1);

-- an output of an audit has an impossible probability
SELECT EXISTS (SELECT 1 FROM sample_output WHERE NOT (probability > 0 AND probability <= 1) OR n_predictions < 1);
