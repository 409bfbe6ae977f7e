import { disc, limbsThrough, reach, type Degrees, type Point } from './geometry.ts';

/** Upper and lower part of a limb, as directions; a foot or hand may have its own. */
export type Limb = readonly [upper: Degrees, lower: Degrees, end?: Degrees];

/** A body from the side: where its hip is and where every part points. */
export type Pose = {
  /** From hip to shoulders; two directions make a bent back. */
  torso: Degrees | readonly [lower: Degrees, upper: Degrees];
  head: Degrees;
  /** The arm and leg nearer to the reader, then the far ones. */
  arms: readonly [near: Limb, far: Limb];
  legs: readonly [near: Limb, far: Limb];
};

/** The suit covers the trunk, so that an arm in front of it stays visible. */
type Colours = { body: string; far: string; suit: string };

/** Lengths and radii for a body 100 high. */
const BODY = {
  head: 6.3,
  neck: 14,
  torso: 27,
  upperArm: 15.5,
  forearm: 14,
  hand: 4.6,
  thigh: 24.5,
  shin: 22.5,
  foot: 8.5,
} as const;

const RADIUS = {
  chest: 7.4,
  neck: 2.5,
  waist: 5.4,
  hip: 6.4,
  shoulder: 4.7,
  elbow: 3.1,
  wrist: 2,
  fingers: 1.6,
  thigh: 6.3,
  knee: 3.9,
  ankle: 2.1,
  toes: 1.3,
} as const;

/** Where the joints of a pose lie, so that bars, rings and balls can be put into its hands. */
export type Joints = {
  hip: Point;
  shoulder: Point;
  head: Point;
  hands: readonly [near: Point, far: Point];
  feet: readonly [near: Point, far: Point];
};

/** Where a body is and how tall it stands. */
export type Body = { hip: Point; height: number };

/** The joints of a body in a pose. */
export function jointsOf(pose: Pose, { hip, height }: Body): Joints {
  const unit = height / 100;
  const { shoulder } = spine(pose, hip, unit);
  const handOf = (arm: Limb) => armPoints(arm, shoulder, unit)[3];
  const footOf = (leg: Limb) => legPoints(leg, hip, unit)[3];
  return {
    hip,
    shoulder,
    head: reach(shoulder, pose.head, BODY.neck * unit),
    hands: [handOf(pose.arms[0]), handOf(pose.arms[1])],
    feet: [footOf(pose.legs[0]), footOf(pose.legs[1])],
  };
}

/** The body whose near hand is at a point: for everything that hangs or stands on its hands. */
export function onHand(pose: Pose, hand: Point, height: number): Body {
  const [x, y] = jointsOf(pose, { hip: [0, 0], height }).hands[0];
  return { hip: [hand[0] - x, hand[1] - y], height };
}

/** The body whose near foot is at a point. */
export function onFoot(pose: Pose, foot: Point, height: number): Body {
  const [x, y] = jointsOf(pose, { hip: [0, 0], height }).feet[0];
  return { hip: [foot[0] - x, foot[1] - y], height };
}

/** Draws a body as tapered limbs and a disc: far limbs first. */
export function figure(pose: Pose, { hip, height }: Body, colours: Colours): string {
  const unit = height / 100;
  const { waist, shoulder } = spine(pose, hip, unit);
  const head = reach(shoulder, pose.head, BODY.neck * unit);
  const joint = (centre: Point, radius: number) => ({ centre, radius: radius * unit });

  const arm = (limb: Limb) => {
    const [top, elbow, wrist, hand] = armPoints(limb, shoulder, unit);
    return limbsThrough(
      joint(top, RADIUS.shoulder),
      joint(elbow, RADIUS.elbow),
      joint(wrist, RADIUS.wrist),
      joint(hand, RADIUS.fingers),
    );
  };
  const leg = (limb: Limb) => {
    const [top, knee, ankle, toes] = legPoints(limb, hip, unit);
    return limbsThrough(
      joint(top, RADIUS.thigh),
      joint(knee, RADIUS.knee),
      joint(ankle, RADIUS.ankle),
      joint(toes, RADIUS.toes),
    );
  };
  const neck = limbsThrough(joint(shoulder, RADIUS.neck), joint(head, RADIUS.neck));
  const trunk = limbsThrough(
    joint(hip, RADIUS.hip),
    joint(waist, RADIUS.waist),
    joint(shoulder, RADIUS.chest),
  );

  return (
    path(arm(pose.arms[1]) + leg(pose.legs[1]), colours.far) +
    path(leg(pose.legs[0]) + neck, colours.body) +
    path(trunk, colours.suit) +
    disc(head, BODY.head * unit, colours.body) +
    path(arm(pose.arms[0]), colours.body)
  );
}

function spine(pose: Pose, hip: Point, unit: number): { waist: Point; shoulder: Point } {
  const [lower, upper] = typeof pose.torso === 'number' ? [pose.torso, pose.torso] : pose.torso;
  const waist = reach(hip, lower, BODY.torso * 0.42 * unit);
  return { waist, shoulder: reach(waist, upper, BODY.torso * 0.58 * unit) };
}

function armPoints([upper, lower, end = lower]: Limb, shoulder: Point, unit: number) {
  const elbow = reach(shoulder, upper, BODY.upperArm * unit);
  const wrist = reach(elbow, lower, BODY.forearm * unit);
  return [shoulder, elbow, wrist, reach(wrist, end, BODY.hand * unit)] as const;
}

function legPoints([upper, lower, end = lower]: Limb, hip: Point, unit: number) {
  const knee = reach(hip, upper, BODY.thigh * unit);
  const ankle = reach(knee, lower, BODY.shin * unit);
  return [hip, knee, ankle, reach(ankle, end, BODY.foot * unit)] as const;
}

function path(d: string, fill: string): string {
  return `<path d="${d}" fill="${fill}"/>`;
}
