import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import {
  useEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
  type SubmitEvent,
} from 'react';

import { failureOf } from '../lib/api.ts';
import { CallError, Dialog } from '../ui.tsx';
import type { Problems } from './fields.tsx';

/** The call to run, or the problems with the fields. */
export type Reading<Result> = { run: () => Promise<Result> } | { problems: Problems };

type FormProps<Result> = {
  title: string;
  /** One sentence each. */
  consequences: readonly ReactNode[];
  isDanger?: boolean;
  /** Defaults to the title. */
  button?: string;
  read: () => Reading<Result>;
  onClose: () => void;
  onDone: (result: Result) => void;
  children?: (problems: Problems) => ReactNode;
  /** Offers a remedy for a refusal; `clear` removes its message. */
  renderRemedy?: (error: unknown, clear: () => void) => ReactNode;
};

/** Moves the focus to the first invalid field whenever a field becomes invalid. */
export function useFirstFault(form: RefObject<HTMLFormElement | null>, problems: Problems): void {
  const seen = useRef(problems);
  useEffect(() => {
    // Typing only removes problems, which must not move the focus.
    const isNew = Object.keys(problems).some((name) => !(name in seen.current));
    seen.current = problems;
    if (isNew) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, problems]);
}

/** Shows a form in a dialog. After a refusal, keeps the form and refetches the page behind it. */
export function FormDialog<Result>({
  title,
  consequences,
  isDanger = false,
  button = title,
  read,
  ...props
}: FormProps<Result>) {
  const { onClose, onDone, children, renderRemedy } = props;
  const queries = useQueryClient();
  const [problems, setProblems] = useState<Problems>({});
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const ref = useRef<HTMLFormElement>(null);
  useFirstFault(ref, problems);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reading = read();
    setError(null);
    setProblems('problems' in reading ? reading.problems : {});
    if ('problems' in reading) return;
    setIsBusy(true);
    try {
      onDone(await reading.run());
    } catch (failure) {
      setError(failure);
      setProblems(failureOf(failure).fields);
      setIsBusy(false);
      // Another person may have decided meanwhile.
      if (failureOf(failure).code === 'refused') void queries.invalidateQueries();
    }
  };
  return (
    <Dialog title={title} onClose={onClose} hasBack={false}>
      <form
        ref={ref}
        className="grid gap-4"
        noValidate
        onSubmit={(event) => void submit(event)}
        onChange={({ target }) => {
          const changed = 'name' in target ? target.name : null;
          setProblems(
            Object.fromEntries(Object.entries(problems).filter(([name]) => name !== changed)),
          );
        }}
      >
        {children?.(problems)}
        <ul className="grid list-disc gap-1 pl-5">
          {consequences.map((one, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- sentences without state
            <li key={index}>{one}</li>
          ))}
        </ul>
        <CallError error={error} />
        {error !== null &&
          renderRemedy?.(error, () => {
            setError(null);
            // The pressed button is gone.
            document.querySelector<HTMLElement>('dialog[open] [type="submit"]')?.focus();
          })}
        {/* Stays in sight however long the form is. */}
        <div className="sticky -bottom-4 -mx-4 -mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-surface px-4 py-3 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6">
          <button
            type="submit"
            disabled={isBusy}
            className={`${isDanger ? BUTTON.danger : BUTTON.primary} max-sm:grow max-sm:px-4`}
          >
            {isBusy ? <Trans>One moment…</Trans> : button}
          </button>
          <button type="button" className={BUTTON.quiet} onClick={onClose}>
            <Trans>Back</Trans>
          </button>
        </div>
      </form>
    </Dialog>
  );
}
