import { box, disc, line, roundedBox, svg, type Point } from './geometry.ts';
import { CLAY, GROUND, OCHRE, SAND, SURFACE } from './palette.ts';

const SIZE: Point = [1200, 1200];
const FLOOR = 800;

/**
 * Stands for an item without a picture: a parcel before a rising disc. Flat and pale, so that nobody takes it
 * for the item; and without an arc, which would look like waiting. The words below it are the page's.
 */
export function itemDefault(): string {
  return svg(
    SIZE,
    box([0, 0], SIZE, SAND),
    disc([600, FLOOR], 440, GROUND),
    box([0, FLOOR], [1200, 400], SAND),
    roundedBox([378, 500], [444, FLOOR - 500], { fill: CLAY, radius: 10 }),
    roundedBox([340, 420], [520, 104], { fill: CLAY, radius: 18 }),
    line(
      [
        [382, 524],
        [818, 524],
      ],
      { width: 8, colour: SAND, cap: 'butt' },
    ),
    box([556, 420], [88, 200], SURFACE),
    disc([912, FLOOR - 44], 44, OCHRE),
    line(
      [
        [120, FLOOR + 7],
        [1080, FLOOR + 7],
      ],
      { width: 14, colour: CLAY },
    ),
  );
}
