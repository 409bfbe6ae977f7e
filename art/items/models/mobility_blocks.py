"""Two cork blocks: one stands, one lies across."""

from materials import LIGHT_CORK, SMOKED_CORK, cork
from shapes import place, rounded_box

SIZE = (0.228, 0.12, 0.075)
SHADES = {'light': LIGHT_CORK, 'smoked': SMOKED_CORK}


def build(shade):
    """The lying block leads to the standing one."""
    grain = cork(browns=SHADES[shade])
    lying = place(
        [rounded_box('block', SIZE, 0.009, grain)],
        rotation=(0, 0, 16),
        location=(0.075, -0.075, SIZE[2] / 2),
    )
    standing = place(
        [rounded_box('block', SIZE, 0.009, grain)],
        rotation=(0, 90, 24),
        location=(-0.06, 0.065, SIZE[0] / 2),
    )
    return lying + standing
