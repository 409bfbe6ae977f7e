"""Every picture of an item: the model, the option it shows, how it is turned, and how near the camera is."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Shot:
    """Degrees for `turn`; sizes are parts of the item's largest dimension, which is 1."""

    model: str
    option: str | None = None
    turn: float = 0
    fill: float = 0.74
    lift: float = 0.0
    elevation: float = 24
    focus: tuple[float, float, float] | None = None
    distance: float = 2.0


SHOTS = {
    'parallettes-1': Shot('parallettes', turn=-8),
    'parallettes-2': Shot('parallettes', turn=28, focus=(-0.2, -0.25, 0.3), distance=1.9),
    'juggling-balls-1': Shot('juggling_balls', 'coral', fill=0.7),
    'juggling-balls-2': Shot('juggling_balls', 'midnight', fill=0.7),
    'juggling-balls-3': Shot('juggling_balls', 'sand', fill=0.7),
    'resistance-bands-1': Shot('resistance_bands', 'light', turn=-14, fill=0.78, elevation=36),
    'resistance-bands-2': Shot('resistance_bands', 'medium', turn=-14, fill=0.78, elevation=36),
    'resistance-bands-3': Shot('resistance_bands', 'strong', turn=-14, fill=0.78, elevation=36),
    'jump-rope-1': Shot('jump_rope', turn=-10, fill=0.8, elevation=42),
    'jump-rope-2': Shot('jump_rope', turn=24, elevation=36, focus=(-0.12, -0.1, 0.03), distance=1.5),
    'gymnastic-rings-1': Shot('gymnastic_rings', elevation=18),
    'gymnastic-rings-2': Shot('gymnastic_rings', turn=-12, elevation=18, focus=(-0.2, -0.1, 0.62), distance=1.6),
    'pull-up-bar-1': Shot('pull_up_bar', turn=6, fill=0.74, lift=0.1, elevation=4),
    'pull-up-bar-2': Shot('pull_up_bar', turn=6, elevation=12, focus=(0.36, 0.02, 2.5), distance=1.5),
    'mobility-blocks-1': Shot('mobility_blocks', 'light', fill=0.68),
    'mobility-blocks-2': Shot('mobility_blocks', 'smoked', fill=0.68),
    'juggling-clubs-1': Shot('juggling_clubs', 'coral', fill=0.78),
    'juggling-clubs-2': Shot('juggling_clubs', 'midnight', fill=0.78),
    'wrist-wraps-1': Shot('wrist_wraps', fill=0.8),
    'wrist-wraps-2': Shot('wrist_wraps', turn=48, elevation=38, focus=(0.14, -0.05, 0.16), distance=2.6),
    'chalk-1': Shot('chalk', fill=0.66, elevation=14),
    'chalk-2': Shot('chalk', turn=-20, elevation=30, focus=(0.0, 0.0, 0.82), distance=1.7),
}
