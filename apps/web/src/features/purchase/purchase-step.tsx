import { BUTTON } from '@agres/ui/button';
import { Icon } from '@agres/ui/icon';
import { Check } from 'lucide';
import type { ReactNode, Ref } from 'react';

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

/** A short field and a longer one in a row, in reading order. Both need the class `contents`. */
export function FieldRow({ children }: { children: ReactNode }) {
  return (
    <div className="grid gap-x-3 phone:grid-cols-[2fr_3fr] sm:grid-cols-[1fr_2fr]">{children}</div>
  );
}

type FoldedPartProps = {
  label: ReactNode;
  /** Receives the element to focus. */
  textRef?: Ref<HTMLParagraphElement>;
  change: ReactNode;
  onChange: () => void;
  children: ReactNode;
};

/** Replaces the fields of a completed section. */
export function SectionSummary({ label, textRef, change, onChange, children }: FoldedPartProps) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 rounded-control border-2 border-secondary bg-surface px-4 py-3">
      <div className="flex min-w-48 flex-1 gap-3">
        <span className="grid size-6 shrink-0 place-items-center rounded-pill bg-secondary text-on-dark">
          <Icon of={Check} className="size-4" />
        </span>
        <p ref={textRef} className="min-w-0 text-small wrap-anywhere">
          <span className="block text-ink-soft">{label}</span>
          {children}
        </p>
      </div>
      <button type="button" onClick={onChange} className={`w-full sm:w-auto ${BUTTON.secondary}`}>
        {change}
      </button>
    </div>
  );
}
