import { box, disc, group, line, n, reach, ring, roundedBox, svg, type Point } from './geometry.ts';
import { bottle, club, CORAL, CORK, WOOD } from './item-uses.ts';
import { CLAY, INK, INK_SOFT, OCHRE, PINE, SAND, VERMILION } from './palette.ts';
import { letter, lettering } from './text.ts';

const SIZE: Point = [1200, 1200];
const STEEL = '#b9b6ae';
const WRAP_EDGE = '#2b3532';

/** Figures and units alone: one picture serves both languages. */
const FIGURES = 54;

/** Smaller than the picture: a phone's page shows no more than the middle of its height. */
const sheet = (...content: string[]) =>
  svg(SIZE, box([0, 0], SIZE, SAND), group('translate(96 96) scale(0.84)', ...content));

/** Each item with its measures, as its text and options say them, by slug. */
export const ITEM_SIZES = {
  parallettes: parallettes(),
  'juggling-balls': jugglingBalls(),
  'resistance-bands': resistanceBands(),
  'jump-rope': jumpRope(),
  'gymnastic-rings': gymnasticRings(),
  'pull-up-bar': pullUpBar(),
  'mobility-blocks': mobilityBlocks(),
  'juggling-clubs': jugglingClubs(),
  'wrist-wraps': wristWraps(),
  chalk: chalk(),
} as const;

/** Words round a middle; the ground behind them ends a line that runs through. */
function label(text: string, [x, y]: Point, size = FIGURES): string {
  const drawn = letter(text, 'strong', { size });
  const [width, height] = [drawn.width + size * 0.6, size * 1.2];
  return (
    box([x - width / 2, y - height / 2], [width, height], SAND) +
    lettering(drawn, [x - drawn.width / 2, y + size * 0.36], INK)
  );
}

type Measure = {
  /** How far the line stands from what it measures; the side is to the right of the way from start to end. */
  away: number;
  text?: string;
  size?: number;
};

/** A line between two points with a stroke at each end, led to what it measures. */
function measure(from: Point, to: Point, { away, text, size }: Measure): string {
  const along = (Math.atan2(from[1] - to[1], to[0] - from[0]) * 180) / Math.PI;
  const aside = along - 90;
  const [start, end] = [reach(from, aside, away), reach(to, aside, away)];
  const thin = { width: 3, colour: INK_SOFT };
  const led = (point: Point) =>
    line(
      [reach(point, aside, Math.sign(away) * 16), reach(point, aside, away + Math.sign(away) * 18)],
      thin,
    );
  const tick = (point: Point) =>
    line([reach(point, aside, 15), reach(point, aside, -15)], { width: 5, colour: INK });
  const middle: Point = [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2];
  return (
    led(from) +
    led(to) +
    line([start, end], { width: 5, colour: INK }) +
    tick(start) +
    tick(end) +
    (text === undefined ? '' : label(text, middle, size))
  );
}

/** The three lengths one above the other, the middle one on its feet. */
function parallettes(): string {
  const cm = 21;
  const floor = 600;
  const [x, rail] = [600, floor - 9.1 * cm];
  const radius = 1.9 * cm;
  const leg = (side: number) =>
    line(
      [
        [x + side * 8.6 * cm, rail + 10],
        [x + side * 10.4 * cm, floor - 30],
      ],
      { width: 34, colour: PINE },
    ) +
    line(
      [
        [x + side * 10.1 * cm, floor - 56],
        [x + side * 10.4 * cm, floor - 21],
      ],
      { width: 42, colour: INK },
    );
  const bar = (length: number, y: number) =>
    roundedBox([x - (length / 2) * cm, y - radius * 0.62], [length * cm, radius * 1.24], {
      fill: WOOD,
      radius: 12,
    });
  const other = (length: number, y: number) =>
    bar(length, y) +
    measure([x - (length / 2) * cm, y + 24], [x + (length / 2) * cm, y + 24], {
      away: 66,
      text: `${length} cm`,
    });
  return sheet(
    line(
      [
        [120, floor],
        [1080, floor],
      ],
      { width: 4, colour: INK_SOFT },
    ),
    leg(-1),
    leg(1),
    roundedBox([x - 15 * cm, rail - radius], [30 * cm, 2 * radius], { fill: WOOD, radius: 16 }),
    measure([x - 15 * cm, rail - radius], [x + 15 * cm, rail - radius], {
      away: -92,
      text: '30 cm',
    }),
    measure([x + 15 * cm, floor], [x + 15 * cm, rail - radius], {
      away: 90,
      text: '11 cm',
    }),
    measure([x - 15 * cm, rail + radius], [x - 15 * cm, rail - radius], { away: -62 }),
    label('Ø 38 mm', [x - 15 * cm - 62, rail + radius + 62]),
    other(20, 770),
    other(40, 960),
  );
}

/** One ball between two lines. */
function jugglingBalls(): string {
  const centre: Point = [600, 520];
  const radius = 300;
  const seam = (curve: number) =>
    line(
      `M600 ${520 - radius}C${600 + curve} ${520 - radius * 0.6} ${600 + curve} ${520 + radius * 0.6} 600 ${520 + radius}`,
      {
        width: 6,
        colour: '#a93c22',
      },
    );
  return sheet(
    disc(centre, radius, CORAL),
    seam(250),
    seam(-250),
    line(
      [
        [600, 220],
        [600, 820],
      ],
      { width: 6, colour: '#a93c22' },
    ),
    measure([300, 520 + 300], [900, 520 + 300], { away: 90, text: 'Ø 65 mm' }),
    ...[420, 600, 780].map((x) => disc([x, 1056], 62, CORAL)),
    label('3 × 120 g', [600, 1154], 46),
  );
}

/** Three loops, each as wide as its strength, of one length. */
function resistanceBands(): string {
  const [top, bottom] = [150, 930];
  const strengths: readonly [number, number, string, string][] = [
    [200, 20, OCHRE, '5–15 kg'],
    [510, 40, VERMILION, '10–30 kg'],
    [830, 66, PINE, '20–45 kg'],
  ];
  return sheet(
    ...strengths.map(([x, width, colour, kilograms]) => {
      const radius = 74;
      return (
        line(
          `M${x - radius} ${top + radius + width / 2}A${radius} ${radius} 0 0 1 ${x + radius} ${top + radius + width / 2}V${bottom - radius - width / 2}A${radius} ${radius} 0 0 1 ${x - radius} ${bottom - radius - width / 2}Z`,
          { width, colour },
        ) + label(kilograms, [x, 1024], 46)
      );
    }),
    measure([937, bottom], [937, top], { away: 110, text: '104 cm', size: 44 }),
  );
}

/** The cable drawn out between its two handles. */
function jumpRope(): string {
  const handle = (x: number, y: number, turned: number) =>
    group(
      `translate(${x} ${y}) rotate(${turned})`,
      box([-14, -62], [28, 46], STEEL),
      `<path d="M-24 -20L24 -20L30 150Q32 210 20 222H-20Q-32 210 -30 150Z" fill="${WOOD}"/>`,
      ...[150, 170, 190].map((at) =>
        line(
          [
            [-29, at],
            [29, at],
          ],
          { width: 7, colour: INK, cap: 'butt' },
        ),
      ),
    );
  return sheet(
    line(
      'M250 560V420C250 180 480 180 480 420V620C480 840 720 840 720 620V420C720 180 950 180 950 420V560',
      {
        width: 13,
        colour: VERMILION,
      },
    ),
    handle(250, 600, 0),
    handle(950, 600, 0),
    measure([250, 822], [950, 822], { away: 110, text: '290 cm' }),
    label('160 g', [600, 1060], 46),
  );
}

/** A ring with what it hangs on. */
function gymnasticRings(): string {
  const cm = 24;
  const inner = 9 * cm;
  const thick = 3.2 * cm;
  const centre: Point = [450, 760];
  const strap = 3.8 * cm;
  return sheet(
    ring(centre, inner + thick / 2, { width: thick, colour: WOOD }),
    ring(centre, inner + thick / 2, { width: 3, colour: '#c4905a' }),
    box([centre[0] - strap / 2, -120], [strap, centre[1] - inner - thick + 156], PINE),
    roundedBox([centre[0] - strap * 0.7, 250], [strap * 1.4, 70], { fill: STEEL, radius: 10 }),
    roundedBox([centre[0] - strap * 0.5, 266], [strap, 38], { fill: '#8f8c85', radius: 6 }),
    measure([centre[0] - inner, centre[1]], [centre[0] + inner, centre[1]], {
      away: 0,
      text: 'Ø 18 cm',
    }),
    measure([centre[0] + strap / 2, centre[1] - inner - thick], [centre[0] + strap / 2, 0], {
      away: 120,
      text: '450 cm',
    }),
    // Cut through, the two thicknesses as large as each other allows.
    ...[
      [2.8, 560, '28 mm'],
      [3.2, 860, '32 mm'],
    ].map(([thickness, y, text]) =>
      section([1000, Number(y)], Number(thickness) * 25, String(text)),
    ),
  );
}

/** A bar of wood cut through, with its layers. */
function section(centre: Point, radius: number, text: string): string {
  return (
    disc(centre, radius, WOOD) +
    [-0.6, -0.2, 0.2, 0.6]
      .map((part) => {
        const half = Math.sqrt(1 - part * part) * radius;
        const y = centre[1] + part * radius;
        return line(
          [
            [centre[0] - half, y],
            [centre[0] + half, y],
          ],
          { width: 4, colour: '#c4905a', cap: 'butt' },
        );
      })
      .join('') +
    label(text, [centre[0], centre[1] + radius + 44], 46)
  );
}

/** The same bar drawn in and drawn out. */
function pullUpBar(): string {
  const cm = 10;
  const bar = (length: number, y: number) => {
    const [left, right] = [600 - (length / 2) * cm, 600 + (length / 2) * cm];
    const from = (start: number, end: number, look: { width: number; colour: string }) =>
      line(
        [
          [start, y],
          [end, y],
        ],
        { ...look, cap: 'butt' },
      );
    return (
      [left, right]
        .map((x, index) => box([index === 0 ? x - 46 : x, y - 150], [46, 300], CLAY))
        .join('') +
      from(left, right, { width: 40, colour: STEEL }) +
      from(left + 60, left + 490, { width: 48, colour: VERMILION }) +
      from(left + 90, left + 260, { width: 66, colour: '#333c39' }) +
      from(left + 330, left + 480, { width: 66, colour: '#333c39' }) +
      roundedBox([left, y - 62], [26, 124], { fill: INK, radius: 6 }) +
      roundedBox([right - 26, y - 62], [26, 124], { fill: INK, radius: 6 }) +
      measure([left, y + 62], [right, y + 62], { away: 76, text: `${length} cm` })
    );
  };
  return sheet(bar(72, 360), bar(98, 800));
}

/** One block in space. */
function mobilityBlocks(): string {
  const mm = 2.65;
  // Corner nearest to the reader below; the length runs up to the right, the depth up to the left.
  const at = (length: number, depth: number, height: number): Point => [
    440 + (length * 0.9 - depth * 0.8) * mm,
    850 - (length * 0.3 + depth * 0.42 + height) * mm,
  ];
  const face = (fill: string, ...corners: Point[]) =>
    `<path d="M${corners.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z" fill="${fill}" stroke="${fill}" stroke-width="16" stroke-linejoin="round"/>`;
  const [l, d, h] = [220, 120, 75];
  return sheet(
    face('#a87b47', at(0, 0, 0), at(0, d, 0), at(0, d, h), at(0, 0, h)),
    face(CORK, at(0, 0, 0), at(l, 0, 0), at(l, 0, h), at(0, 0, h)),
    face('#d6b280', at(0, 0, h), at(l, 0, h), at(l, d, h), at(0, d, h)),
    measure(at(0, 0, 0), at(l, 0, 0), { away: 100, text: '220 mm' }),
    measure(at(0, d, 0), at(0, 0, 0), { away: 100, text: '120 mm' }),
    measure(at(l, 0, 0), at(l, 0, h), { away: 126, text: '75 mm' }),
    label('2 × 650 g', [600, 1120], 46),
  );
}

/** A club along its length. */
function jugglingClubs(): string {
  const length = 900;
  return sheet(
    club([150, 470], { direction: 0, length, colour: CORAL }),
    measure([150 - 0.028 * length, 600], [150 + length, 600], { away: 90, text: '52 cm' }),
    ...[0, 1, 2].map((index) =>
      club([430 + index * 130, 1060], { direction: 70, length: 250, colour: CORAL }),
    ),
    label('3 × 220 g', [600, 1130], 46),
  );
}

/** Both lengths laid flat. */
function wristWraps(): string {
  const cm = 20;
  const wrap = (length: number, y: number) => {
    const [left, width, height] = [110, length * cm, 8 * cm];
    return (
      `<path d="M${left + width - 6} ${y + height / 2 - 26}c86 -22 86 74 0 52" fill="none" stroke="${WRAP_EDGE}" stroke-width="14"/>` +
      roundedBox([left, y], [width, height], { fill: VERMILION, radius: 10 }) +
      box([left, y], [width, 16], WRAP_EDGE) +
      box([left, y + height - 16], [width, 16], WRAP_EDGE) +
      roundedBox([left + 14, y + 26], [4 * cm, height - 52], { fill: '#8d2a10', radius: 8 }) +
      measure([left, y + height], [left + width, y + height], { away: 78, text: `${length} cm` })
    );
  };
  return sheet(
    wrap(30, 240),
    measure([110 + 30 * cm + 70, 240 + 8 * cm], [110 + 30 * cm + 70, 240], {
      away: 90,
      text: '8 cm',
    }),
    wrap(45, 680),
  );
}

/** The bottle, and what it holds. */
function chalk(): string {
  const [foot, height] = [1050, 880];
  const unit = height / 159;
  return sheet(
    bottle([520, foot], height),
    measure([520 + 27.5 * unit, foot], [520 + 27.5 * unit, foot - 104 * unit], {
      away: 130,
      text: '250 ml',
    }),
  );
}
