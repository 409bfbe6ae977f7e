import type { ReactNode } from 'react';

type PurchaseStepProps = { number: number; title: ReactNode; children: ReactNode };

export function PurchaseStep({ number, title, children }: PurchaseStepProps) {
  return (
    // By default, a fieldset is never narrower than its widest content.
    <fieldset>
      <legend className="mb-4">
        {/* A heading, because screen readers navigate by headings, not by legends. */}
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
