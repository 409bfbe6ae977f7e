import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode, type SubmitEvent } from 'react';

import { BUTTON, CallError, Notice } from '../ui.tsx';
import { Conflict, type useDraft } from './draft.tsx';
import type { useSave } from './save.tsx';

/** Whether a picture of a form is still on its way: sent now, it would be left out. */
export const isUploading = (form: HTMLFormElement): boolean =>
  form.querySelector('[aria-busy="true"]') !== null;

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
      <CallError error={save.error} />
      <Conflict
        error={save.error}
        stored={stored}
        onKeepMine={() => {
          draft.rebase();
          void send(currentVersion);
        }}
        onTakeTheirs={drop}
      />
      {done !== null && <Notice>{done}</Notice>}
      <div className="flex flex-wrap items-center gap-4">
        <button type="submit" className={BUTTON.primary} disabled={save.isBusy || !isChanged}>
          <Trans>Save</Trans>
        </button>
        {isChanged && (
          <button type="button" className={BUTTON.quiet} onClick={drop}>
            <Trans>Discard my changes</Trans>
          </button>
        )}
      </div>
    </form>
  );
}
