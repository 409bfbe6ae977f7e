import { useState } from 'react';

import type { Problems } from './fields.tsx';
import type { Typed } from './schema.ts';

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

/** Stores the texts of a hand-written form in this tab until they are sent. */
export function useStoredTexts<Name extends string>(
  place: string,
  empty: Readonly<Record<Name, string>>,
) {
  const [texts, setTexts] = useState<Readonly<Record<Name, string>>>(() => {
    const kept = readStoredForm(place);
    return typeof kept === 'object' && kept !== null && !Array.isArray(kept)
      ? { ...empty, ...kept }
      : empty;
  });
  const change = (changed: Partial<Record<Name, string>>) => {
    const next = { ...texts, ...changed };
    setTexts(next);
    storeForm(place, next);
  };
  const setText = (name: Name, text: string) => {
    // Several texts may change before the next rendering.
    setTexts((latest) => {
      const next = { ...latest, [name]: text };
      storeForm(place, next);
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
    forget: () => storeForm(place, null),
  };
}
