"""Reading a model that anyone may have sent: bounded, checked, shapes inferred, with a report.

Bytes are measured before they are parsed (`wire_format`), the parsed file is checked before
anything is built from it (`structure`), and shapes are inferred by our own Python
(`inference`): no native code but the protobuf parser sees a file that was not checked.
"""
