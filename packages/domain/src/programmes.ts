import { PROGRAMMES, type Programme } from './paths.ts';
import type { ItemUse } from './shape-values.ts';
import type { Item } from './shapes.ts';

type ProgrammeFacts = {
  /** Null for a self-paced programme. */
  weeks: number | null;
  sessionsPerWeek: number;
  sessionMinutes: number;
  uses: readonly ItemUse[];
};

export const PROGRAMME_FACTS: Record<Programme, ProgrammeFacts> = {
  strength: { weeks: 8, sessionsPerWeek: 3, sessionMinutes: 30, uses: ['strength'] },
  bodyweight: { weeks: 6, sessionsPerWeek: 3, sessionMinutes: 20, uses: ['balance', 'endurance'] },
  mobility: { weeks: 6, sessionsPerWeek: 4, sessionMinutes: 15, uses: ['mobility'] },
  handstand: { weeks: 12, sessionsPerWeek: 4, sessionMinutes: 20, uses: ['balance'] },
  'pull-up-bar': { weeks: 8, sessionsPerWeek: 3, sessionMinutes: 25, uses: ['strength'] },
  rings: { weeks: 10, sessionsPerWeek: 3, sessionMinutes: 30, uses: ['strength'] },
  juggling: { weeks: null, sessionsPerWeek: 7, sessionMinutes: 10, uses: ['juggling'] },
  recovery: { weeks: 4, sessionsPerWeek: 2, sessionMinutes: 15, uses: ['mobility'] },
};

type Usable = Pick<Item, 'use'>;

const fits = ({ use }: Usable, programme: Programme): boolean =>
  use !== null && PROGRAMME_FACTS[programme].uses.includes(use);

/** Returns the programmes that an item can be used in; none if its use is unknown. */
export const programmesFor = (item: Usable): Programme[] =>
  PROGRAMMES.filter((programme) => fits(item, programme));

/** Returns the items that can be used in a programme, in the order of the shop. */
export const itemsFor = <T extends Usable>(programme: Programme, items: readonly T[]): T[] =>
  items.filter((item) => fits(item, programme));
