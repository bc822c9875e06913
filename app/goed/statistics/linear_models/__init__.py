"""Linear and logistic models of accuracy, fitted as R's lm and glm do.

Only `goed.statistics.regression` calls them. They work on tables of observations, and know nothing of a study.
"""
