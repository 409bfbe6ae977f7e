"""Five latex loops, one inside the other, from the strongest to the lightest."""

import math

from materials import CHALK, INK, OCHRE, PINE, VERMILION, rubber
from shapes import ribbon

# Colour, half length, half breadth, height of the loop and its shift: wide bands are the strong ones.
BANDS = (
    (PINE, 0.200, 0.128, 0.064, (0.000, 0.000)),
    (INK, 0.164, 0.104, 0.045, (0.024, -0.006)),
    (VERMILION, 0.130, 0.083, 0.032, (0.046, 0.002)),
    (OCHRE, 0.098, 0.062, 0.021, (0.066, -0.006)),
    (CHALK, 0.064, 0.040, 0.013, (0.088, 0.001)),
)
THICKNESS = 0.0048


def build():
    """Standing on their edges, touching at one side like the rings of a tree grown in wind."""
    return [_band(*band) for band in BANDS]


def _band(colour, half_length, half_breadth, height, shift):
    path, ups = [], []
    for step in range(240):
        angle = 2 * math.pi * step / 240
        path.append(
            (
                shift[0] + half_length * math.cos(angle),
                shift[1] + half_breadth * math.sin(angle) * (1 - 0.16 * math.cos(angle)),
                height / 2,
            )
        )
        ups.append((0, 0, 1))
    return ribbon('band', path, ups, height, THICKNESS, rubber(f'latex-{colour}', colour, 0.5), closed=True)
