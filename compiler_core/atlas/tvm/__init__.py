"""Page 8 of the atlas: TVM's fusion beside ours, and schedules with their conditions."""
