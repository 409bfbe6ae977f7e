import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { failureOf } from '../lib/api.ts';
import { Alarm, CallError } from '../ui.tsx';
import type { Problems } from './fields.tsx';

/** The input of the form's call, or the problems with its fields. */
export type Read<Input> = { input: Input } | { problems: Problems };

type SaveProps = {
  /** The field for each refusal code, and for each input of the call with another name in the form. */
  fieldOf: Readonly<Record<string, string>>;
  /** Shown when the server rejects the value of a field. */
  rules: Problems;
};

/**
 * Runs the call of a form, shows problems at their fields and focuses the first one. `run` returns the
 * result, or undefined if the call was not made or failed.
 */
export function useSave({ fieldOf, rules }: SaveProps) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [problems, setProblems] = useState<Problems>({});
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const focused = useRef(problems);
  // Focus after rendering: only then is a collapsed part open and the language of the first problem shown.
  useEffect(() => {
    if (focused.current === problems) return;
    focused.current = problems;
    const [first] = Object.keys(problems);
    if (first === undefined) return;
    const wrong = document.querySelector<HTMLElement>(`[name="${first}"],[data-field="${first}"]`);
    wrong?.focus();
    // The bar at the foot of a phone would cover it.
    wrong?.scrollIntoView({ block: 'center' });
  }, [problems]);
  /** Removes the problem of a field that the person corrects, and the message of the last attempt. */
  const correct = (field: string) => {
    if (error !== null) setError(null);
    // Several fields may be corrected before the next rendering. Typing must not move the focus.
    const left = Object.entries(focused.current).filter(
      ([name]) => name !== field && !name.startsWith(`${field}.`),
    );
    if (left.length === Object.keys(focused.current).length) return;
    focused.current = Object.fromEntries(left);
    setProblems(focused.current);
  };
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
      // Another person may have changed the data meanwhile.
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
  return { problems, error, isBusy, run, correct, setProblems, clearError: () => setError(null) };
}

type FormErrorProps = {
  error: unknown;
  problems: Problems;
  labels: Readonly<Record<string, string>>;
};

/**
 * Shows why a form was not saved: the sentence of a refusal, the rule of one wrong field, or the names of
 * several.
 */
export function FormError({ error, problems, labels }: FormErrorProps) {
  const { t } = useLingui();
  const [first] = Object.entries(problems);
  if (first === undefined || failureOf(error).sentence !== undefined) {
    return <CallError error={error} />;
  }
  const [name, rule] = first;
  const label = labels[name.split('.')[0] ?? ''];
  const wrong = new Set(Object.keys(problems).map((one) => labels[one.split('.')[0] ?? '']));
  if (label !== undefined && wrong.size > 1) {
    return (
      <Alarm>{t`To correct: ${[...wrong].filter((one) => one !== undefined).join(', ')}.`}</Alarm>
    );
  }
  return label === undefined ? <CallError error={error} /> : <Alarm>{t`${label}: ${rule}`}</Alarm>;
}
