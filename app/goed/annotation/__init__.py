"""Checking labels: queues of outputs, and what one annotator says about each of them.

The terminal UI and the commands `cases`, `label`, `undo` and `audit` work through `desk.Desk`. This room may import
domains, labels and the study, and knows nothing of terminals. To add a kind of queue, start in `queue_filter` and
`queue`.
"""
