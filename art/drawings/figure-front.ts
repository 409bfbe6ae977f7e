import type { Body } from './figure.ts';
import { disc, limbsThrough, reach, type Degrees, type Point } from './geometry.ts';

/** A body from the front with both sides alike; directions are those of its right-hand side in the picture. */
export type FrontPose = {
  arm: readonly [upper: Degrees, lower: Degrees];
  leg: readonly [upper: Degrees, lower: Degrees];
};

type Colours = { body: string; suit: string };

const HALF_SHOULDERS = 8.2;
const HALF_HIPS = 4;

/** The hand on the right-hand side of a body whose hips are at a point. */
export function frontHand(pose: FrontPose, { hip, height }: Body): Point {
  const unit = height / 100;
  const shoulder: Point = [hip[0] + HALF_SHOULDERS * unit, hip[1] - 26 * unit];
  return reach(reach(shoulder, pose.arm[0], 15.5 * unit), pose.arm[1], 16.6 * unit);
}

/** Draws the body: limbs, trunk, head. */
export function frontFigure(pose: FrontPose, { hip, height }: Body, colours: Colours): string {
  const unit = height / 100;
  const joint = (centre: Point, radius: number) => ({ centre, radius: radius * unit });
  const chest: Point = [hip[0], hip[1] - 22 * unit];
  const waist: Point = [hip[0], hip[1] - 10 * unit];
  const head: Point = [hip[0], hip[1] - 40 * unit];

  const side = (mirror: 1 | -1) => {
    const direction = (degrees: Degrees) => (mirror === 1 ? degrees : 180 - degrees);
    const shoulder: Point = [hip[0] + mirror * HALF_SHOULDERS * unit, hip[1] - 26 * unit];
    const elbow = reach(shoulder, direction(pose.arm[0]), 15.5 * unit);
    const hand = reach(elbow, direction(pose.arm[1]), 16.6 * unit);
    const top: Point = [hip[0] + mirror * HALF_HIPS * unit, hip[1]];
    const knee = reach(top, direction(pose.leg[0]), 24 * unit);
    const toes = reach(knee, direction(pose.leg[1]), 29 * unit);
    return {
      limbs:
        limbsThrough(joint(shoulder, 4.4), joint(elbow, 3)) +
        limbsThrough(joint(elbow, 3), joint(hand, 1.9)) +
        limbsThrough(joint(top, 5), joint(knee, 3.6)) +
        limbsThrough(joint(knee, 3.6), joint(toes, 1.5)),
      suit:
        limbsThrough(joint(shoulder, 3.6), joint(waist, 4.6)) +
        limbsThrough(joint(chest, 6), joint(shoulder, 3.6)) +
        limbsThrough(joint(waist, 4.8), joint(top, 5.2)),
    };
  };
  const [right, left] = [side(1), side(-1)];
  const [shoulderX, shoulderY] = [HALF_SHOULDERS * unit, hip[1] - 25 * unit];
  const shoulders = limbsThrough(
    joint([hip[0] - shoulderX, shoulderY], 3.9),
    joint([hip[0] + shoulderX, shoulderY], 3.9),
  );
  const [hipX, hipY] = [HALF_HIPS * unit, hip[1] + 0.6 * unit];
  const hips = limbsThrough(joint([hip[0] - hipX, hipY], 5), joint([hip[0] + hipX, hipY], 5));
  return (
    `<path d="${right.limbs + left.limbs + limbsThrough(joint(chest, 2.6), joint(head, 2.6))}" fill="${colours.body}"/>` +
    `<path d="${right.suit + left.suit + shoulders + hips + limbsThrough(joint(chest, 6), joint(waist, 5))}" fill="${colours.suit}"/>` +
    disc(head, 6.3 * unit, colours.body)
  );
}
