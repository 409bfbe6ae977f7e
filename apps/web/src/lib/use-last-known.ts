import { useState } from 'react';

/**
 * What a page shows of its data, or showed last while the data is away: what a reader has before them does
 * not go because it could not be asked for again. `of` names what the data is about: nothing is shown of
 * another one.
 */
export function useLastKnown<T>(value: T | null, of: string): T | null {
  const [last, setLast] = useState({ value, of });
  if (value !== null && (value !== last.value || of !== last.of)) setLast({ value, of });
  return value ?? (last.of === of ? last.value : null);
}
