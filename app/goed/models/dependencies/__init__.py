"""Learners of dependencies: from text with tags, or from text alone, to a head for every word. No gold head is seen.

`catalogue` lists them. `kept_words` and `tag_reader` are what they see of a text, `dmv` is the grammar that most of
them learn; `rules`, `rank` and `baselines` learn nothing.
"""

from goed.models.dependencies.catalogue import DOMAIN as DOMAIN
from goed.models.dependencies.catalogue import LEARNERS as LEARNERS
from goed.models.dependencies.catalogue import configured as configured
from goed.models.dependencies.catalogue import learner_named as learner_named

LEARN_BY_COMMAND = "goed.models.dependencies.commands:learn_and_predict"
