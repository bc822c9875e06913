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
WHERE n_predicted > 0 AND id NOT IN (SELECT run_part_id FROM prediction UNION SELECT run_part_id FROM token_answers);

-- packed answers that are fewer than their part says
SELECT count(*) FROM token_answers JOIN run_part ON run_part.id = run_part_id
WHERE length(answers) % width != 0 OR length(answers) / width < n_predicted;

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
WHERE n_items > (SELECT count(*) FROM training_item WHERE training_item.list_id = training_set.list_id);
