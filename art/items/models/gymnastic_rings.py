"""Two birch rings on woven straps, hung from above the picture."""

import math

from materials import OCHRE, PINE, plywood, steel, webbing
from shapes import bent, place, ribbon, rounded_box, smooth, tube

RING_RADIUS = 0.1
WOOD_RADIUS = 0.0155
STRAP_WIDTH = 0.036
STRAP_THICKNESS = 0.0022
HANG = 1.4


def build():
    """The pair as it hangs, the second a little further and turned."""
    materials = {
        'ring': plywood('birch', axis='Z'),
        'strap': webbing('strap', PINE, across='Z', pitch=0.0034),
        'mark': webbing('mark', OCHRE, across='Z', pitch=0.0034),
        'buckle': steel(),
    }
    left = place(_hanging(materials), rotation=(0, 0, -14), location=(-0.12, 0, 0.05))
    right = place(_hanging(materials), rotation=(0, 0, 20), location=(0.12, 0.04, 0.09))
    return left + right


def _hanging(materials):
    circle = [
        (RING_RADIUS * math.cos(a), RING_RADIUS * math.sin(a), 0)
        for a in (2 * math.pi * step / 160 for step in range(160))
    ]
    ring = place(
        [tube('ring', circle, WOOD_RADIUS, materials['ring'], segments=40, closed=True)],
        rotation=(90, 0, 0),
        location=(0, 0, RING_RADIUS + WOOD_RADIUS),
    )
    return ring + _strap(materials)


def _strap(materials):
    """Round the top of the ring, both ends up through the buckle and out of the picture."""
    top = 2 * RING_RADIUS + WOOD_RADIUS
    grip = WOOD_RADIUS + STRAP_THICKNESS
    half_turn = [
        (0, -grip * math.cos(a), top - grip * math.sin(a))
        for a in (math.pi * step / 24 for step in range(25))
    ]
    front = [(0, -0.0032, HANG), (0, -0.0032, 0.31), (0, -0.006, 0.27), (0, -0.013, 0.235)]
    back = [(0, 0.013, 0.235), (0, 0.006, 0.27), (0, 0.0032, 0.31), (0, 0.0032, HANG)]
    path = smooth(front, 10) + half_turn + smooth(back, 10)
    ups = [(1, 0, 0)] * len(path)
    strap = ribbon('beyond-strap', path, ups, STRAP_WIDTH, STRAP_THICKNESS, materials['strap'])
    return [strap] + _buckle(materials['buckle']) + _marks(materials['mark'])


def _buckle(material):
    """A cam buckle: the frame, and the lever that bites the strap."""
    frame = _wire_frame(0.056, 0.036, 0.0032, material)
    place(frame, rotation=(90, 0, 0), location=(0, -0.0032, 0.335))
    lever = place(
        [rounded_box('lever', (0.041, 0.009, 0.024), 0.0035, material)],
        rotation=(-14, 0, 0),
        location=(0, -0.0105, 0.339),
    )
    return frame + lever


def _wire_frame(width, height, radius, material):
    """A closed rectangle of round wire."""
    x, y = width / 2 - radius, height / 2 - radius
    corners = [(0, -y, 0), (x, -y, 0), (x, y, 0), (-x, y, 0), (-x, -y, 0), (0, -y, 0)]
    return [tube('frame', bent(corners, 0.006)[:-1], radius, material, closed=True)]


def _marks(material):
    """Numbered straps have a stripe every so often, to hang both rings at one height."""
    return [
        place(
            [rounded_box('mark', (STRAP_WIDTH + 0.0006, STRAP_THICKNESS + 0.0006, 0.008), 0.001, material)],
            location=(0, -0.0032, height),
        )[0]
        for height in (0.385, 0.46)
    ]
