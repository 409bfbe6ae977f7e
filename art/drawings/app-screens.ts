import { figure, onFoot, onHand, type Body, type Pose } from './figure.ts';
import { arc, box, compact, disc, line, reach, roundedBox, svg, type Point } from './geometry.ts';
import {
  CLAY,
  GROUND,
  INK,
  INK_SOFT,
  OCHRE,
  PINE,
  PINE_DEEP,
  SAGE,
  SAND,
  STRAW,
  SURFACE,
  VERMILION,
} from './palette.ts';
import { POSES } from './poses.ts';
import { letter, lettering, type Face } from './text.ts';

type Locale = 'fr' | 'en';

const SIZE: Point = [400, 820];
/** What of the telephone is screen. */
const SCREEN = { x: 14, y: 14, width: 372, height: 792, radius: 48 } as const;
const LEFT = SCREEN.x + 28;
const WIDTH = SCREEN.width - 56;
const RIGHT = LEFT + WIDTH;

/** `align`: which part of the line stands left of its place. */
type Words = { face: Face; size: number; fill: string; align?: number };

const TITLE: Words = { face: 'display', size: 34, fill: INK };
const NAME: Words = { face: 'strong', size: 19, fill: INK };
const NOTE: Words = { face: 'text', size: 16, fill: INK_SOFT };

function say(text: string, [x, y]: Point, { face, size, fill, align = 0 }: Words) {
  const words = letter(text, face, { size });
  return lettering(words, [x - words.width * align, y], fill);
}

/** The screens of the app, drawn: a session, a week, progress; each in both languages. */
export const APP_SCREENS = { session, week, progress } as const;

function telephone(ground: string, ...content: string[]): string {
  const { x, y, width, height, radius } = SCREEN;
  const drawn = svg(
    SIZE,
    `<clipPath id="s"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"/></clipPath>`,
    roundedBox([0, 0], SIZE, { fill: INK, radius: 62 }),
    `<g clip-path="url(#s)">${box([x, y], [width, height], ground)}${content.join('')}</g>`,
    roundedBox([150, 30], [100, 24], { fill: INK, radius: 12 }),
  );
  // Letters are most of its weight: shown at half its size or less, half a unit is invisible in them.
  return compact(
    drawn.replaceAll(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number) * 10) / 10)),
    { parts: 2 },
  );
}

type Look = { suit: string; colour?: string; far?: string };

const body = (pose: Pose, where: Body, { suit, colour = INK, far = PINE_DEEP }: Look) =>
  figure(pose, where, { body: colour, far, suit });

/** One session: what is done, how long, and the movement large. */
function session(locale: Locale): string {
  const words = {
    fr: {
      title: 'Équilibre',
      note: 'Séance 4 · 20 min',
      steps: [
        ['Équilibre au mur', '3 × 30 s'],
        ['Pompes en carpé', '3 × 8'],
        ['Équerre', '3 × 10 s'],
      ],
      go: 'Commencer',
    },
    en: {
      title: 'Handstand',
      note: 'Session 4 · 20 min',
      steps: [
        ['Wall handstand', '3 × 30 s'],
        ['Pike push-ups', '3 × 8'],
        ['L-sit', '3 × 10 s'],
      ],
      go: 'Start',
    },
  }[locale];
  const floor = 352;
  const poses = ['handstand', 'pike', 'lSit'] as const;
  const row = (index: number) => 494 + index * 72;
  return telephone(
    GROUND,
    box([14, 14], [372, floor - 14], SAND),
    disc([252, 240], 108, VERMILION),
    arc({ centre: [252, floor], radius: 180 }, [101, 176], { width: 10, colour: OCHRE }),
    disc(reach([252, floor], 176, 180), 16, OCHRE),
    body(POSES.kickUp, onHand(POSES.kickUp, [252, floor - 4], 236), {
      suit: '#dccdb2',
      colour: '#dccdb2',
      far: '#dccdb2',
    }),
    body(POSES.handstand, onHand(POSES.handstand, [252, floor - 4], 236), {
      suit: SURFACE,
      far: INK,
    }),
    box([14, floor], [372, 14], PINE),
    say(words.title, [LEFT, floor + 66], TITLE),
    say(words.note, [LEFT, floor + 96], NOTE),
    ...words.steps.flatMap(([name = '', dose = ''], index) => {
      const y = row(index);
      const pose = POSES[poses[index] ?? 'lSit'];
      const centre: Point = [LEFT + 28, y + 10];
      const ground = centre[1] + (index === 1 ? 16 : 15);
      const at =
        index === 1
          ? onFoot(pose, [centre[0] - 5, ground], 44)
          : onHand(pose, [centre[0] - (index === 2 ? 8 : 0), ground + (index === 0 ? 3 : -4)], 44);
      return [
        disc(centre, 28, index === 0 ? STRAW : SAND),
        body(pose, at, { suit: VERMILION }),
        say(name, [LEFT + 72, y + 6], NAME),
        say(dose, [LEFT + 72, y + 29], NOTE),
      ];
    }),
    roundedBox([LEFT, 714], [WIDTH, 58], { fill: VERMILION, radius: 29 }),
    say(words.go, [LEFT + WIDTH / 2, 750], { face: 'strong', size: 20, fill: SURFACE, align: 0.5 }),
  );
}

/** A week: the days as balls on an arc, and what each training day brings. */
function week(locale: Locale): string {
  const words = {
    fr: {
      title: 'Ma semaine',
      days: ['L', 'M', 'M', 'J', 'V', 'S', 'D'],
      plan: [
        ['Lundi', 'Force', '30 min'],
        ['Mercredi', 'Mobilité', '15 min'],
        ['Samedi', 'Jonglage', '10 min'],
      ],
    },
    en: {
      title: 'My week',
      days: ['M', 'T', 'W', 'T', 'F', 'S', 'S'],
      plan: [
        ['Monday', 'Strength', '30 min'],
        ['Wednesday', 'Mobility', '15 min'],
        ['Saturday', 'Juggling', '10 min'],
      ],
    },
  }[locale];
  const training = new Set([0, 2, 5]);
  const done = new Set([0]);
  const hub: Point = [200, 452];
  const colours = [VERMILION, PINE, OCHRE];
  const looks = [
    ['frontLever', SURFACE, SURFACE],
    ['lunge', SURFACE, VERMILION],
    ['juggle', INK, VERMILION],
  ] as const;
  return telephone(
    GROUND,
    say(words.title, [LEFT, 112], TITLE),
    arc({ centre: hub, radius: 262 }, [120, 60], { width: 4, colour: CLAY }),
    ...words.days.flatMap((day, index) => {
      const centre = reach(hub, 120 - index * 10, 262);
      const isTraining = training.has(index);
      const isDone = done.has(index);
      return [
        disc(centre, isTraining ? 22 : 7, isDone ? PINE : isTraining ? OCHRE : CLAY),
        say(day, isTraining ? [centre[0], centre[1] + 6.5] : [centre[0], centre[1] - 16], {
          face: 'strong',
          size: 18,
          fill: isDone ? SURFACE : isTraining ? INK : INK_SOFT,
          align: 0.5,
        }),
      ];
    }),
    ...words.plan.flatMap(([day = '', name = '', length = ''], index) => {
      const y = 284 + index * 164;
      const [pose, colour, suit] = looks[index] ?? looks[0];
      const where =
        pose === 'frontLever'
          ? onHand(POSES[pose], [LEFT + 60, y + 44], 108)
          : onFoot(POSES[pose], [LEFT + (pose === 'lunge' ? 104 : 72), y + 132], 112);
      return [
        roundedBox([LEFT, y], [WIDTH, 148], { fill: SURFACE, radius: 20 }),
        roundedBox([LEFT + 10, y + 10], [128, 128], { fill: colours[index] ?? PINE, radius: 14 }),
        pose === 'frontLever'
          ? line(
              [
                [LEFT + 10, y + 44],
                [LEFT + 138, y + 44],
              ],
              { width: 3, colour: INK, cap: 'butt' },
            )
          : '',
        body(POSES[pose], where, { suit, colour, far: colour }),
        ...(pose === 'juggle'
          ? [
              disc([LEFT + 60, y + 40], 6, VERMILION),
              disc([LEFT + 92, y + 28], 6, PINE),
              disc([LEFT + 116, y + 54], 6, SURFACE),
            ]
          : []),
        say(day, [LEFT + 158, y + 52], NOTE),
        say(name, [LEFT + 158, y + 82], { ...NAME, size: 22 }),
        say(length, [LEFT + 158, y + 110], NOTE),
      ];
    }),
  );
}

/** What was done: variations learned as an arc, and the minutes of six weeks. */
function progress(locale: Locale): string {
  const words = {
    fr: {
      title: 'Mes progrès',
      of: 'sur 46',
      learned: 'variations de jonglage',
      weeks: 'Minutes par semaine',
    },
    en: {
      title: 'My progress',
      of: 'of 46',
      learned: 'juggling variations',
      weeks: 'Minutes a week',
    },
  }[locale];
  const hub: Point = [200, 282];
  const learned = 18;
  const [from, to] = [220, -40];
  const here = from - ((from - to) * learned) / 46;
  const minutes = [35, 50, 45, 65, 60, 75];
  const base = 730;
  return telephone(
    GROUND,
    say(words.title, [LEFT, 112], TITLE),
    arc({ centre: hub, radius: 122 }, [from, to], { width: 22, colour: SAND }),
    arc({ centre: hub, radius: 122 }, [from, here], { width: 22, colour: VERMILION }),
    disc(reach(hub, here, 122), 21, OCHRE),
    say(String(learned), [200, 292], { face: 'display', size: 84, fill: INK, align: 0.5 }),
    say(words.of, [200, 326], { ...NOTE, align: 0.5 }),
    say(words.learned, [200, 416], { ...NAME, align: 0.5 }),
    roundedBox([LEFT, 456], [WIDTH, 310], { fill: SURFACE, radius: 20 }),
    say(words.weeks, [LEFT + 22, 496], NAME),
    ...minutes.flatMap((count, index) => {
      const x = LEFT + 22 + index * 47;
      const height = count * 2.3;
      const isLast = index === minutes.length - 1;
      return [
        roundedBox([x, base - height], [36, height], { fill: isLast ? PINE : SAGE, radius: 10 }),
        say(String(count), [x + 18, base - height - 8], { ...NOTE, size: 15, align: 0.5 }),
      ];
    }),
    line(
      [
        [LEFT + 22, base + 6],
        [RIGHT - 22, base + 6],
      ],
      { width: 2, colour: CLAY },
    ),
  );
}
