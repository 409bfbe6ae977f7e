"""A pair of low parallel bars: beech rails on bent steel feet."""

import math

from materials import INK, PINE, powder_coat, rubber, steel, wood
from shapes import bent, lathe, place, rounded_profile, tube

RAIL_LENGTH = 0.46
RAIL_RADIUS = 0.02
HEIGHT = 0.2
FOOT_SPREAD = 0.125
FOOT_INSET = 0.075


def build():
    """Two bars, side by side."""
    materials = {
        'rail': wood('beech'),
        'foot': powder_coat('pine-coat', PINE),
        'cap': rubber('cap', INK),
        'bolt': steel(),
    }
    near = place(_bar(materials), location=(0, -0.19, 0))
    far = place(_bar(materials), location=(0.03, 0.19, 0), rotation=(0, 0, 5))
    return near + far


def _bar(materials):
    parts = place(
        [
            lathe(
                'rail',
                rounded_profile(RAIL_RADIUS, -RAIL_LENGTH / 2, RAIL_LENGTH / 2, 0.006),
                materials['rail'],
            )
        ],
        rotation=(0, 90, 0),
        location=(0, 0, HEIGHT),
    )
    for end in (-1, 1):
        parts += _foot(end * (RAIL_LENGTH / 2 - FOOT_INSET), materials)
    return parts


def _foot(x, materials):
    """A steel tube bent into an A that holds the rail from below."""
    top = HEIGHT - RAIL_RADIUS - 0.006
    corners = [(x, -FOOT_SPREAD, 0.014), (x, -0.045, top), (x, 0.045, top), (x, FOOT_SPREAD, 0.014)]
    parts = [tube('foot', bent(corners, 0.05), 0.0125, materials['foot'])]
    for side in (-1, 1):
        parts.append(_cap(x, side, materials['cap']))
    saddle = [
        (x, (RAIL_RADIUS + 0.003) * math.sin(a), HEIGHT - (RAIL_RADIUS + 0.003) * math.cos(a))
        for a in [math.radians(d) for d in range(-75, 76, 5)]
    ]
    parts.append(tube('saddle', saddle, 0.0075, materials['foot']))
    return parts


def _cap(x, side, material):
    lower = (x, side * FOOT_SPREAD, 0.0155)
    upper = (x, side * (FOOT_SPREAD - 0.018), 0.05)
    return tube('cap', [lower, upper], 0.0155, material)
