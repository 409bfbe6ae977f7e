import { readFileSync } from 'node:fs';

const tokens = readFileSync(new URL('../../packages/ui/src/tokens.css', import.meta.url), 'utf8');

/** A colour of the site by its name in tokens.css, as #rrggbb. */
export function colour(token: string): string {
  const hex = new RegExp(`--color-${token}: (#[0-9a-f]{6});`).exec(tokens)?.[1];
  if (hex === undefined) throw new Error(`tokens.css has no colour called ${token}`);
  return hex;
}

export const GROUND = colour('ground');
export const SAND = colour('ground-deep');
export const CLAY = colour('line');
export const SURFACE = colour('surface');
export const INK = colour('ink');
export const INK_SOFT = colour('ink-soft');
export const VERMILION = colour('accent');
export const VERMILION_DEEP = colour('accent-strong');
export const BLUSH = colour('accent-soft');
export const PINE = colour('secondary');
export const PINE_DEEP = colour('secondary-strong');
export const SAGE = colour('secondary-soft');
export const OCHRE = colour('highlight');
export const STRAW = colour('highlight-soft');
