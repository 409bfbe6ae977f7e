import {
  arc,
  box,
  compact,
  disc,
  group,
  line,
  reach,
  ring,
  roundedBox,
  svg,
  type Point,
} from './geometry.ts';
import { CLAY, GROUND, INK, INK_SOFT, OCHRE, PINE_DEEP, SURFACE, VERMILION } from './palette.ts';
import { letter, lettering } from './text.ts';

type MarkColours = { arc: string; ball: string };

/** The ring that opens to let the ball go, in a square of a given side. */
export function mark([x, y]: Point, side: number, { arc: arcColour, ball }: MarkColours): string {
  const radius = side * 0.37;
  const centre: Point = [x + side * 0.47, y + side * 0.53];
  return (
    arc({ centre, radius }, [84, 376], { width: radius * 0.36, colour: arcColour }) +
    disc(reach(centre, 50, radius * 1.06), radius * 0.27, ball)
  );
}

/** Mark and name side by side, 255 wide. */
export function wordmark(colours: MarkColours & { name: string }): string {
  const name = letter('Agrès', 'display', { size: 72, tracking: -0.02 });
  const side = 64;
  const gap = 12;
  const width = side + gap + name.width;
  const scale = 255 / width;
  const height = 76 * scale;
  return svg(
    [255, Math.round(height)],
    group(
      `scale(${scale.toFixed(4)})`,
      mark([0, 3], side, colours),
      lettering(name, [side + gap, 57], colours.name),
    ),
  );
}

/** The mark alone, for phones and avatars. */
export function compactMark(colours: MarkColours): string {
  return svg([80, 80], mark([0, 0], 80, colours));
}

/** Heavier than the mark, since it is seen at 16 pixels. */
export function favicon(): string {
  const centre: Point = [30, 34];
  return svg(
    [64, 64],
    arc({ centre, radius: 22 }, [88, 372], { width: 11, colour: VERMILION }),
    disc(reach(centre, 50, 26), 9, OCHRE),
  );
}

/** The icon of a home screen: it has its own ground and no round corners. */
export function touchIcon(): string {
  return svg(
    [180, 180],
    box([0, 0], [180, 180], PINE_DEEP),
    mark([26, 26], 128, { arc: GROUND, ball: OCHRE }),
  );
}

/**
 * The ball swings in the mark's ring, closed: an arc alone, at rest, is a smile. Readers who want no motion see
 * it step from place to place.
 */
export function loading(): string {
  const centre: Point = [60, 38];
  const track = ring(centre, 28, { width: 6, colour: CLAY });
  const ball = disc(reach(centre, 270, 28), 10, OCHRE);
  const style = `<style>
#ball{transform-origin:60px 38px;animation:swing 1.1s cubic-bezier(.45,.05,.55,.95) infinite alternate}
@keyframes swing{from{transform:rotate(80deg)}to{transform:rotate(-80deg)}}
@media (prefers-reduced-motion:reduce){#ball{animation:steps 2.4s step-end infinite}}
@keyframes steps{0%,100%{transform:rotate(80deg)}33%{transform:none}66%{transform:rotate(-80deg)}}
</style>`;
  return svg([120, 80], style, track, `<g id="ball">${ball}</g>`);
}

/** What runs across two sections at the edge of the page: half of it is seen, with one of its balls. */
export function edgeArc(): string {
  const centre: Point = [100, 100];
  return svg(
    [200, 200],
    ring(centre, 84, { width: 22, colour: VERMILION }),
    disc(reach(centre, 54, 84), 16, OCHRE),
    disc(reach(centre, 126, 84), 16, OCHRE),
  );
}

/** A long shallow arc with its ball, between two sections. */
export function divider(): string {
  const centre: Point = [720, 3224];
  return svg(
    [1440, 120],
    arc({ centre, radius: 3200 }, [76, 104], { width: 3, colour: CLAY }),
    disc(reach(centre, 84, 3200), 15, OCHRE),
  );
}

/** An edge between two grounds: the lower one rises in one arc. It takes the colour of the text around it. */
export function edge(): string {
  return svg([1440, 96], `<path d="M0 96A2748 2748 0 0 1 1440 96Z" fill="currentColor"/>`);
}

type Store = 'app-store' | 'google-play';

const BADGES = {
  'app-store': { fr: ['Télécharger sur', 'l’App Store'], en: ['Download on the', 'App Store'] },
  'google-play': { fr: ['Disponible sur', 'Google Play'], en: ['Get it on', 'Google Play'] },
} as const;

/** A store's link as our own drawing: a phone and the store's name. */
export function storeBadge(store: Store, locale: 'fr' | 'en'): string {
  const [above, name] = BADGES[store][locale];
  const small = letter(above, 'text', { size: 13 });
  const large = letter(name, 'display', { size: 25, tracking: -0.01 });
  const width = Math.ceil(64 + Math.max(small.width, large.width) + 24);
  return compact(
    svg(
      [width, 60],
      roundedBox([0, 0], [width, 60], { fill: INK, radius: 30 }),
      phone([25, 13], store),
      lettering(small, [62, 23], '#efe4d1'),
      lettering(large, [62, 46], SURFACE),
    ),
    { parts: 10 },
  );
}

function phone([x, y]: Point, store: Store): string {
  const frame = `<rect x="${x}" y="${y}" width="21" height="34" rx="5" fill="none" stroke="${SURFACE}" stroke-width="2.5"/>`;
  const top =
    store === 'app-store'
      ? line(
          [
            [x + 7.5, y + 4.5],
            [x + 13.5, y + 4.5],
          ],
          { width: 2.5, colour: SURFACE },
        )
      : disc([x + 10.5, y + 5.2], 1.7, SURFACE);
  const sign =
    store === 'app-store'
      ? mark([x + 3, y + 10], 16, { arc: SURFACE, ball: OCHRE })
      : `<path d="M${x + 7} ${y + 12}L${x + 7} ${y + 23}L${x + 15.5} ${y + 17.5}Z" fill="${OCHRE}" stroke="${OCHRE}" stroke-width="2" stroke-linejoin="round"/>`;
  return frame + top + sign;
}

/** A payment card's name on a small card; no company's artwork. */
export function paymentMark(kind: 'visa' | 'mastercard'): string {
  const label = kind === 'visa' ? 'Visa' : 'Mastercard';
  const name = letter(label, 'strong', { size: kind === 'visa' ? 17 : 11 });
  return svg(
    [72, 46],
    `<rect x="0.75" y="0.75" width="70.5" height="44.5" rx="7" fill="${SURFACE}" stroke="${CLAY}" stroke-width="1.5"/>`,
    box([0.75, 9], [70.5, 6], INK_SOFT),
    lettering(name, [(72 - name.width) / 2, 35], INK),
  );
}
