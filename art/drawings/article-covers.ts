import { figure, onFoot, onHand, jointsOf, type Pose } from './figure.ts';
import { arc, box, disc, line, reach, ring, svg, type Point } from './geometry.ts';
import {
  BLUSH,
  CLAY,
  GROUND,
  INK,
  OCHRE,
  PINE,
  PINE_DEEP,
  SAGE,
  SAND,
  STRAW,
  SURFACE,
  VERMILION,
  VERMILION_DEEP,
} from './palette.ts';
import { POSES } from './poses.ts';

export const ARTICLE_SIZE: Point = [1600, 900];

const sheet = (ground: string, ...content: string[]) =>
  svg(ARTICLE_SIZE, box([0, 0], ARTICLE_SIZE, ground), ...content);

/** The cover of each article, by slug. */
export const ARTICLE_COVERS = {
  'first-handstand': firstHandstand(),
  'mobility-before-strength': mobilityBeforeStrength(),
  'juggling-and-the-brain': jugglingAndTheBrain(),
  'using-parallettes': usingParallettes(),
  'rest-days': restDays(),
  'bodyweight-progressions': bodyweightProgressions(),
  'choosing-bands': choosingBands(),
} as const;

/** The feet travel a quarter of a circle round the hands. */
function firstHandstand(): string {
  const hands: Point = [960, 790];
  const height = 560;
  const stages: readonly [Pose, string][] = [
    [tilted(POSES.handstand, 62), CLAY],
    [tilted(POSES.handstand, 31), '#c9b694'],
  ];
  const feet = jointsOf(POSES.handstand, onHand(POSES.handstand, hands, height)).feet[0];
  const radius = hands[1] - feet[1];
  return sheet(
    SAND,
    disc([1180, 420], 300, VERMILION),
    box([0, 790], [1600, 110], PINE),
    arc({ centre: hands, radius }, [180, 90], { width: 22, colour: OCHRE }),
    ...stages.map(([pose, tone]) =>
      figure(pose, onHand(pose, hands, height), { body: tone, far: tone, suit: tone }),
    ),
    figure(POSES.handstand, onHand(POSES.handstand, hands, height), {
      body: INK,
      far: INK,
      suit: SURFACE,
    }),
    disc(reach(hands, 180, radius), 34, OCHRE),
  );
}

/** The back of a bridge is an arc, and the arcs go on above it. */
function mobilityBeforeStrength(): string {
  const height = 880;
  const body = onFoot(POSES.bridge, [1040, 792], height);
  const centre: Point = [800, 800];
  return sheet(
    PINE,
    arc({ centre, radius: 690 }, [180, 0], { width: 70, colour: PINE_DEEP, cap: 'butt' }),
    arc({ centre, radius: 580 }, [180, 0], { width: 70, colour: VERMILION, cap: 'butt' }),
    arc({ centre, radius: 470 }, [180, 0], { width: 70, colour: OCHRE, cap: 'butt' }),
    box([0, 800], [1600, 100], PINE_DEEP),
    figure(POSES.bridge, body, { body: SURFACE, far: SAGE, suit: STRAW }),
  );
}

/** A head, its balls, and the paths that only the juggler sees. */
function jugglingAndTheBrain(): string {
  const height = 1500;
  const body = { hip: [780, 1080], height } as const;
  const { head, hands } = jointsOf(POSES.juggle, body);
  const crown: Point = [head[0], head[1]];
  const balls: readonly [number, string][] = [
    [158, PINE],
    [112, VERMILION],
    [66, INK],
    [22, SURFACE],
  ];
  return sheet(
    OCHRE,
    disc(crown, 500, STRAW),
    arc({ centre: crown, radius: 360 }, [186, -12], { width: 14, colour: GROUND }),
    ...balls.map(([direction, tone]) => disc(reach(crown, direction, 360), 58, tone)),
    figure(POSES.juggle, body, { body: INK, far: PINE_DEEP, suit: VERMILION }),
    disc([hands[0][0] + 26, hands[0][1] - 62], 58, PINE),
  );
}

/** The whole body held level above two bars. */
function usingParallettes(): string {
  const height = 900;
  const grip: Point = [1000, 706];
  const body = onHand(POSES.planche, grip, height);
  return sheet(
    VERMILION,
    disc([600, 600], 400, OCHRE),
    box([0, 790], [1600, 110], VERMILION_DEEP),
    ...parallette([1076, 694], PINE_DEEP, PINE),
    figure(POSES.planche, body, { body: INK, far: INK, suit: SURFACE }),
    ...parallette([1000, 716], INK, STRAW),
  );
}

/** A bar on two legs; the far one stands a little to the right and higher, as things behind do. */
function parallette([x, y]: Point, feet: string, rail: string): string[] {
  const foot = (side: number) =>
    line(
      [
        [x + side * 100, y],
        [x + side * 128, 802],
      ],
      { width: 24, colour: feet },
    );
  return [
    foot(-1),
    foot(1),
    line(
      [
        [x - 160, y],
        [x + 160, y],
      ],
      { width: 32, colour: rail },
    ),
  ];
}

/** The moon is up, and the gym is empty. */
function restDays(): string {
  const height = 780;
  return sheet(
    PINE_DEEP,
    ring([1080, 640], 520, { width: 3, colour: PINE }),
    ring([1080, 640], 640, { width: 3, colour: PINE }),
    disc([1080, 640], 400, OCHRE),
    box([0, 640], [1600, 260], PINE),
    figure(POSES.rest, { hip: [760, 590], height }, { body: SURFACE, far: SAGE, suit: VERMILION }),
  );
}

/** Three steps, each harder, each standing on the last. */
function bodyweightProgressions(): string {
  const height = 420;
  const steps: readonly [Pose, number, number, string][] = [
    [POSES.squat, 150, 690, CLAY],
    [POSES.lunge, 610, 560, OCHRE],
    [POSES.pistol, 1110, 430, VERMILION],
  ];
  return sheet(
    GROUND,
    arc({ centre: [1600, -350], radius: 1130 }, [180, 270], { width: 20, colour: SAGE }),
    ...steps.map(([, x, y, tone], index) =>
      box([x - 150, y], [index === 2 ? 700 : 660, 900 - y], tone),
    ),
    ...steps.map(([pose, x, y]) =>
      figure(pose, onFoot(pose, [x + 190, y - 8], height), {
        body: INK,
        far: PINE,
        suit: PINE,
      }),
    ),
    disc([1490, 380], 50, PINE),
  );
}

/** Five loops from light to strong, and one in use. */
function choosingBands(): string {
  const height = 760;
  const foot: Point = [1290, 812];
  const body = onFoot(POSES.overheadPull, foot, height);
  const { hands, feet } = jointsOf(POSES.overheadPull, body);
  const bands: readonly [number, number, string][] = [
    [330, 74, PINE],
    [244, 56, INK],
    [176, 40, VERMILION],
    [124, 26, OCHRE],
    [86, 14, SURFACE],
  ];
  return sheet(
    SAGE,
    ...bands.map(([radius, width, tone]) =>
      line(`M${420 - radius} -60V450A${radius} ${radius} 0 0 0 ${420 + radius} 450V-60`, {
        width,
        colour: tone,
      }),
    ),
    disc([1200, 520], 330, OCHRE),
    box([0, 820], [1600, 80], PINE),
    line([hands[1], [feet[1][0] - 26, 806]], { width: 20, colour: VERMILION }),
    figure(POSES.overheadPull, body, { body: INK, far: PINE_DEEP, suit: BLUSH }),
    line([hands[0], [feet[0][0] - 30, 806]], { width: 20, colour: VERMILION }),
  );
}

/** The same pose, turned as a whole. */
function tilted(pose: Pose, degrees: number): Pose {
  const turn = (direction: number) => direction + degrees;
  const limb = ([upper, lower, end]: readonly [number, number, number?]) =>
    end === undefined
      ? ([turn(upper), turn(lower)] as const)
      : ([turn(upper), turn(lower), turn(end)] as const);
  return {
    torso:
      typeof pose.torso === 'number'
        ? turn(pose.torso)
        : [turn(pose.torso[0]), turn(pose.torso[1])],
    head: turn(pose.head),
    arms: [limb(pose.arms[0]), limb(pose.arms[1])],
    legs: [limb(pose.legs[0]), limb(pose.legs[1])],
  };
}
