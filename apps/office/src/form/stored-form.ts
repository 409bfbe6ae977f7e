import { useState } from 'react';

import type { Problems } from './fields.tsx';
import { isRecord, type Typed } from './schema.ts';

const keyOf = (place: string) => `office-form:${place}`;

/** Stores a form in this tab, so that an expired session or a reload loses no text. Null removes it. */
export function storeForm(place: string, typed: Typed | null): void {
  if (typed === null) sessionStorage.removeItem(keyOf(place));
  else sessionStorage.setItem(keyOf(place), JSON.stringify(typed));
}

/** Returns the unsent form of this tab, or null. */
export function readStoredForm(place: string): Typed | null {
  const kept: Typed | null = JSON.parse(sessionStorage.getItem(keyOf(place)) ?? 'null');
  return kept;
}

/** Returns the places of unsent forms that begin with a text. */
export const storedPlaces = (start: string): string[] =>
  Object.keys(sessionStorage)
    .filter((key) => key.startsWith(keyOf(start)))
    .map((key) => key.slice(keyOf('').length));

/** The texts of a hand-written form. This tab stores them until they are sent; a null `place` stores none. */
export function useStoredTexts<Name extends string>(
  place: string | null,
  empty: Readonly<Record<Name, string>>,
) {
  const [texts, setTexts] = useState<Readonly<Record<Name, string>>>(() => {
    const kept = place === null ? null : readStoredForm(place);
    return isRecord(kept) ? { ...empty, ...kept } : empty;
  });
  const store = (next: Typed | null) => place !== null && storeForm(place, next);
  const change = (changed: Partial<Record<Name, string>>) => {
    const next = { ...texts, ...changed };
    setTexts(next);
    store(next);
  };
  const setText = (name: Name, text: string) => {
    // Several texts may change before the next rendering.
    setTexts((latest) => {
      const next = { ...latest, [name]: text };
      store(next);
      return next;
    });
  };
  return {
    texts,
    setTexts: change,
    setText,
    /** The props that each field of the form has. */
    field: (name: Name, problems: Problems) => ({
      name,
      value: texts[name],
      onChange: (text: string) => setText(name, text),
      problems,
    }),
    forget: () => store(null),
  };
}
