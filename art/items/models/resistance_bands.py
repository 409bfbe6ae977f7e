"""One latex loop: the wider it is, the stronger."""

import math

from materials import OCHRE, PINE, VERMILION, rubber
from shapes import ribbon

# Colour and height of the loop on its edge.
STRENGTHS = {'light': (OCHRE, 0.021), 'medium': (VERMILION, 0.034), 'strong': (PINE, 0.064)}
HALF_LENGTH = 0.200
HALF_BREADTH = 0.110
THICKNESS = 0.0048


def build(strength):
    """The loop of one option, standing on its edge."""
    colour, height = STRENGTHS[strength]
    path, ups = [], []
    for step in range(240):
        angle = 2 * math.pi * step / 240
        path.append(
            (
                HALF_LENGTH * math.cos(angle),
                HALF_BREADTH * math.sin(angle) * (1 - 0.16 * math.cos(angle)),
                height / 2,
            )
        )
        ups.append((0, 0, 1))
    latex = rubber('latex', colour, 0.5)
    return [ribbon('band', path, ups, height, THICKNESS, latex, closed=True)]
