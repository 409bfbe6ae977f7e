type Form = 'purchase' | 'contact';

type DraftAuthor = number | 'visitor';

/** Drafts expire after 24 hours, so that a later user of the tab does not see them. */
const DRAFT_TTL_MS = 24 * 60 * 60 * 1000;

type StoredDraft<Values> = { owner: DraftAuthor; thing: string; keptAt: number; values: Values };

export type DraftStore<Values> = {
  find: () => Partial<Values> | null;
  keep: (values: Partial<Values>) => void;
  forget: () => void;
};

/**
 * Stores the input of a form in the tab's `sessionStorage`, so that it survives a log-in, a reload, a language
 * switch and going back. Only its author sees it; a log-in by another member deletes it. Do not use it for cards,
 * passwords or the acceptance of terms.
 */
export function createDraftStore<Values>(options: {
  form: Form;
  author: DraftAuthor;
  /** What the form is about, such as an order, if the form exists on several pages. */
  about?: string;
}): DraftStore<Values> {
  const { form, author, about = '' } = options;
  const key = `typed-${form}`;
  const forget = () => removeItem(key);
  return {
    find() {
      const kept = read<Values>(key);
      if (kept === null) return null;
      const isOld = Date.now() - kept.keptAt >= DRAFT_TTL_MS;
      // guard: a form draft is never shown to another member
      if (kept.owner === author && !isOld) return kept.thing === about ? kept.values : null;
      if (isOld || author !== 'visitor') forget();
      return null;
    },
    keep(values) {
      try {
        const kept = { owner: author, thing: about, keptAt: Date.now(), values };
        sessionStorage.setItem(key, JSON.stringify(kept));
      } catch {
        // Storage is unavailable: the form works without a draft.
      }
    },
    forget,
  };
}

function read<Values>(key: string): StoredDraft<Values> | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function removeItem(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is unavailable, so there is nothing to remove.
  }
}
