"""Why a number of a network is what it is: the region it depends on, proven by poisoning the rest.

Start reading at `explained_element.py`.
"""
