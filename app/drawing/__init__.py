"""Pictures as plain records: what stands where, without HTML."""
