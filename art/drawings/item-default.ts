import { box, disc, svg, type Point } from './geometry.ts';
import { CLAY, OCHRE, SAGE, SAND } from './palette.ts';

const SIZE: Point = [1200, 1200];

/**
 * Stands for an item without a picture: a ball at rest on large quiet discs, cut by the frame as those of the
 * covers are. Nothing that could be taken for the item or for its packaging; and without an arc, which would
 * look like waiting. None of the discs has the colour of the page: the frame would open. The words on the
 * lower one are the page's.
 */
export function itemDefault(): string {
  return svg(
    SIZE,
    box([0, 0], SIZE, SAND),
    disc([880, 350], 480, CLAY),
    disc([240, 1180], 620, SAGE),
    disc([505, 540], 72, OCHRE),
  );
}
