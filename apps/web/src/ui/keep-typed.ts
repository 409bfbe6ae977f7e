import type { FieldValues, UseFormSubscribe } from 'react-hook-form';

/**
 * Calls `keep` with the form's values after each change; returns a function that stops it. A
 * form that is emptied, or sent, has nothing to keep.
 */
export function keepTyped<Values extends FieldValues>(
  subscribe: UseFormSubscribe<Values>,
  keep: (values: Values, changed: string) => void,
): () => void {
  return subscribe({
    formState: { values: true },
    // Named where a field changed.
    callback: ({ name, values }) => {
      if (name !== undefined) keep(values, name);
    },
  });
}
