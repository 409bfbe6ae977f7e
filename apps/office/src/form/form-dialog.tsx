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
import { CallError, Dialog, DialogFoot, NARROW } from '../ui.tsx';
import type { Problems } from './fields.tsx';

/** The call to run, or the problems with the fields. */
export type Reading<Result> = { run: () => Promise<Result> } | { problems: Problems };

type FormProps<Result> = {
  title: string;
  /** One sentence each. */
  consequences?: readonly ReactNode[];
  isDanger?: boolean;
  /** Defaults to the title. */
  button?: string;
  read: () => Reading<Result>;
  onClose: () => void;
  onDone: (result: Result) => void;
  children?: (problems: Problems) => ReactNode;
  /** Maps a refusal code to the field that shows its message. */
  fieldOf?: Readonly<Record<string, string>>;
  isDisabled?: boolean;
  /** Offers a remedy for a refusal; `clear` removes its message. */
  renderRemedy?: (error: unknown, clear: () => void) => ReactNode;
};

/** Holds which dialog of a page is open, and what the last one did. */
export function useDialogs<Open, Result = string>() {
  const [open, setOpen] = useState<Open | null>(null);
  const [done, setDone] = useState<Result | null>(null);
  return {
    open,
    done,
    show: (next: Open) => {
      setDone(null);
      setOpen(next);
    },
    ways: {
      onClose: () => setOpen(null),
      onDone: (result: Result) => {
        setOpen(null);
        setDone(result);
      },
    },
  };
}

/** Moves the focus to the first invalid field whenever a field becomes invalid. */
export function useFirstFault(form: RefObject<HTMLFormElement | null>, problems: Problems): void {
  const seen = useRef(problems);
  useEffect(() => {
    // Typing only removes problems, which must not move the focus.
    const isNew = Object.keys(problems).some((name) => !(name in seen.current));
    seen.current = problems;
    const invalid = '[aria-invalid="true"],[data-invalid]';
    if (isNew) form.current?.querySelector<HTMLElement>(invalid)?.focus();
  }, [form, problems]);
}

const NOTHING: readonly ReactNode[] = [];

/** Shows a form in a dialog. After a refusal, keeps the form and refetches the page behind it. */
export function FormDialog<Result>({
  title,
  consequences = NOTHING,
  isDanger = false,
  button = title,
  read,
  ...props
}: FormProps<Result>) {
  const { onClose, onDone, children, renderRemedy, fieldOf = {}, isDisabled = false } = props;
  const refusedField = (failure: unknown) =>
    failureOf(failure)
      .codes.map((code) => fieldOf[code])
      .find((field) => field !== undefined);
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
      const { fields, sentence = '' } = failureOf(failure);
      const refused = refusedField(failure);
      setProblems(refused === undefined ? fields : { [refused]: sentence });
      // Another person may have decided meanwhile.
      if (failureOf(failure).code === 'refused') void queries.invalidateQueries();
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        ref={ref}
        className="grid gap-4"
        noValidate
        onSubmit={(event) => void submit(event)}
        onChange={({ target }) => {
          const changed = 'name' in target ? target.name : null;
          // Another choice changes what the other fields must hold.
          const isChoice = target instanceof HTMLInputElement && target.type === 'radio';
          setProblems(
            Object.fromEntries(
              Object.entries(problems).filter(([name]) => !isChoice && name !== changed),
            ),
          );
        }}
      >
        {children?.(problems)}
        <ul
          className={`grid gap-1 empty:hidden ${consequences.length > 1 ? 'list-disc pl-5' : ''}`}
        >
          {consequences.map((one, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- sentences without state
            <li key={index}>{one}</li>
          ))}
        </ul>
        {/* A refusal about a field stands at that field. */}
        {refusedField(error) === undefined && <CallError error={error} problems={problems} />}
        {error !== null &&
          renderRemedy?.(error, () => {
            setError(null);
            // The pressed button is gone.
            document.querySelector<HTMLElement>('dialog[open] [type="submit"]')?.focus();
          })}
        <DialogFoot onBack={onClose}>
          <button
            type="submit"
            disabled={isBusy || isDisabled}
            className={isDanger ? NARROW.danger : NARROW.primary}
          >
            {isBusy ? <Trans>One moment…</Trans> : button}
          </button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

/** What a dialog without fields asks, and the call of its button. */
export type Question<Result = string> = Pick<
  FormProps<Result>,
  'title' | 'consequences' | 'isDanger' | 'button'
> & { run: () => Promise<Result> };

type QuestionProps<Result> = Question<Result> & Pick<FormProps<Result>, 'onClose' | 'onDone'>;

/** Asks before a call that needs no input. */
export function QuestionDialog<Result>({ run, ...props }: QuestionProps<Result>) {
  return <FormDialog {...props} read={() => ({ run })} />;
}
