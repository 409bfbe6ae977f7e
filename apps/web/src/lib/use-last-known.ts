import { useState } from 'react';

/**
 * Returns `value`, or the last known value while it is null. A page thus keeps its content if a refresh fails.
 * `of` identifies the subject: another subject starts without a value.
 */
export function useLastKnown<T>(value: T | null, of: string): T | null {
  const [last, setLast] = useState({ value, of });
  if (value !== null && (value !== last.value || of !== last.of)) setLast({ value, of });
  return value ?? (last.of === of ? last.value : null);
}
