import type { Programme } from '@agres/domain/paths';
import { itemsFor, PROGRAMME_FACTS } from '@agres/domain/programmes';

import { loadOptional } from '../../lib/page-loaders.ts';
import { PROGRAMME_NAMES, programmeCover } from '../../lib/programmes.ts';
import type { RouterContext } from '../../lib/router-context.ts';
import { cardOf, type ShownCard } from '../../lib/shown.ts';
import { PROGRAMME_SHEETS } from './programme-sheets.ts';

const MAX_ITEMS = 4;

export type ShownProgramme = {
  programme: Programme;
  name: string;
  lead: string;
  level: string;
  sessionMinutes: number;
  cover: string;
  /** The items in stock first; empty if they could not be loaded. */
  items: ShownCard[];
};

export async function loadProgramme(
  programme: Programme,
  context: RouterContext,
): Promise<ShownProgramme> {
  const { i18n, locale } = context;
  const { lead, level } = PROGRAMME_SHEETS[programme];
  const items = await loadOptional(context, (client) => client.shop.items.query());
  return {
    programme,
    name: i18n._(PROGRAMME_NAMES[programme]),
    lead: i18n._(lead),
    level: i18n._(level),
    sessionMinutes: PROGRAMME_FACTS[programme].sessionMinutes,
    cover: programmeCover(programme),
    items: itemsFor(programme, items ?? [])
      .toSorted((a, b) => Number(a.remainingStock === 0) - Number(b.remainingStock === 0))
      .slice(0, MAX_ITEMS)
      .map((item) => cardOf(item, locale)),
  };
}
