"""Two networks node by node: which belong together, and what was changed.

No one method finds all of it, so five follow each other, each on what those before left.

1. Neighbourhoods. Each node gets a code of its operator, attributes and constants; round by round
   it takes in the codes of its makers and readers (colour refinement: Weisfeiler and Leman 1968; as
   a measure of graphs: Shervashidze et al., "Weisfeiler-Lehman Graph Kernels", JMLR 2011). A code
   that one node of each side has makes a pair; wide neighbourhoods come before narrow ones, the
   weights' content before their shape, and names between the two.
2. Steps from pairs. What stands in the same place beside both nodes of a pair, and is alike, is a
   pair too, as tools that compare programs do it (Flake, "Structural Comparison of Executable
   Objects", DIMVA 2004).
3. Alignment. Between pairs, what is left is laid side by side in an order that follows from the
   graph alone, so that the sum of likenesses is largest (Needleman and Wunsch 1970).
4. Settling. A pair that reads other results than before is given up for a free node that does
   not: a block's last node and the one before the block look alike where blocks are equal.
5. Gaps. Nodes that still have no partner, with the same pairs around them on both sides, replace
   each other: one by several is a split, several by one a fusion.

Names decide only between nodes that are alike otherwise, and only where names of pairs that were
found without them mostly agree, or, with few such pairs, nodes of one name are alike: exporters
number nodes anew.
"""
