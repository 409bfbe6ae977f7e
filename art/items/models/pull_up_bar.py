"""A doorway bar: two steel tubes that screw apart, foam grips, rubber cups."""

from materials import CHALK, INK, VERMILION, plain, powder_coat, rubber, steel
from shapes import lathe, place, rounded_box, rounded_profile

HALF = 0.38
BAR_HEIGHT = 0.44


def build():
    """Pressed between two door posts."""
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
    return bar + _posts(plain('paint', CHALK, roughness=0.55, specular=0.4))


def _posts(paint):
    """A piece of door frame, so that one sees what the bar is for."""
    width, height, depth = 0.06, 0.6, 0.16
    return [
        place(
            [rounded_box('post', (width, depth, height), 0.004, paint)],
            location=(side * (HALF + 0.003 + width / 2), 0, height / 2),
        )[0]
        for side in (-1, 1)
    ]


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
