"""Linear and logistic regression of accuracy, as R's lm and glm do it: terms, their names, and which are dropped."""
