"""How a time grows with a size, from points (size, time)."""

import math
import statistics


def fit_exponent(points):
    """The slope of log time over log size."""
    logs = [(math.log(n), math.log(t)) for n, t in points]
    mean_x = statistics.fmean(x for x, _ in logs)
    mean_y = statistics.fmean(y for _, y in logs)
    return (sum((x - mean_x) * (y - mean_y) for x, y in logs) /
            sum((x - mean_x) ** 2 for x, _ in logs))


def growth_per_doubling(points):
    """The largest ratio of neighbours, scaled to twice the size."""
    return max((t2 / t1) ** (math.log(2) / math.log(n2 / n1))
               for (n1, t1), (n2, t2) in zip(points, points[1:]))
