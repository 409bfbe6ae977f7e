/** x to the right, y downwards, as SVG has it. */
export type Point = readonly [x: number, y: number];

/** Degrees as a coach says them: 0 to the right, 90 up, 180 to the left. */
export type Degrees = number;

type Stroke = { width: number; colour: string; cap?: 'round' | 'butt' };
export type Circle = { centre: Point; radius: number };

/** The point at a distance from another in a direction. */
export function reach([x, y]: Point, direction: Degrees, distance: number): Point {
  const angle = (direction * Math.PI) / 180;
  return [x + distance * Math.cos(angle), y - distance * Math.sin(angle)];
}

/** A filled circle. */
export function disc([x, y]: Point, radius: number, fill: string): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${fill}"/>`;
}

/** A circle's outline. */
export function ring([x, y]: Point, radius: number, { width, colour }: Stroke): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="none" stroke="${colour}" stroke-width="${n(width)}"/>`;
}

/** A part of a circle's outline, from one direction to another: upwards angles run against the clock. */
export function arc(
  circle: Circle,
  [from, to]: readonly [Degrees, Degrees],
  stroke: Stroke,
): string {
  const start = reach(circle.centre, from, circle.radius);
  const end = reach(circle.centre, to, circle.radius);
  const isLarge = Math.abs(to - from) > 180 ? 1 : 0;
  const sweep = to > from ? 0 : 1;
  const r = n(circle.radius);
  return line(`M${p(start)}A${r} ${r} 0 ${isLarge} ${sweep} ${p(end)}`, stroke);
}

/** A stroke through points, or along a path already written. */
export function line(
  path: string | readonly Point[],
  { width, colour, cap = 'round' }: Stroke,
): string {
  const d = typeof path === 'string' ? path : `M${path.map(p).join('L')}`;
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="${cap}" stroke-linejoin="round"/>`;
}

/** A filled rectangle. */
export function box(corner: Point, size: Point, fill: string): string {
  return roundedBox(corner, size, { fill, radius: 0 });
}

/** A filled rectangle with round corners. */
export function roundedBox(
  [x, y]: Point,
  [width, height]: Point,
  { fill, radius }: { fill: string; radius: number },
): string {
  const round = radius > 0 ? ` rx="${n(radius)}"` : '';
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}"${round} fill="${fill}"/>`;
}

/** The path of limbs from circle to circle. */
export function limbsThrough(...joints: readonly Circle[]): string {
  return joints
    .slice(1)
    .map((joint, index) => limbPath(joints[index] ?? joint, joint))
    .join('');
}

/** The path round two circles and the tangents between them: one tapered limb. */
function limbPath(a: Circle, b: Circle): string {
  const [dx, dy] = [b.centre[0] - a.centre[0], b.centre[1] - a.centre[1]];
  const distance = Math.hypot(dx, dy);
  if (distance <= Math.abs(a.radius - b.radius)) return circlePath(a.radius > b.radius ? a : b);
  const along = (Math.atan2(-dy, dx) * 180) / Math.PI;
  const spread = (Math.acos((a.radius - b.radius) / distance) * 180) / Math.PI;
  const [a1, a2] = [
    reach(a.centre, along + spread, a.radius),
    reach(a.centre, along - spread, a.radius),
  ];
  const [b1, b2] = [
    reach(b.centre, along + spread, b.radius),
    reach(b.centre, along - spread, b.radius),
  ];
  const far = a.radius > b.radius ? [1, 0] : [0, 1];
  return (
    `M${p(a1)}L${p(b1)}A${n(b.radius)} ${n(b.radius)} 0 ${far[1]} 1 ${p(b2)}` +
    `L${p(a2)}A${n(a.radius)} ${n(a.radius)} 0 ${far[0]} 1 ${p(a1)}Z`
  );
}

/** A whole picture. */
export function svg([width, height]: Point, ...content: string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${n(width)} ${n(height)}" width="${n(width)}" height="${n(height)}">${content.join('')}</svg>`;
}

/** Moves, turns and scales what it holds. */
export function group(transform: string, ...content: string[]): string {
  return `<g transform="${transform}">${content.join('')}</g>`;
}

/** A number as short as a drawing needs it. */
export function n(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function p([x, y]: Point): string {
  return `${n(x)} ${n(y)}`;
}

function circlePath({ centre: [x, y], radius }: Circle): string {
  const r = n(radius);
  return `M${n(x - radius)} ${n(y)}a${r} ${r} 0 1 0 ${n(2 * radius)} 0a${r} ${r} 0 1 0 ${n(-2 * radius)} 0Z`;
}

/** A number in as few characters as SVG takes. */
const short = (value: number): string => String(value).replace(/^(-?)0\./, '$1.');

/** How many numbers end each command of a path with the point that it leads to; before them stand plain ones. */
const POINTS = { M: 1, L: 1, Q: 2, A: 1, Z: 0 } as const;

const isCommand = (letter: string): letter is keyof typeof POINTS => Object.hasOwn(POINTS, letter);

/** A path with each point as its way from the one before, in so many parts of a unit. */
function wayOf(path: string, parts: number): string {
  let [at, start]: [Point, Point] = [
    [0, 0],
    [0, 0],
  ];
  return [...path.matchAll(/([a-z])([^a-z]*)/gi)]
    .map(([, letter = '', text = ''], index) => {
      if (!isCommand(letter)) throw new Error(`A path with ${letter}`);
      if (letter === 'Z') {
        at = start;
        return 'z';
      }
      const numbers = [...text.matchAll(/-?[\d.]+/g)].map(([number]) => Number(number));
      const plain = numbers.splice(0, numbers.length - 2 * POINTS[letter]).map(String);
      const goal = numbers.map((number) => Math.round(number * parts));
      const from = at;
      const way = goal.map((number, place) => short((number - (from[place % 2] ?? 0)) / parts));
      at = [goal.at(-2) ?? 0, goal.at(-1) ?? 0];
      if (letter === 'M') start = at;
      const name = index === 0 ? letter : letter.toLowerCase();
      return name + [...plain, ...way].join(' ').replaceAll(' -', '-');
    })
    .join('');
}

/** A drawing in half its bytes or less: its paths, mostly letters whose points lie close, to a part of a unit. */
export function compact(drawing: string, { parts }: { parts: number }): string {
  return drawing.replaceAll(/ d="([^"]*)"/g, (_, path: string) => ` d="${wayOf(path, parts)}"`);
}
