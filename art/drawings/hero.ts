import { figure } from './figure.ts';
import { arc, box, disc, reach, svg, type Point } from './geometry.ts';
import { INK, OCHRE, PINE, PINE_DEEP, SAND, SURFACE, VERMILION } from './palette.ts';
import { POSES } from './poses.ts';

/** `height`: how tall the body would stand; `floor`: how high the ground is. */
type Frame = { size: Point; hip: Point; height: number; floor: number };

const DESKTOP: Frame = { size: [1080, 1350], hip: [520, 660], height: 910, floor: 170 };
const PHONE: Frame = { size: [1080, 810], hip: [520, 420], height: 590, floor: 90 };

/** The home page's picture beside the words: a split leap over its own arc. */
export const heroDesktop = () => hero(DESKTOP);

/** The same above the words on a phone. */
export const heroPhone = () => hero(PHONE);

function hero({ size, hip: [x, y], height, floor }: Frame): string {
  const ground = size[1] - floor;
  const sun: Point = [x + height * 0.04, y - height * 0.1];
  const path = { centre: [x, y + height * 1.02] as const, radius: height * 0.86 };
  return svg(
    size,
    box([0, 0], size, PINE),
    disc(sun, height * 0.51, VERMILION),
    arc(path, [170, 10], { width: height * 0.05, colour: '#2b6659' }),
    disc(reach(sun, 42, height * 0.6), height * 0.062, OCHRE),
    figure(POSES.splitLeap, { hip: [x, y], height }, { body: SURFACE, far: SAND, suit: INK }),
    box([0, ground], [size[0], floor], PINE_DEEP),
  );
}
