import { athlete, directionOf, shouldersOf, type Athlete } from './athlete.ts';
import {
  box,
  disc,
  group,
  line,
  n,
  reach,
  ring,
  roundedBox,
  svg,
  type Degrees,
  type Point,
} from './geometry.ts';
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
} from './palette.ts';

const SIZE: Point = [1200, 1200];
/** Of the renders (items/materials.py). */
export const WOOD = '#dcb184';
export const CORAL = '#dd5a3c';
export const CORK = '#c3955f';

/** A body is 170 cm high: an item is drawn as large beside it as it is. */
const BODY_CM = 170;

const sheet = (ground: string, ...content: string[]) =>
  svg(SIZE, box([0, 0], SIZE, ground), ...content);

/** Each item as it is used, by slug. */
export const ITEM_USES = {
  parallettes: parallettes(),
  'juggling-balls': jugglingBalls(),
  'resistance-bands': resistanceBand(),
  'jump-rope': jumpRope(),
  'gymnastic-rings': gymnasticRings(),
  'pull-up-bar': pullUpBar(),
  'mobility-blocks': mobilityBlocks(),
  'juggling-clubs': jugglingClubs(),
  'wrist-wraps': wristWraps(),
  chalk: chalk(),
} as const;

/** The legs of a body that stands on the ground, seen from the front. */
function standing(hip: Point, height: number): Athlete['legs'] {
  const ankleY = hip[1] + 0.468 * height;
  return [
    { ankle: [hip[0] + 0.06 * height, ankleY], bend: 'left', foot: 290 },
    { ankle: [hip[0] - 0.06 * height, ankleY], bend: 'right', foot: 250 },
  ];
}

/** An L-sit: the legs level, nothing on the ground but the two bars. */
function parallettes(): string {
  const height = 1180;
  const cm = height / BODY_CM;
  const floor = 1000;
  const railY = floor - 9.1 * cm;
  const hand: Point = [452, railY];
  const far: Point = [hand[0] + 48, railY - 16];
  const hip: Point = [452, railY - 0.042 * height];
  const { behind, trunk, nearArm } = athlete(
    {
      height,
      hip,
      torso: 93,
      head: 87,
      width: 0,
      arms: [
        { hand, bend: 'right' },
        { hand: far, bend: 'right' },
      ],
      legs: [
        { ankle: [hip[0] + 0.468 * height, hip[1] - 8], bend: 'left', foot: 8 },
        { ankle: [hip[0] + 0.468 * height, hip[1] - 18], bend: 'left', foot: 8 },
      ],
    },
    { body: INK, far: PINE_DEEP, suit: VERMILION },
  );
  const bar = ([x, y]: Point, ground: number, rail: string) => {
    const leg = (side: number) =>
      line(
        [
          [x + side * 68, y],
          [x + side * 84, ground - 12],
        ],
        { width: 20, colour: PINE_DEEP },
      ) +
      line(
        [
          [x + side * 82, ground - 24],
          [x + side * 84, ground - 12],
        ],
        { width: 24, colour: INK },
      );
    return (
      leg(-1) +
      leg(1) +
      roundedBox([x - 15 * cm, y - 1.9 * cm], [30 * cm, 3.8 * cm], { fill: rail, radius: 10 })
    );
  };
  return sheet(
    SAGE,
    disc([690, 560], 390, OCHRE),
    box([0, floor - 24], [1200, 224], CLAY),
    bar(far, floor - 16, '#b98e60'),
    behind,
    trunk,
    bar(hand, floor, WOOD),
    nearArm,
  );
}

/** Elbows at the sides, a forearm out to each side, seen from the front. */
function jugglersArms([x, y]: Point, height: number): Athlete['arms'] {
  const [out, down] = [0.233 * height, 0.083 * height];
  return [
    { hand: [x + out, y + down], bend: 'right' },
    { hand: [x - out, y + down], bend: 'left' },
  ];
}

/** The cascade: a ball in each hand, the third over the top of its path. */
function jugglingBalls(): string {
  const height = 1760;
  const hip: Point = [600, 1270];
  const shoulders = shouldersOf({ hip, torso: 90, height });
  const arms = jugglersArms(shoulders, height);
  const { trunk, arms: drawn } = athlete(
    { height, hip, torso: 90, head: 90, width: 1, arms, legs: standing(hip, height) },
    { body: INK, far: INK, suit: PINE },
  );
  const radius = (6.5 / 2 / BODY_CM) * height;
  const [right, left] = [arms[0].hand, arms[1].hand];
  const above = ([x, y]: Point): Point => [x, y - 0.027 * height - radius * 0.8];
  // Each path leaves from inside one hand and comes down outside the other.
  const path = (from: Point, to: Point, top: number) =>
    line(
      `M${n(from[0])} ${n(from[1])}C${n(from[0])} ${top} ${n(to[0])} ${top} ${n(to[0])} ${n(to[1])}`,
      { width: 7, colour: SURFACE },
    );
  return sheet(
    STRAW,
    disc([600, 620], 470, OCHRE),
    path([left[0] + 70, left[1] - 40], [right[0], right[1] - 90], -40),
    trunk,
    drawn,
    disc(above(right), radius, CORAL),
    disc(above(left), radius, CORAL),
    disc([478, 222], radius, CORAL),
  );
}

/** The band pulled apart before the chest. */
function resistanceBand(): string {
  const height = 1300;
  const hip: Point = [600, 920];
  const shoulders = shouldersOf({ hip, torso: 90, height });
  const y = shoulders[1] + 14;
  const arms: Athlete['arms'] = [
    { hand: [1118, y], bend: 'right' },
    { hand: [82, y], bend: 'left' },
  ];
  const { trunk, arms: drawn } = athlete(
    { height, hip, torso: 90, head: 90, width: 1, arms, legs: standing(hip, height) },
    { body: INK, far: INK, suit: PINE },
  );
  const strand = (shift: number, colour: string) =>
    line(
      [
        [82, y + shift],
        [1118, y + shift],
      ],
      { width: 17, colour },
    );
  const fists = [82, 1118].map((x) => disc([x, y], 0.03 * height, INK));
  return sheet(
    SAGE,
    disc([600, 600], 440, SURFACE),
    trunk,
    drawn,
    strand(-14, OCHRE),
    strand(14, '#cf8c25'),
    ...fists,
  );
}

/** In the air, the cable above the head. */
function jumpRope(): string {
  const height = 850;
  const hip: Point = [600, 622];
  const floor = 1120;
  const hands: readonly [Point, Point] = [
    [790, 602],
    [410, 602],
  ];
  const handles: readonly [Point, Point] = [
    [862, 624],
    [338, 624],
  ];
  const { trunk, arms: drawn } = athlete(
    {
      height,
      hip,
      torso: 90,
      head: 90,
      width: 1,
      arms: [
        { hand: hands[0], bend: 'right' },
        { hand: hands[1], bend: 'left' },
      ],
      legs: [
        { ankle: [634, 1010], bend: 'left', foot: 282 },
        { ankle: [566, 1010], bend: 'right', foot: 258 },
      ],
    },
    { body: INK, far: INK, suit: PINE },
  );
  const handle = (index: 0 | 1) =>
    line([reach(hands[index], directionOf(handles[index], hands[index]), 10), handles[index]], {
      width: 26,
      colour: WOOD,
    });
  return sheet(
    BLUSH,
    disc([600, 560], 400, SURFACE),
    box([0, floor], [1200, 80], PINE),
    `<ellipse cx="600" cy="${floor + 22}" rx="130" ry="12" fill="${PINE_DEEP}"/>`,
    line('M862 624C1170 692 1110 150 600 150S30 692 338 624', { width: 11, colour: VERMILION }),
    handle(0),
    handle(1),
    trunk,
    drawn,
  );
}

/** A support: the arms straight, the rings close to the body. */
function gymnasticRings(): string {
  const height = 900;
  const cm = height / BODY_CM;
  const hip: Point = [600, 640];
  const shoulders = shouldersOf({ hip, torso: 90, height });
  const hands: readonly [Point, Point] = [
    [772, shoulders[1] + 0.2974 * height],
    [428, shoulders[1] + 0.2974 * height],
  ];
  const { trunk, arms: drawn } = athlete(
    {
      height,
      hip,
      torso: 90,
      head: 90,
      width: 1,
      arms: [
        { hand: hands[0], bend: 'left' },
        { hand: hands[1], bend: 'right' },
      ],
      legs: [
        { ankle: [622, hip[1] + 0.466 * height], bend: 'left', foot: 276 },
        { ankle: [578, hip[1] + 0.466 * height], bend: 'right', foot: 264 },
      ],
    },
    { body: INK, far: INK, suit: VERMILION },
  );
  const radius = (9 + 1.4) * cm;
  const hung = hands.map(([x, y]): Point => [x, y - radius]);
  return sheet(
    SAGE,
    disc([600, 520], 400, SURFACE),
    trunk,
    drawn,
    ...hung.map(
      ([x, y]) =>
        ring([x, y], radius, { width: 3.2 * cm, colour: WOOD }) +
        box([x - 1.8 * cm, -20], [3.6 * cm, y - radius + 34], PINE) +
        box([x - 2.4 * cm, y - radius - 74], [4.8 * cm, 26], CLAY),
    ),
    ...hands.map((hand) => disc(hand, 0.028 * height, INK)),
  );
}

/** The chin over the bar, in a door. */
function pullUpBar(): string {
  const height = 1010;
  const cm = height / BODY_CM;
  const barY = 372;
  const half = 49 * cm;
  const hip: Point = [600, barY + 52 + 0.27 * height];
  const arms: Athlete['arms'] = [
    { hand: [728, barY], bend: 'right' },
    { hand: [472, barY], bend: 'left' },
  ];
  const { trunk, arms: drawn } = athlete(
    {
      height,
      hip,
      torso: 90,
      head: 90,
      width: 1,
      arms,
      legs: [
        { ankle: [628, hip[1] + 0.466 * height], bend: 'left', foot: 276 },
        { ankle: [572, hip[1] + 0.466 * height], bend: 'right', foot: 264 },
      ],
    },
    { body: INK, far: INK, suit: VERMILION },
  );
  const top = 118;
  const frame = 58;
  const tube = (from: number, to: number, look: { width: number; colour: string }) =>
    line(
      [
        [from, barY],
        [to, barY],
      ],
      { ...look, cap: 'butt' },
    );
  return sheet(
    SAND,
    box([600 - half - frame, top - frame], [2 * (half + frame), 1200], SURFACE),
    box([600 - half, top], [2 * half, 1200], SAGE),
    line(
      [
        [600 - half - frame, 1210],
        [600 - half - frame, top - frame],
        [600 + half + frame, top - frame],
        [600 + half + frame, 1210],
      ],
      { width: 4, colour: CLAY },
    ),
    line(
      [
        [600 - half, 1210],
        [600 - half, top],
        [600 + half, top],
        [600 + half, 1210],
      ],
      { width: 4, colour: CLAY },
    ),
    trunk,
    tube(600 - half + 10, 600 + half - 10, { width: 4 * cm, colour: '#b9b6ae' }),
    tube(600 - 32 * cm, 600 + 20 * cm, { width: 4.6 * cm, colour: VERMILION }),
    tube(600 - 30 * cm, 600 - 14 * cm, { width: 6 * cm, colour: '#333c39' }),
    tube(600 + 14 * cm, 600 + 30 * cm, { width: 6 * cm, colour: '#333c39' }),
    box([600 - half, barY - 5 * cm], [2.4 * cm, 10 * cm], INK),
    box([600 + half - 2.4 * cm, barY - 5 * cm], [2.4 * cm, 10 * cm], INK),
    drawn,
  );
}

/** A long lunge, the hands on the blocks. */
function mobilityBlocks(): string {
  const height = 1060;
  const cm = height / BODY_CM;
  const floor = 1000;
  const hip: Point = [578, 772];
  const block = { width: 12 * cm, height: 22 * cm };
  const near: Point = [976, floor - block.height - 0.024 * height];
  const far: Point = [1042, near[1] - 14];
  const { behind, trunk, nearArm } = athlete(
    {
      height,
      hip,
      torso: 38,
      head: 30,
      width: 0,
      arms: [
        { hand: near, bend: 'left' },
        { hand: far, bend: 'left' },
      ],
      legs: [
        { ankle: [822, floor - 0.037 * height], bend: 'left', foot: 359 },
        { ankle: [106, floor - 0.1 * height], bend: 'right', foot: 290 },
      ],
    },
    { body: INK, far: PINE_DEEP, suit: VERMILION },
  );
  const cork = ([x, y]: Point, fill: string) =>
    roundedBox([x - block.width / 2, y + 0.024 * height], [block.width, block.height], {
      fill,
      radius: 14,
    });
  return sheet(
    BLUSH,
    disc([560, 520], 380, OCHRE),
    box([0, floor], [1200, 200], PINE),
    cork(far, '#9f7645'),
    behind,
    trunk,
    cork(near, CORK),
    nearArm,
  );
}

/** A club: the knob at a point, the body in a direction. */
export function club(
  [x, y]: Point,
  { direction, length, colour }: { direction: Degrees; length: number; colour: string },
): string {
  const part = (along: number, half: number) => `${n(along * length)} ${n(half * length)}`;
  const body =
    `M${part(0.42, -0.028)}C${part(0.55, -0.05)} ${part(0.62, -0.105)} ${part(0.76, -0.105)}` +
    `C${part(0.88, -0.105)} ${part(0.94, -0.078)} ${part(0.985, -0.05)}Q${part(1, -0.04)} ${part(1, -0.02)}` +
    `L${part(1, 0.02)}Q${part(1, 0.04)} ${part(0.985, 0.05)}` +
    `C${part(0.94, 0.078)} ${part(0.88, 0.105)} ${part(0.76, 0.105)}C${part(0.62, 0.105)} ${part(0.55, 0.05)} ${part(0.42, 0.028)}Z`;
  const band = (from: number, to: number, half: number) =>
    `<path d="M${part(from, -half)}L${part(to, -half)}L${part(to, half)}L${part(from, half)}Z" fill="${SURFACE}"/>`;
  return group(
    `translate(${n(x)} ${n(y)}) rotate(${n(-direction)})`,
    line(
      [
        [0.02 * length, 0],
        [0.44 * length, 0],
      ],
      { width: 0.056 * length, colour: '#2b3532' },
    ),
    disc([0.012 * length, 0], 0.04 * length, '#2b3532'),
    `<path d="${body}" fill="${colour}"/>`,
    band(0.545, 0.585, 0.055),
    band(0.885, 0.92, 0.085),
  );
}

/** A club in each hand, the third turning above. */
function jugglingClubs(): string {
  const height = 1330;
  const length = (52 / BODY_CM) * height;
  const hip: Point = [600, 1080];
  const shoulders = shouldersOf({ hip, torso: 90, height });
  const arms = jugglersArms(shoulders, height);
  const { trunk, arms: drawn } = athlete(
    { height, hip, torso: 90, head: 90, width: 1, arms, legs: standing(hip, height) },
    { body: INK, far: INK, suit: PINE },
  );
  const held = (hand: Point, direction: number) =>
    club(reach(hand, direction + 180, 0.15 * length), { direction, length, colour: CORAL });
  return sheet(
    SAGE,
    disc([600, 620], 450, OCHRE),
    trunk,
    held(arms[0].hand, 62),
    held(arms[1].hand, 118),
    drawn,
    club([452, 336], { direction: 24, length, colour: CORAL }),
  );
}

/** A handstand, wrapped wrists at the middle of the picture. */
function wristWraps(): string {
  const height = 1420;
  const floor = 1080;
  const hands: readonly [Point, Point] = [
    [474, floor - 0.03 * height],
    [726, floor - 0.03 * height],
  ];
  const hip: Point = [600, floor - (0.03 + 0.3145 + 0.27) * height];
  const { trunk, arms: drawn } = athlete(
    {
      height,
      hip,
      torso: 270,
      head: 270,
      width: 1,
      arms: [
        { hand: hands[0], bend: 'left' },
        { hand: hands[1], bend: 'right' },
      ],
      legs: [
        { ankle: [556, hip[1] - 0.466 * height], bend: 'left', foot: 90 },
        { ankle: [644, hip[1] - 0.466 * height], bend: 'right', foot: 90 },
      ],
    },
    { body: INK, far: INK, suit: PINE },
  );
  const cm = height / BODY_CM;
  const hand = ([x]: Point) =>
    roundedBox([x - 5.4 * cm, floor - 5 * cm], [10.8 * cm, 5 * cm], { fill: INK, radius: 22 }) +
    [-4.1, -1.4, 1.4, 4.1]
      .map((shift) => disc([x + shift * cm, floor - 1.3 * cm], 1.4 * cm, INK))
      .join('');
  const wrap = ([x, y]: Point) => {
    const [low, wide] = [y - 1.6 * cm, 7.4 * cm];
    return (
      roundedBox([x - wide / 2, low - 8 * cm], [wide, 8 * cm], { fill: VERMILION, radius: 8 }) +
      box([x - wide / 2, low - 1 * cm], [wide, 0.9 * cm], '#6d1f0b') +
      box([x - wide / 2, low - 7.9 * cm], [wide, 0.9 * cm], '#6d1f0b') +
      box([x + wide * 0.12, low - 7 * cm], [0.5 * cm, 6 * cm], '#6d1f0b')
    );
  };
  return sheet(
    SAND,
    disc([600, 560], 400, OCHRE),
    box([0, floor], [1200, 120], PINE),
    trunk,
    drawn,
    ...hands.map(hand),
    ...hands.map(wrap),
  );
}

/** The bottle as the render shows it, its foot at a point, upright. */
export function bottle([x, y]: Point, height: number, turned = 0): string {
  const unit = height / 159;
  const at = (across: number, up: number) => `${n(across * unit)} ${n(-up * unit)}`;
  const outline =
    `M${at(-24.5, 0)}Q${at(-27.5, 0)} ${at(-27.5, 6)}L${at(-27.5, 104)}C${at(-27.5, 116)} ${at(-14, 121)} ${at(-13.5, 127)}` +
    `L${at(13.5, 127)}C${at(14, 121)} ${at(27.5, 116)} ${at(27.5, 104)}L${at(27.5, 6)}Q${at(27.5, 0)} ${at(24.5, 0)}Z`;
  const label = (low: number, high: number, fill: string) =>
    box([-27.5 * unit, -high * unit], [55 * unit, (high - low) * unit], fill);
  return group(
    `translate(${n(x)} ${n(y)}) rotate(${n(turned)})`,
    `<path d="${outline}" fill="${SURFACE}"/>`,
    label(26, 92, PINE),
    label(94, 97, OCHRE),
    label(56, 58.5, SURFACE),
    label(62.5, 65, SURFACE),
    roundedBox([-17.2 * unit, -149.6 * unit], [34.4 * unit, 22 * unit], {
      fill: INK,
      radius: 3 * unit,
    }),
    roundedBox([-16.8 * unit, -159 * unit], [33.6 * unit, 9 * unit], {
      fill: '#333c39',
      radius: 3 * unit,
    }),
  );
}

/** A few drops into the palm. */
function chalk(): string {
  const height = 1900;
  const cm = height / BODY_CM;
  const hip: Point = [600, 1340];
  const palm: Point = [556, 1150];
  const holding: Point = [720, 930];
  const { trunk, arms: drawn } = athlete(
    {
      height,
      hip,
      torso: 90,
      head: 96,
      width: 1,
      arms: [
        { hand: holding, bend: 'left' },
        { hand: palm, bend: 'right' },
      ],
      legs: standing(hip, height),
    },
    { body: INK, far: INK, suit: VERMILION },
  );
  const length = 18 * cm;
  const foot = reach(holding, 32, 3.4 * cm);
  const mouth = reach(foot, 212, length);
  return sheet(
    SAGE,
    disc([600, 600], 440, GROUND),
    trunk,
    drawn,
    bottle(foot, length, -122),
    fingers(holding, 122, 3.4 * cm),
    drop([mouth[0] - 12, mouth[1] + 48]),
    roundedBox([palm[0] - 34, palm[1] - 48], [64, 18], { fill: SURFACE, radius: 9 }),
  );
}

/** Four fingers round a thing, across it in a direction. */
function fingers(middle: Point, across: number, half: number): string {
  return [-1.5, -0.5, 0.5, 1.5]
    .map((place) => {
      const at = reach(middle, across - 90, place * half * 0.52);
      return line([reach(at, across, half), reach(at, across + 180, half)], {
        width: half * 0.56,
        colour: INK,
      });
    })
    .join('');
}

/** A falling drop, its tip above a point. */
function drop([x, y]: Point): string {
  return `<path d="M${n(x)} ${n(y - 26)}C${n(x + 6)} ${n(y - 10)} ${n(x + 15)} ${n(y - 4)} ${n(x + 15)} ${n(y + 8)}A15 15 0 0 1 ${n(x - 15)} ${n(y + 8)}C${n(x - 15)} ${n(y - 4)} ${n(x - 6)} ${n(y - 10)} ${n(x)} ${n(y - 26)}Z" fill="${SURFACE}"/>`;
}
