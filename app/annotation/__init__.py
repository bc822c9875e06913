"""What a person judges: cases, their differences, acts and queues, without a screen."""
