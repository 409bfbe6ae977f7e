"""Three clubs with wrapped handles: two stand on their tops, one lies in front."""

from materials import CHALK, CORAL, INK, MIDNIGHT, plain, rubber
from shapes import lathe, place, smooth

COLOURS = {'coral': CORAL, 'midnight': MIDNIGHT}

# Radius by height, from the flat top of the body to the knob.
OUTLINE = (
    (0.0240, 0.004),
    (0.0310, 0.016),
    (0.0405, 0.060),
    (0.0460, 0.115),
    (0.0462, 0.150),
    (0.0415, 0.195),
    (0.0320, 0.245),
    (0.0225, 0.290),
    (0.0158, 0.330),
    (0.0128, 0.370),
    (0.0118, 0.420),
    (0.0120, 0.470),
    (0.0126, 0.497),
)
BANDS = (
    (0.004, 0.060, 'body'),
    (0.060, 0.084, 'stripe'),
    (0.084, 0.225, 'body'),
    (0.225, 0.249, 'stripe'),
    (0.249, 0.330, 'body'),
    (0.330, 0.497, 'handle'),
)
TOP = ((0, 0), (0.0225, 0), (0.0245, 0.001), (0.0250, 0.0035), (0.0240, 0.006), (0, 0.006))
KNOB = (
    (0.0126, 0.492),
    (0.0150, 0.498),
    (0.0178, 0.507),
    (0.0172, 0.517),
    (0.0125, 0.524),
    (0.0, 0.5265),
)


def build(colour):
    """Clubs in the colour of one option, with light stripes."""
    stripe = plain('stripe', CHALK, roughness=0.3, clearcoat=0.4)
    handle = rubber('wrap', INK, roughness=0.7)
    clubs = [_club(COLOURS[colour], stripe, handle) for _ in range(3)]
    place(clubs[0], location=(-0.085, 0.03, 0))
    place(clubs[1], location=(0.055, 0.075, 0))
    place(clubs[2], rotation=(0, -86.2, -28), location=(0.215, -0.215, 0.0475))
    return sum(clubs, [])


def _club(colour, stripe, handle):
    body = plain(f'body-{colour}', colour, roughness=0.3, clearcoat=0.4)
    materials = {'body': body, 'stripe': stripe, 'handle': handle}
    outline = [(p.x, p.z) for p in smooth([(radius, 0, height) for radius, height in OUTLINE], 12)]
    parts = [
        lathe('top', TOP, handle),
        lathe('knob', _knob(), handle),
    ]
    for low, high, kind in BANDS:
        piece = [(radius, height) for radius, height in outline if low - 1e-6 <= height <= high + 1e-6]
        piece = [(_radius_at(outline, low), low)] + piece + [(_radius_at(outline, high), high)]
        if kind == 'handle':
            piece = [(radius + _wrap(height), height) for radius, height in piece]
        parts.append(lathe(kind, piece, materials[kind]))
    return parts


def _wrap(height):
    """The turns of the handle's tape stand a little proud of each other."""
    return 0.0007 + 0.0006 * ((height * 70) % 1)


def _knob():
    curve = smooth([(radius, 0, height) for radius, height in KNOB], 10)
    return [(0, 0.492)] + [(point.x, point.z) for point in curve]


def _radius_at(outline, height):
    for (r0, h0), (r1, h1) in zip(outline, outline[1:]):
        if h0 <= height <= h1:
            return r0 + (r1 - r0) * (height - h0) / (h1 - h0 or 1)
    return outline[0][0] if height < outline[0][1] else outline[-1][0]
