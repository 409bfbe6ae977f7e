import { arc, box, disc, reach, svg, type Point } from './geometry.ts';
import { CLAY, SAND } from './palette.ts';

/** Stands for an item without a picture: flat and pale, so that nobody takes it for the item. */
export function itemDefault(): string {
  const size: Point = [1200, 1200];
  const circle = { centre: [600, 600] as const, radius: 200 };
  return svg(
    size,
    box([0, 0], size, SAND),
    arc(circle, [88, 372], { width: 64, colour: CLAY }),
    disc(reach(circle.centre, 50, 200), 44, CLAY),
  );
}
