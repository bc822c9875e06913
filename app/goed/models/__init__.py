"""The learners: what goes into a model and comes out (`interface`), the built-in ones, and commands of the user's.

Nothing here knows of a study; a learner is given a task and gives answers, in whatever process `goed.runs` puts it.
torch and numba are imported only by the neural learners. A new learner is a file with a function of a `Task`, and a
`Model` that names it where the domain lists its models.
"""
