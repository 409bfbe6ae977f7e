"""Renders the items: `blender --background --python render.py -- OUT_DIR SIZE SAMPLES [SHOT …]`."""

import importlib
import sys
from pathlib import Path

import bpy

sys.path.insert(0, str(Path(__file__).parent))
sys.dont_write_bytecode = True

import studio  # noqa: E402
from shots import SHOTS  # noqa: E402


def render(name, out_dir, size, samples):
    """Writes one shot as PNG."""
    shot = SHOTS[name]
    scene = studio.empty_scene()
    model = importlib.import_module(f'models.{shot.model}')
    objects = model.build() if shot.option is None else model.build(shot.option)
    studio.settle(objects, shot.turn)
    studio.ground()
    studio.light()
    camera = studio.aim(objects, shot.fill, shot.lift, shot.elevation)
    if shot.focus is not None:
        studio.closer(camera, shot.focus, shot.distance)
    scene.render.resolution_x = scene.render.resolution_y = size
    scene.cycles.samples = samples
    scene.render.filepath = str(Path(out_dir) / f'{name}.png')
    bpy.ops.render.render(write_still=True)


def main():
    out_dir, size, samples, *names = sys.argv[sys.argv.index('--') + 1 :]
    for name in names or SHOTS:
        render(name, out_dir, int(size), int(samples))


main()
