"""A pair of elastic wraps: one rolled up, one half open."""

import math

from materials import INK, VERMILION, webbing
from shapes import place, ribbon, smooth, tube

WIDTH = 0.075
THICKNESS = 0.0024
PITCH = 0.0031
# Away from the end of the cloth, and up from its middle.
THUMB_LOOP = (
    (0.0012, 0.012),
    (0.02, 0.014),
    (0.036, 0.008),
    (0.041, 0.0),
    (0.036, -0.008),
    (0.02, -0.014),
    (0.0012, -0.012),
)


def build():
    """Both stand on their edges."""
    cloth = webbing('cloth', VERMILION, across='Z', pitch=0.0024)
    edge = webbing('edge', INK, across='Z', pitch=0.0024)
    rolled = _wrap(cloth, edge, turns=8.0, tail=0.004)
    place(rolled, rotation=(0, 0, 196), location=(-0.052, 0.062, 0))
    opened = place(_wrap(cloth, edge, turns=5.55, tail=0.15), location=(-0.02, -0.045, 0))
    return rolled + opened


def _wrap(cloth, edge, turns, tail):
    spiral = []
    inner = 0.011
    steps = int(turns * 64)
    for step in range(steps + 1):
        angle = 2 * math.pi * step / 64
        radius = inner + PITCH * angle / (2 * math.pi)
        spiral.append((radius * math.cos(angle), radius * math.sin(angle), 0))
    last = 2 * math.pi * steps / 64
    radius = inner + PITCH * last / (2 * math.pi)
    out = (-math.sin(last), math.cos(last))
    side = (math.cos(last), math.sin(last))
    for step in range(1, 41):
        part = step / 40
        reach = tail * part
        bend = 0.10 * tail * math.sin(part * math.pi * 1.6)
        spiral.append(
            tuple((radius + bend) * s + reach * o for s, o in zip(side, out)) + (0,)
        )
    ups = [(0, 0, 1)] * len(spiral)
    parts = []
    for height, width, material, grow in (
        (WIDTH / 2, WIDTH - 0.014, cloth, 0),
        (0.0042, 0.0078, edge, 0.0002),
        (WIDTH - 0.0042, 0.0078, edge, 0.0002),
    ):
        path = [(x, y, height) for x, y, _ in spiral]
        parts.append(ribbon('wrap', path, ups, width, THICKNESS + grow, material))
    if tail > 0.05:
        parts.append(_thumb_loop(spiral, edge))
    return parts


def _thumb_loop(spiral, material):
    end = spiral[-1]
    way = (end[0] - spiral[-2][0], end[1] - spiral[-2][1])
    length = math.hypot(*way)
    way = (way[0] / length, way[1] / length)
    thumb = [
        (end[0] + way[0] * d, end[1] + way[1] * d, WIDTH / 2 + h)
        for d, h in THUMB_LOOP
    ]
    return tube('thumb', smooth(thumb, 10), 0.0022, material)
