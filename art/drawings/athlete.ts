import { disc, limbsThrough, n, reach, type Circle, type Degrees, type Point } from './geometry.ts';

/** Which way an elbow or a knee goes, seen from the shoulder or the hip on the way to its end. */
type Bend = 'left' | 'right';

/** A limb by where it ends: what it holds or stands on is drawn first, the joints between follow. */
type ArmTo = { hand: Point; bend: Bend };
type LegTo = { ankle: Point; bend: Bend; foot: Degrees };

/** A body that uses a thing: the hands and feet are where the thing is. */
export type Athlete = {
  height: number;
  hip: Point;
  /** From the hip to between the shoulders. */
  torso: Degrees;
  head: Degrees;
  /** How far the shoulders and the hips stand apart: 0 from the side, 1 from the front. */
  width: 0 | 1;
  arms: readonly [ArmTo, ArmTo];
  legs: readonly [LegTo, LegTo];
};

type AthleteColours = { body: string; far: string; suit: string };

/** Parts of the height. */
const LENGTH = { torso: 0.27, upperArm: 0.16, forearm: 0.155, thigh: 0.245, shin: 0.225 } as const;
const HALF_SHOULDERS = 0.088;
const HALF_HIPS = 0.043;

const FIST = 0.027;

/** Between the shoulders. */
export function shouldersOf({
  hip,
  torso,
  height,
}: Pick<Athlete, 'hip' | 'torso' | 'height'>): Point {
  return reach(hip, torso, LENGTH.torso * height);
}

/**
 * The layers of a body, the farthest first: put what is held between them. A side has its far limbs behind
 * the trunk; from the front, arms lie over it.
 */
export function athlete(
  { height, hip, torso, head, width, arms, legs }: Athlete,
  { body, far, suit }: AthleteColours,
): { behind: string; trunk: string; nearArm: string; arms: string } {
  const shoulders = shouldersOf({ hip, torso, height });
  const across = torso - 90;
  const side = (centre: Point, half: number, sign: 1 | -1) =>
    reach(centre, across, sign * half * width * height);
  const circle = (centre: Point, radius: number): Circle => ({ centre, radius: radius * height });

  const arm = ({ hand, bend }: ArmTo, sign: 1 | -1) => {
    const top = side(shoulders, HALF_SHOULDERS, sign);
    const elbow = between([top, hand], [LENGTH.upperArm * height, LENGTH.forearm * height], bend);
    const wrist = reach(hand, directionOf(hand, elbow), 0.012 * height);
    return (
      limbsThrough(circle(top, 0.043), circle(elbow, 0.031), circle(wrist, 0.022)) +
      limbsThrough(circle(wrist, 0.022), circle(hand, FIST))
    );
  };
  const leg = ({ ankle, bend, foot }: LegTo, sign: 1 | -1) => {
    const top = side(hip, HALF_HIPS, sign);
    const knee = between([top, ankle], [LENGTH.thigh * height, LENGTH.shin * height], bend);
    const heel = reach(ankle, directionOf(knee, ankle), 0.012 * height);
    const toes = reach(heel, foot, 0.078 * height);
    const shorts = reach(top, directionOf(top, knee), LENGTH.thigh * 0.42 * height);
    return {
      skin:
        limbsThrough(circle(top, 0.058), circle(knee, 0.038), circle(ankle, 0.024)) +
        limbsThrough(circle(ankle, 0.024), circle(heel, 0.024), circle(toes, 0.017)),
      cloth: limbsThrough(circle(top, 0.061), circle(shorts, 0.054)),
    };
  };

  const waist = reach(hip, torso, LENGTH.torso * 0.4 * height);
  const chest = reach(hip, torso, LENGTH.torso * 0.86 * height);
  const headAt = reach(shoulders, head, 0.135 * height);
  const neck = limbsThrough(circle(shoulders, 0.029), circle(headAt, 0.027));
  const cloth =
    width === 0
      ? limbsThrough(circle(hip, 0.063), circle(waist, 0.055), circle(chest, 0.07)) +
        limbsThrough(circle(chest, 0.07), circle(shoulders, 0.052))
      : hull(
          circle(side(shoulders, HALF_SHOULDERS, 1), 0.042),
          circle(side(shoulders, HALF_SHOULDERS, -1), 0.042),
          circle(side(waist, 0.03, 1), 0.038),
          circle(side(waist, 0.03, -1), 0.038),
        ) +
        hull(
          circle(side(waist, 0.03, 1), 0.038),
          circle(side(waist, 0.03, -1), 0.038),
          circle(side(hip, HALF_HIPS, 1), 0.061),
          circle(side(hip, HALF_HIPS, -1), 0.061),
        );

  const [near, back] = [leg(legs[0], 1), leg(legs[1], -1)];
  const nearArm = path(arm(arms[0], 1), body);
  const farArm = path(arm(arms[1], -1), width === 0 ? far : body);
  return {
    behind: width === 0 ? farArm : '',
    trunk:
      path(back.skin, width === 0 ? far : body) +
      path(back.cloth, suit) +
      path(near.skin + neck, body) +
      path(near.cloth + cloth, suit) +
      disc(headAt, 0.062 * height, body),
    nearArm,
    arms: width === 0 ? nearArm : farArm + nearArm,
  };
}

/** The joint of a limb that ends in two points. */
function between(
  [top, end]: readonly [Point, Point],
  [a, b]: readonly [number, number],
  bend: Bend,
): Point {
  const distance = Math.hypot(end[0] - top[0], end[1] - top[1]);
  if (distance > (a + b) * 1.005) {
    throw new Error(`A limb of ${n(a + b)} cannot end ${n(distance)} away`);
  }
  const cosine = (a * a + distance * distance - b * b) / (2 * a * distance);
  const angle = (Math.acos(Math.max(-1, Math.min(1, cosine))) * 180) / Math.PI;
  return reach(top, directionOf(top, end) + (bend === 'left' ? angle : -angle), a);
}

export function directionOf([x1, y1]: Point, [x2, y2]: Point): Degrees {
  return (Math.atan2(y1 - y2, x2 - x1) * 180) / Math.PI;
}

/** The path round several circles, as a string drawn tight about them is. */
function hull(...circles: readonly Circle[]): string {
  const points = circles.flatMap(({ centre, radius }) =>
    Array.from({ length: 120 }, (_, step) => reach(centre, step * 3, radius)),
  );
  const sorted = points.toSorted((p, q) => p[0] - q[0] || p[1] - q[1]);
  const half = (from: readonly Point[]) => {
    const chain: Point[] = [];
    for (const point of from) {
      while (chain.length > 1 && turn(chain.at(-2), chain.at(-1), point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  const outline = [...half(sorted), ...half(sorted.toReversed())];
  return `M${outline.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z`;
}

function turn(a: Point = [0, 0], b: Point = [0, 0], c: Point): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

function path(d: string, fill: string): string {
  return `<path d="${d}" fill="${fill}"/>`;
}
