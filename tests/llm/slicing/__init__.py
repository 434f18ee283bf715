"""What heads and logits read of earlier tokens."""
