import { frontFigure, frontHand } from './figure-front.ts';
import { figure, onFoot, onHand, jointsOf } from './figure.ts';
import { arc, box, disc, line, reach, ring, svg, type Point } from './geometry.ts';
import {
  BLUSH,
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
import { giantSwing, POSES } from './poses.ts';

export const PROGRAMME_SIZE: Point = [960, 1200];

const sheet = (ground: string, ...content: string[]) =>
  svg(PROGRAMME_SIZE, box([0, 0], PROGRAMME_SIZE, ground), ...content);

/** The cover of each programme, by slug; `parallettes` stands beside the log-in. */
export const PROGRAMME_COVERS = {
  strength: strength(),
  bodyweight: bodyweight(),
  mobility: mobility(),
  juggling: juggling(),
  handstand: handstand(),
  rings: rings(),
  bar: bar(),
  recovery: recovery(),
  parallettes: parallettes(),
} as const;

/** A front lever: the body as level as the bar above it. */
function strength(): string {
  const height = 740;
  const grip: Point = [372, 330];
  const body = onHand(POSES.frontLever, grip, height);
  return sheet(
    VERMILION,
    disc([480, 900], 420, VERMILION_DEEP),
    disc([480, 900], 270, OCHRE),
    line(
      [
        [-20, 330],
        [980, 330],
      ],
      { width: 26, colour: INK },
    ),
    figure(POSES.frontLever, body, { body: INK, far: INK, suit: SURFACE }),
  );
}

/** A squat on one leg, nothing but the body and its balance. */
function bodyweight(): string {
  const height = 1040;
  const foot: Point = [560, 972];
  return sheet(
    SAND,
    arc({ centre: [480, 980], radius: 760 }, [180, 0], { width: 120, colour: OCHRE, cap: 'butt' }),
    arc({ centre: [480, 980], radius: 600 }, [180, 0], {
      width: 120,
      colour: VERMILION,
      cap: 'butt',
    }),
    box([0, 980], [960, 220], PINE),
    figure(POSES.pistol, onFoot(POSES.pistol, foot, height), {
      body: INK,
      far: PINE_DEEP,
      suit: SURFACE,
    }),
  );
}

/** A long lunge that reaches up. */
function mobility(): string {
  const height = 900;
  const foot: Point = [800, 1010];
  return sheet(
    PINE,
    ring([480, 560], 330, { width: 90, colour: OCHRE }),
    box([0, 1020], [960, 180], PINE_DEEP),
    figure(POSES.lunge, onFoot(POSES.lunge, foot, height), {
      body: SURFACE,
      far: SAGE,
      suit: VERMILION,
    }),
  );
}

/** Three balls on two crossing paths. */
function juggling(): string {
  const height = 1150;
  const body = { hip: [430, 960], height } as const;
  const { hands } = jointsOf(POSES.juggle, body);
  const left = { centre: [360, 520] as const, radius: 250 };
  const right = { centre: [600, 520] as const, radius: 250 };
  return sheet(
    OCHRE,
    arc(left, [200, -20], { width: 10, colour: STRAW }),
    arc(right, [200, -20], { width: 10, colour: STRAW }),
    disc(reach(left.centre, 118, 250), 66, VERMILION),
    disc(reach(right.centre, 70, 250), 66, SURFACE),
    figure(POSES.juggle, body, { body: INK, far: PINE_DEEP, suit: VERMILION }),
    disc([hands[0][0] + 14, hands[0][1] - 74], 66, PINE),
  );
}

/** One straight line from the floor up. */
function handstand(): string {
  const height = 920;
  const hands: Point = [440, 1060];
  return sheet(
    BLUSH,
    disc([620, 470], 350, VERMILION),
    box([0, 1060], [960, 140], INK),
    figure(POSES.kickUp, onHand(POSES.kickUp, hands, height), {
      body: INK,
      far: PINE,
      suit: SURFACE,
    }),
    disc([800, 1012], 48, OCHRE),
  );
}

/** A stag handstand on the parallettes: one leg up, the other one bent. */
function parallettes(): string {
  const height = 770;
  const hands: Point = [430, 960];
  const floor = 1066;
  const leg = (from: number, to: number) =>
    line(
      [
        [hands[0] + from, floor],
        [hands[0] + to, hands[1] + 10],
      ],
      { width: 20, colour: INK },
    );
  return sheet(
    PINE,
    disc([600, 440], 356, VERMILION),
    box([0, floor], [960, 134], PINE_DEEP),
    leg(-104, -84),
    leg(104, 84),
    figure(POSES.stagHandstand, onHand(POSES.stagHandstand, hands, height), {
      body: SURFACE,
      far: SAND,
      suit: INK,
    }),
    line(
      [
        [hands[0] - 168, hands[1] + 6],
        [hands[0] + 168, hands[1] + 6],
      ],
      { width: 30, colour: OCHRE },
    ),
    disc([790, floor - 46], 46, OCHRE),
  );
}

/** An iron cross: as wide as it is high. */
function rings(): string {
  const height = 900;
  const body = { hip: [480, 690], height } as const;
  const pose = { arm: [-2, -2], leg: [270, 270] } as const;
  const [right, y] = frontHand(pose, body);
  const hands = [960 - right, right];
  return sheet(
    PINE_DEEP,
    disc([480, 560], 420, PINE),
    ...hands.map((x) =>
      line(
        [
          [x, -20],
          [x, y - 112],
        ],
        { width: 20, colour: VERMILION },
      ),
    ),
    ...hands.map((x) => ring([x, y - 54], 58, { width: 20, colour: OCHRE })),
    frontFigure(pose, body, { body: SURFACE, suit: VERMILION }),
  );
}

/** A giant swing, three moments of it. */
function bar(): string {
  const height = 500;
  const hub: Point = [270, 470];
  const moment = (direction: number, body: string, suit: string) => {
    const pose = giantSwing(direction);
    return figure(pose, onHand(pose, hub, height), { body, far: body, suit });
  };
  return sheet(
    OCHRE,
    disc(hub, 560, '#ecb95f'),
    arc({ centre: hub, radius: 640 }, [236, 400], { width: 26, colour: SURFACE }),
    moment(252, '#dd9d33', '#dd9d33'),
    moment(304, '#c4851f', '#c4851f'),
    moment(2, INK, VERMILION),
    disc(hub, 26, INK),
    disc(reach(hub, 42, 640), 54, VERMILION),
  );
}

/** Hands and feet on the floor, the back long, over a low sun. */
function recovery(): string {
  const height = 900;
  const foot: Point = [330, 972];
  return sheet(
    SAGE,
    disc([470, 980], 400, OCHRE),
    box([0, 980], [960, 220], PINE),
    figure(POSES.pike, onFoot(POSES.pike, foot, height), {
      body: INK,
      far: INK,
      suit: VERMILION,
    }),
  );
}
