"""A speed rope: beech handles, steel bearings, a coated cord laid in three turns."""

import math

from materials import INK, VERMILION, plain, rubber, steel, wood
from shapes import lathe, place, smooth, tube

CORD_RADIUS = 0.0028
HALF_LENGTH = 0.086
AXIS_HEIGHT = 0.0159
RIGHT = (0.0, -0.05)
LEFT = (0.008, 0.02)
HANDLE = (
    (0.0, 0.0),
    (0.010, 0.0),
    (0.0135, 0.002),
    (0.0155, 0.006),
    (0.0158, 0.014),
    (0.0140, 0.040),
    (0.0125, 0.080),
    (0.0122, 0.105),
    (0.0132, 0.128),
    (0.0138, 0.140),
    (0.0130, 0.146),
    (0.0105, 0.149),
    (0.0, 0.149),
)

COLLAR = ((0, 0.149), (0.0085, 0.149), (0.0085, 0.158), (0.006, 0.161), (0, 0.161))
BEARING = ((0, 0.161), (0.0045, 0.161), (0.0045, 0.170), (0.003, 0.172), (0, 0.172))


def build():
    """The handles lie inside the coil, one behind the other, mouths apart."""
    materials = {'wood': wood('beech', scale=(110, 110, 6)), 'steel': steel(), 'grip': rubber('grip', INK)}
    right = _laid(materials, middle=RIGHT, direction=13)
    left = _laid(materials, middle=LEFT, direction=167)
    cord = tube('cord', smooth(_path(), 12), CORD_RADIUS, plain('cord', VERMILION, roughness=0.35))
    return left + right + [cord]


def _laid(materials, middle, direction):
    angle = math.radians(direction)
    butt = (middle[0] - HALF_LENGTH * math.cos(angle), middle[1] - HALF_LENGTH * math.sin(angle))
    return place(_handle(materials), rotation=(0, 90, direction), location=(*butt, AXIS_HEIGHT))


def _handle(materials):
    """Stands on its end with the cord's mouth at the top, at the origin of the turn."""
    parts = [
        lathe('handle', HANDLE, materials['wood']),
        lathe('collar', COLLAR, materials['steel']),
        lathe('bearing', BEARING, materials['steel']),
    ]
    for height in (0.020, 0.026, 0.032):
        radius = 0.0157 - (height - 0.014) * 0.055
        ring = [(radius * math.cos(a), radius * math.sin(a), height) for a in _turn(64)]
        parts.append(tube('ring', ring, 0.0012, materials['grip'], closed=True))
    return parts


def _turn(steps):
    return [2 * math.pi * step / steps for step in range(steps)]


def _mouth(middle, direction, reach):
    angle = math.radians(direction)
    return (
        middle[0] + (HALF_LENGTH + reach) * math.cos(angle),
        middle[1] + (HALF_LENGTH + reach) * math.sin(angle),
    )


def _path():
    """From one mouth out to the coil, round it, and back into the other mouth."""
    start = [
        (*_mouth(RIGHT, 13, -0.004), AXIS_HEIGHT),
        (*_mouth(RIGHT, 13, 0.012), 0.0145),
        (0.133, -0.004, 0.006),
    ]
    end = [
        (-0.142, 0.072, 0.012),
        (-0.128, 0.047, 0.014),
        (*_mouth(LEFT, 167, 0.006), 0.0155),
        (*_mouth(LEFT, 167, -0.004), AXIS_HEIGHT),
    ]
    coil = []
    first, last = 20, 140 + 360 * 2
    for degrees in range(first, last + 1, 15):
        part = (degrees - first) / (last - first)
        wobble = 0.007 * math.sin(part * 11.0) + 0.004 * math.sin(part * 23.0 + 1)
        radius = 0.152 + 0.014 * part + wobble
        angle = math.radians(degrees)
        lift = CORD_RADIUS * (1 + 3.2 * part)
        coil.append((radius * math.cos(angle), radius * math.sin(angle) - 0.004, lift))
    return start + coil + end
