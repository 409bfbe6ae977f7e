import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { failureOf } from '../lib/api.ts';
import type { Problems } from './fields.tsx';

/** What a form is read to: the input of its call, or what is wrong with its fields. */
export type Read<Input> = { input: Input } | { problems: Problems };

type SaveProps = {
  /** The field that a refusal is about, by its code; and a field of the call, where the form has another. */
  fieldOf: Readonly<Record<string, string>>;
  /** What each field may hold, for one that the server did not take. */
  rules: Problems;
};

/** Runs the call of a form; problems go beside their fields, and the first of them has the focus. */
export function useSave({ fieldOf, rules }: SaveProps) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [problems, setProblems] = useState<Problems>({});
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const show = (found: Problems) => {
    setProblems(found);
    const [first] = Object.keys(found);
    if (first === undefined) return;
    // After the problems are shown: a folded part has opened by then.
    setTimeout(() => {
      document.querySelector<HTMLElement>(`[name="${first}"],[data-field="${first}"]`)?.focus();
    });
  };
  const run = async <Input,>(
    read: Read<Input>,
    send: (input: Input) => Promise<void>,
  ): Promise<void> => {
    setError(null);
    show('problems' in read ? read.problems : {});
    if ('problems' in read) return;
    setIsBusy(true);
    try {
      await send(read.input);
    } catch (failure) {
      setError(failure);
      const { code: kind, codes, fields, sentence = '' } = failureOf(failure);
      // Another person may have changed it meanwhile.
      if (kind === 'refused') void queries.invalidateQueries();
      const refused = codes.flatMap((code) => {
        const field = fieldOf[code];
        return field === undefined ? [] : [[field, sentence] as const];
      });
      const unlawful = Object.keys(fields).map((path) => {
        const own = path.replace(/^changes\./, '');
        const name = fieldOf[own] ?? own;
        return [name, rules[name.split('.')[0] ?? ''] ?? t`This is not accepted.`] as const;
      });
      show(Object.fromEntries([...refused, ...unlawful]));
    } finally {
      setIsBusy(false);
    }
  };
  return { problems, error, isBusy, run, clearError: () => setError(null) };
}
