import { BUTTON } from '@agres/ui/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';

import { failureOf } from '../lib/api.ts';
import { isRecord, type Typed } from './schema.ts';
import { storeForm, readStoredForm } from './stored-form.ts';

export type Values<Name extends string> = Readonly<Record<Name, Typed>>;

const isSame = (one: Typed, other: Typed) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Holds the unsaved changes to a form and stores them in this tab. The draft keeps the version it is based
 * on, so that it does not silently overwrite a later change by another person.
 */
export function useDraft<Name extends string>(
  place: string,
  base: Values<Name>,
  baseVersion: number,
) {
  const [draft, setDraft] = useState<{ version: number; changes: { [name: string]: Typed } }>(
    () => {
      const kept = readStoredForm(place);
      const changes = isRecord(kept) ? kept['changes'] : undefined;
      return isRecord(kept) && isRecord(changes)
        ? { version: Number(kept['version']), changes }
        : { version: baseVersion, changes: {} };
    },
  );
  const put = (version: number, changes: { [name: string]: Typed }) => {
    const isEmpty = Object.keys(changes).length === 0;
    setDraft({ version, changes });
    storeForm(place, isEmpty ? null : { version: String(version), changes });
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- has the names of `base`
  const names = Object.keys(base) as Name[];
  const changed = names.filter(
    (name) => draft.changes[name] !== undefined && !isSame(draft.changes[name], base[name]),
  );
  return {
    values: { ...base, ...draft.changes } as Values<Name>,
    changed,
    version: changed.length === 0 ? baseVersion : draft.version,
    set: (name: Name, typed: Typed) => {
      // Updates the latest draft: an upload may end after the person typed something else.
      setDraft((latest) => {
        const changes = { ...latest.changes, [name]: typed };
        const isFirst = Object.keys(latest.changes).length === 0;
        const version = isFirst ? baseVersion : latest.version;
        storeForm(place, { version: String(version), changes });
        return { version, changes };
      });
    },
    forget: () => put(baseVersion, {}),
    /** Applies the changes to the current version. */
    rebase: () => put(baseVersion, draft.changes),
  };
}

/** Returns the parts of a form row by name; none for another value. */
export const partsOf = (typed: Typed | undefined): { [name: string]: Typed } =>
  isRecord(typed) ? typed : {};

export const textIn = (typed: Typed | undefined): string =>
  typeof typed === 'string' ? typed : '';

/** Returns the title field to fill in: the French one, if there is no title in either language. */
export const missingTitle = (values: Values<'titleFr' | 'titleEn'>): 'titleFr'[] =>
  `${textIn(values.titleFr)}${textIn(values.titleEn)}`.trim() === '' ? ['titleFr'] : [];

/** Save can be reached from anywhere in a form, but this choice is at its end. */
const bringIntoView = (section: HTMLElement | null) => section?.scrollIntoView({ block: 'center' });

type ConflictProps = {
  error: unknown;
  /** Of the changed fields. */
  stored: readonly (readonly [label: string, text: string])[];
  onTakeTheirs: () => void;
  onKeepMine: () => void;
};

/** Shows the stored values after an edit conflict, and lets the person keep their own version or take the stored one. */
export function Conflict({ error, stored, onTakeTheirs, onKeepMine }: ConflictProps) {
  const { t } = useLingui();
  const id = useId();
  if (!failureOf(error).codes.includes('changed_since')) return null;
  return (
    <section
      className="grid gap-4 rounded-control border border-warning bg-warning-ground p-4"
      aria-label={t`What is stored now`}
      ref={bringIntoView}
    >
      {stored.map(([label, text]) => (
        <div key={label} className="grid gap-1">
          <label htmlFor={`${id} ${label}`} className="font-semibold">
            <Trans>{label}, as it is stored now</Trans>
          </label>
          <textarea
            id={`${id} ${label}`}
            className="input"
            readOnly
            rows={Math.min(8, 1 + Math.floor(text.length / 40))}
            value={text}
          />
        </div>
      ))}
      <div className="flex flex-wrap gap-3">
        <button type="button" className={BUTTON.secondary} onClick={onKeepMine}>
          <Trans>Save mine</Trans>
        </button>
        <button type="button" className={BUTTON.quiet} onClick={onTakeTheirs}>
          <Trans>Discard mine and keep what is stored</Trans>
        </button>
      </div>
    </section>
  );
}
