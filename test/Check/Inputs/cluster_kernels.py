#!/usr/bin/env python3
"""Kernels for every type, cluster and multicast mode, alone and in groups of two.

Every kernel is right: producers and consumers run the same rounds, and producers end
with a tail. With --no-tma members that a TMA fills are left out.
"""

import argparse

TYPES = {
    "async_async": ("async", "async"), "tma_async": ("tma", "async"),
    "tma_umma": ("tma", "umma"), "umma_async": ("umma", "async"),
    "async_umma": ("async", "umma"), "umma_umma": ("umma", "umma"),
}
# Members that differ in type, in merges.
MIXED = [("async_async", "tma_async"), ("async_async", "umma_async"), ("tma_async", "umma_async"),
         ("tma_umma", "async_umma"), ("tma_umma", "umma_umma"), ("async_umma", "umma_umma")]
LAYOUTS = [(1, 2, 1, 1), (1, 1, 2, 1), (1, 2, 2, 1), (1, 1, 1, 2), (1, 2, 2, 2), (1, 3, 2, 1),
           (2, 1, 1, 1), (2, 2, 1, 1), (2, 1, 2, 1), (2, 2, 2, 1), (2, 3, 1, 1)]
FEW_LAYOUTS = [(1, 2, 1, 1), (1, 2, 2, 1), (2, 1, 1, 1), (2, 2, 2, 1)]
MULTICASTS = [(1, 0), (0, 1), (1, 1)]


def warps(kind):
    return 2 if kind == "async" else 1


def kernel(types, layout, multicast, mode):
    members = range(len(types))
    text = f"pipegroup.group @g {mode} {{\n"
    for i, name in enumerate(types):
        filled = f" bytes({4096 * layout[0]})" if name.startswith("tma") else ""
        text += (f"  pipegroup.member @m{i} {name} stages(2){filled} cluster{layout} "
                 f"multicast{multicast}\n")
    tasks = []
    if mode == "fork":
        tasks.append((warps(TYPES[types[0]][0]),
                      [f"acquire @g::@m{i}" for i in members] + ["commit @g"], "tail @g"))
        for i in members:
            tasks.append((warps(TYPES[types[i]][1]), [f"wait @g::@m{i}", f"release @g::@m{i}"], ""))
    else:
        for i in members:
            tasks.append((warps(TYPES[types[i]][0]), [f"acquire @g::@m{i}", f"commit @g::@m{i}"],
                          f"tail @g::@m{i}"))
        waits = ["wait @g"] if mode == "fused_merge" else [f"wait @g::@m{i}" for i in members]
        tasks.append((warps(TYPES[types[0]][1]), waits + ["release @g"], ""))
    text += ("}\nfunc.func @kernel(%n: index) {\n  %c0 = arith.constant 0 : index\n"
             "  %c1 = arith.constant 1 : index\n  pipegroup.init @g\n"
             f"  pipegroup.specialize threads({32 * sum(task[0] for task in tasks)}) {{\n")
    first = 0
    for number, (count, body, end) in enumerate(tasks):
        text += (f"    pipegroup.task @t{number} warps({first}, {count}) {{\n"
                 "      scf.for %i = %c0 to %n step %c1 {\n"
                 + "".join(f"        pipegroup.{line}\n" for line in body)
                 + "      }\n" + (f"      pipegroup.{end}\n" if end else "") + "    }\n")
        first += count
    return text + "  }\n  return\n}\n"


def cases():
    for name in TYPES:
        for layout in LAYOUTS:
            for multicast in MULTICASTS:
                yield (name,), layout, multicast, "merge"
        for layout in FEW_LAYOUTS:
            for mode in ("merge", "fork", "fused_merge"):
                yield (name, name), layout, (1, 1), mode
    for types in MIXED:
        for layout in FEW_LAYOUTS:
            yield types, layout, (1, 1), "merge"
            yield types[::-1], layout, (1, 1), "merge"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--no-tma", action="store_true")
    args = parser.parse_args()
    kernels = [kernel(*case) for case in cases()
               # Only what has a tensor core spans pairs.
               if (case[1][0] == 1 or all("umma" in name for name in case[0]))
               and not (args.no_tma and any(name.startswith("tma") for name in case[0]))]
    print("\n// -----\n\n".join(kernels))


if __name__ == "__main__":
    main()
