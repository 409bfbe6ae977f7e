"""Two cork blocks: one stands, one lies across."""

from materials import cork
from shapes import place, rounded_box

SIZE = (0.228, 0.12, 0.075)


def build():
    """The lying block leads to the standing one."""
    grain = cork()
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
