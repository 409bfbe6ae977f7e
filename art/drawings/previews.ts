import { ARTICLE_COVERS } from './article-covers.ts';
import { mark } from './brand.ts';
import { arc, box, n, svg, type Point } from './geometry.ts';
import { heroDesktop } from './hero.ts';
import { GROUND, INK, OCHRE, PINE, PINE_DEEP, SURFACE, VERMILION } from './palette.ts';
import { PROGRAMME_COVERS } from './programme-covers.ts';
import { letter, lettering } from './text.ts';

export const PREVIEW_SIZE: Point = [1200, 630];

type Preview = { picture: string; fr: readonly string[]; en: readonly string[] };

/** The preview of a shared link, by page; `default` serves all other pages. */
export const PAGE_PREVIEWS = {
  default: {
    picture: heroDesktop(),
    fr: ['L’entraînement', 'au poids du', 'corps.'],
    en: ['Bodyweight', 'training.'],
  },
  home: {
    picture: heroDesktop(),
    fr: ['Force, mobilité,', 'jonglage.'],
    en: ['Strength,', 'mobility,', 'juggling.'],
  },
  shop: {
    picture: PROGRAMME_COVERS.rings,
    fr: ['La boutique :', 'du matériel', 'qui dure.'],
    en: ['The shop:', 'equipment', 'that lasts.'],
  },
  blog: {
    picture: ARTICLE_COVERS['juggling-and-the-brain'],
    fr: ['Le blog :', 'comprendre', 'et progresser.'],
    en: ['The blog:', 'understand', 'and progress.'],
  },
  contact: {
    picture: PROGRAMME_COVERS.juggling,
    fr: ['Écrivez-nous,', 'réponse sous', '48 heures.'],
    en: ['Write to us:', 'an answer', 'in 48 hours.'],
  },
  faq: {
    picture: PROGRAMME_COVERS.mobility,
    fr: ['Foire aux', 'questions.'],
    en: ['Frequently', 'asked', 'questions.'],
  },
  legalNotices: {
    picture: PROGRAMME_COVERS.recovery,
    fr: ['Mentions', 'légales.'],
    en: ['Privacy', 'policy.'],
  },
  terms: {
    picture: PROGRAMME_COVERS.recovery,
    fr: ['Conditions', 'générales.'],
    en: ['Terms', 'of use.'],
  },
} as const satisfies Record<string, Preview>;

/** The picture of a page: its promise on paper, its drawing on the right. */
export function pagePreview({ picture, ...words }: Preview, locale: 'fr' | 'en'): string {
  const lines = words[locale];
  const size = 88;
  const leading = size * 1.04;
  const top = 556 - (lines.length - 1) * leading;
  return svg(
    PREVIEW_SIZE,
    box([0, 0], PREVIEW_SIZE, GROUND),
    inside(picture, [690, 0], [510, 630]),
    signature([64, 56], { arc: VERMILION, ball: OCHRE, name: INK }),
    ...lines.map((text, index) =>
      lettering(
        letter(text.replace(' :', '\u00a0:'), 'display', { size, tracking: -0.025 }),
        [64, top + index * leading],
        INK,
      ),
    ),
  );
}

/** The left part of an item's preview; the item's picture fills the right part. */
export function itemPreviewPanel(): string {
  return svg(
    [570, 630],
    box([0, 0], [570, 630], PINE_DEEP),
    arc({ centre: [570, 630], radius: 430 }, [90, 180], { width: 90, colour: PINE, cap: 'butt' }),
    arc({ centre: [570, 630], radius: 270 }, [90, 180], {
      width: 90,
      colour: VERMILION,
      cap: 'butt',
    }),
    signature([64, 56], { arc: OCHRE, ball: SURFACE, name: SURFACE }, 1.5),
  );
}

/** An article's cover in the frame of a preview. */
export function articlePreview(cover: string): string {
  return svg(PREVIEW_SIZE, inside(cover, [0, 0], PREVIEW_SIZE));
}

function signature(
  [x, y]: Point,
  colours: { arc: string; ball: string; name: string },
  scale = 1,
): string {
  const side = 56 * scale;
  const name = letter('Agrès', 'display', { size: 50 * scale, tracking: -0.02 });
  return (
    mark([x - side * 0.04, y], side, colours) +
    lettering(name, [x + side * 1.12, y + 44 * scale], colours.name)
  );
}

/** A whole picture cut to fill a frame of another. */
function inside(picture: string, [x, y]: Point, [width, height]: Point): string {
  const viewBox = /viewBox="[^"]+"/.exec(picture)?.[0] ?? '';
  const content = picture.replace(/^<svg[^>]*>/, '').replace(/<\/svg>$/, '');
  return `<svg x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" ${viewBox} preserveAspectRatio="xMidYMid slice">${content}</svg>`;
}
