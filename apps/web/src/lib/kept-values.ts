/** The forms whose typed values outlive their page. */
type Form = 'purchase' | 'contact';

/** The author: a user by id, or a visitor. */
type Typist = number | 'visitor';

/** Values expire, so that a later user of the tab does not see them. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** As stored. */
type Kept<Values> = { owner: Typist; thing: string; keptAt: number; values: Values };

/** What keeps the typed values of one form. */
export type KeptValues<Values> = {
  /** What they typed here before, if it is kept. */
  find: () => Partial<Values> | null;
  keep: (values: Partial<Values>) => void;
  forget: () => void;
};

/**
 * Keeps typed values in the tab's `sessionStorage`, so that a log-in, a reload, the other language
 * or the way back does not cost them. Only their author sees them; a log-in by another member deletes
 * them. Never for a card, a password or the acceptance of terms.
 */
export function keptValuesOf<Values>(options: {
  form: Form;
  typist: Typist;
  /** What the form is about, where it has several pages. */
  thing?: string;
}): KeptValues<Values> {
  const { form, typist, thing = '' } = options;
  const key = `typed-${form}`;
  const forget = () => removeItem(key);
  return {
    find() {
      const kept = read<Values>(key);
      if (kept === null) return null;
      const isOld = Date.now() - kept.keptAt >= KEPT_MS;
      // guard: typed values are never shown to another signed-in member
      if (kept.owner === typist && !isOld) return kept.thing === thing ? kept.values : null;
      if (isOld || typist !== 'visitor') forget();
      return null;
    },
    keep(values) {
      try {
        const kept = { owner: typist, thing, keptAt: Date.now(), values };
        sessionStorage.setItem(key, JSON.stringify(kept));
      } catch {
        // A browser that keeps nothing: the form is as it would be without.
      }
    },
    forget,
  };
}

function read<Values>(key: string): Kept<Values> | null {
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
    // Nothing is kept there.
  }
}
