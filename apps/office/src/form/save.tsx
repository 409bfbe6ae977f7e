import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

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

/**
 * Runs the call of a form; problems go beside their fields, and the first of them has the focus. `run`
 * answers what the call did, and undefined where it was not made or failed.
 */
export function useSave({ fieldOf, rules }: SaveProps) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [problems, setProblems] = useState<Problems>({});
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  // After they are shown: a folded part has opened by then, and the language of the first has come up.
  useEffect(() => {
    const [first] = Object.keys(problems);
    if (first === undefined) return;
    document.querySelector<HTMLElement>(`[name="${first}"],[data-field="${first}"]`)?.focus();
  }, [problems]);
  const run = async <Input, Result>(
    read: Read<Input>,
    send: (input: Input) => Promise<Result>,
  ): Promise<Result | undefined> => {
    setError(null);
    setProblems('problems' in read ? read.problems : {});
    if ('problems' in read) return undefined;
    setIsBusy(true);
    try {
      return await send(read.input);
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
      setProblems(Object.fromEntries([...refused, ...unlawful]));
      return undefined;
    } finally {
      setIsBusy(false);
    }
  };
  return { problems, error, isBusy, run, clearError: () => setError(null) };
}
