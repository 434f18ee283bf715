"""What the C or C++ source says: functions, their parameters, their loops."""
