"""The pages about chips: what is asked, the model's work, and each view's answer."""
