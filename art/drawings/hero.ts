import { figure, onHand } from './figure.ts';
import { arc, box, disc, reach, svg, type Point } from './geometry.ts';
import { INK, OCHRE, PINE, PINE_DEEP, SAND, VERMILION } from './palette.ts';
import { giantSwing } from './poses.ts';

type Frame = { size: Point; hub: Point; height: number };

const DESKTOP: Frame = { size: [1080, 1350], hub: [370, 640], height: 480 };
const PHONE: Frame = { size: [1080, 810], hub: [470, 350], height: 320 };

/** The home page's picture beside the words: a giant swing that lets a ball go. */
export const heroDesktop = () => hero(DESKTOP);

/** The same above the words on a phone. */
export const heroPhone = () => hero(PHONE);

function hero({ size, hub, height }: Frame): string {
  const moment = (direction: number, body: string, suit: string) => {
    const pose = giantSwing(direction);
    return figure(pose, onHand(pose, hub, height), { body, far: body, suit });
  };
  const feet = height * 1.166;
  const path = feet * 1.14;
  return svg(
    size,
    box([0, 0], size, PINE),
    disc(hub, feet * 1.42, '#17463d'),
    disc(hub, feet * 0.99, PINE_DEEP),
    arc({ centre: hub, radius: path }, [196, 376], { width: height * 0.1, colour: VERMILION }),
    disc(reach(hub, 74, path * 1.12), height * 0.05, '#2b6659'),
    disc(reach(hub, 58, path * 1.1), height * 0.085, '#9a7a3a'),
    disc(reach(hub, 37, path * 1.04), height * 0.13, OCHRE),
    moment(238, '#1d5247', '#1d5247'),
    moment(272, '#2b6659', '#2b6659'),
    moment(306, '#4c8476', '#4c8476'),
    moment(343, SAND, VERMILION),
    disc(hub, height * 0.045, OCHRE),
    disc(hub, height * 0.018, INK),
  );
}
