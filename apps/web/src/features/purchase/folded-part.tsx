import { BUTTON } from '@agres/ui/button';
import { Check } from 'lucide';
import type { ReactNode, Ref } from 'react';

import { Icon } from '../../ui/icon.tsx';

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
