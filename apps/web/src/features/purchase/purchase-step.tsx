import type { ReactNode } from 'react';

type PurchaseStepProps = { number: number; title: ReactNode; children: ReactNode };

/** One of the three parts of the form; all of them are open at once. */
export function PurchaseStep({ number, title, children }: PurchaseStepProps) {
  return (
    // A browser gives a fieldset no less room than its widest part wants.
    <fieldset>
      <legend className="mb-4">
        {/* Screen readers step through a page by its headings, and not by legends. */}
        <h3 className="flex items-center gap-3 font-display text-title-s font-bold">
          <span
            aria-hidden="true"
            className="grid size-8 shrink-0 place-items-center rounded-pill bg-ink text-small text-surface tabular-nums"
          >
            {number}
          </span>
          {title}
        </h3>
      </legend>
      {children}
    </fieldset>
  );
}
