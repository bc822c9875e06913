"""Learners: goed's own models, and external commands.

A learner takes a `Task` and gives `Answers` (`interface`); one of a corpus takes a `TextTask` and gives `TokenAnswers`
(`text`). It knows nothing of the study and runs in whatever process `goed.runs` starts. The neural learners import
torch and numba, those of `dependencies` numba. To add one, write a file with a function of a task, and name it in a
`Model` where the domain lists its models.
"""
