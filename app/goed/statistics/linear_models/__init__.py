"""Linear and logistic models of accuracy, as R's lm and glm fit them: columns and their names, fits, clustered errors.

Only `goed.statistics.regression` calls them. They know tables of observations, and nothing of a study.
"""
