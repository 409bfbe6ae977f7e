import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode, type SubmitEvent } from 'react';

import { CallError } from '../ui.tsx';
import { Conflict, type useDraft } from './draft.tsx';
import type { useSave } from './save.tsx';

/** Whether a picture of a form is still on its way: sent now, it would be left out. */
export const isUploading = (form: HTMLFormElement): boolean =>
  form.querySelector('[aria-busy="true"]') !== null;

type SaveBarProps = {
  /** What was done last, or null. */
  done: string | null;
  /** Whether something is saved or not, where nothing was done. */
  state: ReactNode;
  error: unknown;
  children: ReactNode;
};

/** The foot of a form, in sight while the form is: what became of the last try, and the buttons. */
export function SaveBar({ done, state, error, children }: SaveBarProps) {
  return (
    <div className="bottom-0 z-10 -mx-4 -mb-4 grid gap-3 rounded-b-card border-t border-line bg-surface px-4 py-3 tall:sticky sm:-mx-6 sm:-mb-6 sm:px-6">
      <CallError error={error} />
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <output
          className={done === null ? 'text-small text-ink-soft' : 'font-semibold text-success'}
        >
          {done ?? state}
        </output>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">{children}</div>
      </div>
    </div>
  );
}

type DraftFormProps<Name extends string> = {
  label: string;
  draft: ReturnType<typeof useDraft<Name>>;
  save: ReturnType<typeof useSave>;
  done: string | null;
  /** What is stored now in the changed fields, by label. */
  stored: readonly (readonly [label: string, text: string])[];
  /** The version that is stored now. */
  currentVersion: number;
  send: (version: number) => Promise<void>;
  /** Runs once the changes are discarded. */
  onDrop: () => void;
  children: ReactNode;
};

/** The form of something that is stored: saves its changed fields, discards them, or settles a conflict. */
export function DraftForm<Name extends string>({
  label,
  draft,
  save,
  done,
  stored,
  currentVersion,
  send,
  onDrop,
  children,
}: DraftFormProps<Name>) {
  // Another text: the editors begin anew with what is stored.
  const [round, setRound] = useState(0);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isUploading(event.currentTarget)) return;
    void send(draft.version);
  };
  const drop = () => {
    draft.forget();
    save.clearError();
    setRound(round + 1);
    onDrop();
  };
  const isChanged = draft.changed.length > 0;
  return (
    <form className="card mb-6 grid gap-6" noValidate onSubmit={submit} aria-label={label}>
      <div key={round} className="contents">
        {children}
      </div>
      <Conflict
        error={save.error}
        stored={stored}
        onKeepMine={() => {
          draft.rebase();
          void send(currentVersion);
        }}
        onTakeTheirs={drop}
      />
      <SaveBar
        done={done}
        state={
          isChanged ? <Trans>Your changes are not saved yet.</Trans> : <Trans>All is saved</Trans>
        }
        error={save.error}
      >
        {isChanged && (
          <button type="button" className={BUTTON.quiet} onClick={drop}>
            <Trans>Discard my changes</Trans>
          </button>
        )}
        <button type="submit" className={BUTTON.primary} disabled={save.isBusy || !isChanged}>
          <Trans>Save</Trans>
        </button>
      </SaveBar>
    </form>
  );
}
