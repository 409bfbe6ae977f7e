import type { FieldValues, UseFormSubscribe } from 'react-hook-form';

/** Calls `keep` after each change of a field, but not after a reset. Returns the unsubscribe function. */
export function onFieldChange<Values extends FieldValues>(
  subscribe: UseFormSubscribe<Values>,
  keep: (values: Values, changed: string) => void,
): () => void {
  return subscribe({
    formState: { values: true },
    // `name` is set only if a field changed.
    callback: ({ name, values }) => {
      if (name !== undefined) keep(values, name);
    },
  });
}
