"""Prints the first fenced block of a tag: `doc-block.py file tag`."""

import re
import sys

path, tag = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    print(re.search(rf"^```{tag}\n(.*?)^```$", file.read(), re.S | re.M)[1], end="")
