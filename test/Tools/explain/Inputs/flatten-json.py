"""Prints each value of the JSON document on stdin as a line `path = value`."""

import json
import sys


def flatten(value, path):
    if isinstance(value, (dict, list)) and value:
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, item in items:
            flatten(item, path + [str(key)])
    else:
        print(".".join(path), "=", json.dumps(value))


flatten(json.load(sys.stdin), [])
