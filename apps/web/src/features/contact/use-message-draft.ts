import type { Contact } from '@agres/domain/contact.schema';
import { useEffect, useMemo } from 'react';
import type { UseFormReturn } from 'react-hook-form';

import { api } from '../../lib/data.ts';
import { createDraftStore } from '../../lib/draft-store.ts';
import { onFieldChange } from '../../ui/on-field-change.ts';

const FIELDS = ['subject', 'message', 'email'] as const;

/** Stores the draft of a message for its author and restores it. Returns a function that deletes it. */
export function useMessageDraft(
  { getValues, setValue, subscribe, getFieldState }: UseFormReturn<Contact>,
  { writer, about }: { writer: 'visitor' | 'member'; about: string },
): () => void {
  const status = api.users.status.useQuery(undefined, { enabled: writer === 'member' });
  const author = writer === 'visitor' ? writer : status.data?.user?.id;
  const kept = useMemo(
    () =>
      author === undefined ? null : createDraftStore<Contact>({ form: 'contact', author, about }),
    [author, about],
  );
  useEffect(() => {
    if (kept === null) return undefined;
    const typed = kept.find();
    for (const name of FIELDS) {
      const value = typed?.[name];
      // A field with its initial value has no input that a restored draft could overwrite.
      const isUntouched = !getValues(name) || !getFieldState(name).isDirty;
      if (value && isUntouched) setValue(name, value);
    }
    return onFieldChange(subscribe, kept.keep);
  }, [kept, getValues, setValue, subscribe, getFieldState]);
  return () => kept?.forget();
}
