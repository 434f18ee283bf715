"""What the explorer's templates print."""
