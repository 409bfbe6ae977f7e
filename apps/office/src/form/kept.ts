import { useState } from 'react';

import type { Typed } from './schema.ts';

const keyOf = (place: string) => `office-form:${place}`;

/** Keeps a form in this tab, so that a session that ends or a reload loses no text; null: no longer. */
export function keep(place: string, typed: Typed | null): void {
  if (typed === null) sessionStorage.removeItem(keyOf(place));
  else sessionStorage.setItem(keyOf(place), JSON.stringify(typed));
}

/** The form that was kept at a place of this tab and not sent yet; null where there is none. */
export function readKept(place: string): Typed | null {
  const kept: Typed | null = JSON.parse(sessionStorage.getItem(keyOf(place)) ?? 'null');
  return kept;
}

/** The texts of a form made by hand, kept in this tab until they are sent. */
export function useKeptTexts<Name extends string>(
  place: string,
  empty: Readonly<Record<Name, string>>,
) {
  const [texts, setTexts] = useState<Readonly<Record<Name, string>>>(() => {
    const kept = readKept(place);
    return typeof kept === 'object' && kept !== null && !Array.isArray(kept)
      ? { ...empty, ...kept }
      : empty;
  });
  const change = (changed: Partial<Record<Name, string>>) => {
    const next = { ...texts, ...changed };
    setTexts(next);
    keep(place, next);
  };
  return {
    texts,
    setTexts: change,
    setText: (name: Name, text: string) => {
      const next = { ...texts, [name]: text };
      setTexts(next);
      keep(place, next);
    },
    forget: () => keep(place, null),
  };
}
