"""The page of the report: HTML that needs nothing else."""
