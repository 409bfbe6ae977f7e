"""No item but the brand's own sign: an arc and the ball that travels on it."""

import math

from materials import OCHRE, VERMILION, leather, powder_coat
from shapes import ball, place, tube

RADIUS = 0.2
BAR = 0.03


def build():
    """A bar bent to four fifths of a circle; the ball has just left it."""
    path = [
        (RADIUS * math.cos(a), 0, RADIUS * math.sin(a))
        for a in (math.radians(degrees) for degrees in range(88, 374, 2))
    ]
    arc = tube('arc', path, BAR, powder_coat('vermilion-coat', VERMILION), segments=48)
    angle = math.radians(50)
    ochre = ball('ball', 0.05, leather('ochre', OCHRE))
    place([ochre], location=(RADIUS * 1.05 * math.cos(angle), 0, RADIUS * 1.05 * math.sin(angle)))
    return [arc, ochre]
