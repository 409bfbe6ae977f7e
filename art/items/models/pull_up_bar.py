"""A doorway bar: two steel tubes that screw apart, foam grips, rubber cups."""

from materials import CHALK, INK, VERMILION, plain, powder_coat, rubber, steel
from shapes import lathe, place, rounded_box, rounded_profile, sharp_box

WALL = '#f6ecdb'
ROOM = '#a9b8a8'

HALF = 0.38
BAR_HEIGHT = 1.9
# Of the opening above the bar, and of the wall that it is in.
HEADROOM = 0.2
WALL_DEPTH = 0.13


def build():
    """Pressed between the posts of a door, near its top."""
    steel_tube = steel(roughness=0.2)
    coat = powder_coat('vermilion-coat', VERMILION)
    foam = rubber('foam', INK, roughness=0.9)
    cup = rubber('cup', INK, roughness=0.55)
    dark = plain('dark', '#3a3f3d', roughness=0.4, metallic=0.6)
    parts = [
        lathe('outer', rounded_profile(0.0215, -0.30, 0.16, 0.002), coat),
        lathe('inner', rounded_profile(0.0180, 0.10, HALF - 0.02, 0.002), steel_tube),
        lathe('thread', _thread(0.0168, HALF - 0.075, HALF - 0.03), dark),
        lathe('nut', rounded_profile(0.0275, HALF - 0.052, HALF - 0.028, 0.003), coat, segments=6),
        lathe('stub', rounded_profile(0.0180, -HALF + 0.02, -0.28, 0.002), steel_tube),
        lathe('collar', rounded_profile(0.0245, 0.150, 0.172, 0.003), dark),
    ]
    for low, high in ((-0.27, -0.10), (-0.03, 0.14)):
        parts.append(lathe('grip', _foam(low, high), foam))
    parts.append(lathe('cup', _cup(1), cup))
    parts.append(lathe('cup', _cup(-1), cup))
    bar = place(parts, rotation=(0, 90, 0), location=(0, 0, BAR_HEIGHT))
    return bar + _doorway()


def _doorway():
    """A wall with a painted frame, and the room behind: all of it runs out of the picture."""
    paint = plain('paint', CHALK, roughness=0.55, specular=0.4)
    wall = plain('wall', WALL, roughness=0.9, specular=0.1)
    half, top = HALF + 0.003, BAR_HEIGHT + HEADROOM
    lining, trim, trim_depth = 0.028, 0.085, 0.018
    front = -WALL_DEPTH / 2
    parts = []

    def board(material, low, high, bevel=0.003):
        size = tuple(b - a for a, b in zip(low, high))
        middle = tuple((a + b) / 2 for a, b in zip(low, high))
        piece = rounded_box('beyond', size, bevel, material) if bevel else sharp_box('beyond', size, material)
        parts.append(place([piece], location=middle)[0])

    for side in (-1, 1):
        near, far = sorted((side * half, side * (half + lining)))
        board(paint, (near, front - 0.004, 0), (far, -front, top + lining))
        near, far = sorted((side * (half + 0.006), side * (half + trim)))
        board(paint, (near, front - trim_depth, 0), (far, front, top + trim), 0.005)
        near, far = sorted((side * (half + lining), side * 3))
        board(wall, (near, front, 0), (far, -front, top + lining), 0)
    board(paint, (-half, front - 0.004, top), (half, -front, top + lining))
    board(paint, (-half - 0.006, front - trim_depth, top + 0.006), (half + 0.006, front, top + trim), 0.005)
    board(wall, (-3, front, top + lining), (3, -front, 4), 0)
    board(plain('room', ROOM, roughness=0.9, specular=0.1), (-4, 1.4, 0), (4, 1.5, 4), 0)
    return parts


def _foam(low, high):
    """Ribbed, with rounded ends."""
    profile = [(0.0216, low), (0.0275, low + 0.001), (0.0300, low + 0.005)]
    ribs = round((high - low - 0.014) / 0.007)
    for rib in range(ribs):
        start = low + 0.007 + rib * (high - low - 0.014) / ribs
        step = (high - low - 0.014) / ribs / 4
        profile += [
            (0.0304, start),
            (0.0309, start + step),
            (0.0309, start + 2 * step),
            (0.0296, start + 3.2 * step),
        ]
    return profile + [(0.0300, high - 0.005), (0.0275, high - 0.001), (0.0216, high)]


def _thread(radius, low, high):
    turns = 14
    pitch = (high - low) / turns
    profile = [(0, low)]
    for turn in range(turns):
        profile += [(radius - 0.0012, low + turn * pitch), (radius, low + (turn + 0.5) * pitch)]
    return profile + [(0, high)]


def _cup(side):
    """Bell-shaped foot that presses against the door frame."""
    outline = (
        (0.0, 0.028),
        (0.0185, 0.028),
        (0.0195, 0.024),
        (0.0225, 0.018),
        (0.0310, 0.010),
        (0.0400, 0.006),
        (0.0440, 0.004),
        (0.0450, 0.001),
        (0.0440, -0.002),
        (0.0400, -0.003),
        (0.0, -0.003),
    )
    return [(radius * 1.2, side * (HALF - height)) for radius, height in outline]
