"""A class tells its subject by its name: who meets it elsewhere need not ask which one it is."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.project import PACKAGES, python_files, syntax_tree

# Words of the field that several subjects share (`Operation`, `Module`) may stand this often.
MOST_OF_A_NAME = 3


def test_a_public_class_is_the_only_one_of_its_name_in_its_folder() -> None:
    counts = Counter((path.parent, name) for path, name in public_classes())
    assert [f"{folder}: {name}" for (folder, name), count in counts.items() if count > 1] == []


def test_few_classes_share_a_name() -> None:
    counts = Counter(name for _, name in public_classes())
    assert [name for name, count in counts.items() if count > MOST_OF_A_NAME] == []


def public_classes() -> Iterator[tuple[Path, str]]:
    """File and name of each class that other modules may import."""
    for path in python_files(*PACKAGES):
        for node in syntax_tree(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                yield path, node.name
