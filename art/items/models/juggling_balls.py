"""Three stitched leather balls, filled soft enough to sit without rolling."""

import math

from mathutils import Euler, Vector

from materials import CORAL, MIDNIGHT, SAND, leather
from shapes import ball, place

RADIUS = 0.034
SEAM_DEPTH = 0.03
SEAM_WIDTH = 0.045
COLOURS = {'coral': CORAL, 'midnight': MIDNIGHT, 'sand': SAND}


def build(colour):
    """Two balls on the ground and one in front, each turned its own way, in the colour of one option."""
    spots = (
        ((-0.040, 0.012, 0), (20, 34, 10)),
        ((0.036, 0.030, 0), (-24, 60, 40)),
        ((0.014, -0.044, 0), (38, -18, 75)),
    )
    return [_ball(colour, COLOURS[colour], *spot) for spot in spots]


def _ball(name, colour, spot, turn):
    seams = Euler([math.radians(d) for d in turn]).to_matrix()
    item = ball(name, RADIUS, leather(name, colour), lambda way: _stuffed(seams @ way), detail=220)
    down = 0.9
    for vertex in item.data.vertices:
        # Flattened where it rests: the filling gives way.
        low = -RADIUS * down
        if vertex.co.z < low:
            vertex.co.z = low + (vertex.co.z - low) * 0.08
    lowest = min(vertex.co.z for vertex in item.data.vertices)
    return place([item], location=(spot[0], spot[1], -lowest))[0]


def _stuffed(way):
    """Eight panels that swell between three round seams, with stitches along them."""
    swell, groove = 1.0, 0.0
    for axis, along in ((0, 1), (1, 2), (2, 0)):
        distance = abs(way[axis])
        groove = max(groove, math.exp(-((distance / SEAM_WIDTH) ** 2)))
        angle = math.atan2(way[(axis + 2) % 3], way[(axis + 1) % 3])
        stitch = math.cos(angle * 42)
        near = math.exp(-(((distance - 0.075) / 0.02) ** 2))
        swell -= 0.010 * near * max(0.0, stitch)
    bulge = abs(Vector(way).x * way.y * way.z) * 5.196
    return swell - SEAM_DEPTH * groove + 0.02 * bulge**0.5 - 0.012
