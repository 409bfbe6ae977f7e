import { mark } from './brand.ts';
import { box, svg, type Point } from './geometry.ts';
import { CLAY, OCHRE, SAND } from './palette.ts';

const SIZE: Point = [1200, 1200];

/**
 * Stands for an item without a picture: the brand's mark, quiet, on the ground of the items. It is the same
 * that an article without a cover has. The words below it are the page's.
 */
export function itemDefault(): string {
  return svg(SIZE, box([0, 0], SIZE, SAND), mark([342, 295], 540, { arc: CLAY, ball: OCHRE }));
}
