"""A bottle of liquid chalk: white, with a printed band and a flip top."""

from materials import CHALK, INK, OCHRE, PINE, plain
from shapes import lathe, place, rounded_profile, smooth

RADIUS = 0.0275
# Radius by height, from the foot to the neck.
OUTLINE = (
    (0.0, 0.0),
    (0.0245, 0.0),
    (0.0270, 0.0018),
    (RADIUS, 0.0060),
    (RADIUS, 0.0300),
    (RADIUS, 0.0700),
    (RADIUS, 0.1060),
    (0.0262, 0.1150),
    (0.0215, 0.1220),
    (0.0158, 0.1258),
    (0.0135, 0.1275),
    (0.0135, 0.1310),
)
# From, to, and colour of what is printed around it.
PRINT = ((0.026, 0.092, PINE), (0.094, 0.097, OCHRE), (0.056, 0.0585, CHALK), (0.0625, 0.0650, CHALK))


def build():
    """The bottle, and its cap beside the middle of the picture."""
    white = plain('bottle', '#f3f1ec', roughness=0.34, specular=0.5, clearcoat=0.1)
    cap = plain('cap', INK, roughness=0.4)
    corners = [OUTLINE[0], OUTLINE[1]]
    curve = [(p.x, p.z) for p in smooth([(r, 0, h) for r, h in OUTLINE[1:]], 10)]
    parts = [lathe('bottle', [corners[0]] + curve, white)]
    for index, (low, high, colour) in enumerate(PRINT):
        # Each layer of ink stands a hair proud of the one below.
        reach = RADIUS + 0.0002 + 0.0001 * index
        paint = plain(f'print-{index}', colour, roughness=0.45)
        parts.append(lathe('print', [(reach, low), (reach, high)], paint))
    parts.append(lathe('cap', rounded_profile(0.0172, 0.1296, 0.1500, 0.0022), cap))
    parts.append(lathe('lid', rounded_profile(0.0168, 0.1506, 0.1590, 0.0026), cap))
    return place(parts, rotation=(0, 0, 30))
