"""What passes need to know: each analysis is one small module."""
