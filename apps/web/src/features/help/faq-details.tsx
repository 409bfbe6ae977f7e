import { Icon } from '@agres/ui/icon';
import { ChevronDown, type IconNode } from 'lucide';
import type { ReactNode } from 'react';

type FaqDetailsProps = {
  question: ReactNode;
  /** The answer in one line, also visible while the rest is folded. */
  answer?: ReactNode;
  icon?: IconNode;
  /** The fragment of the answer's address. Browsers unfold the answer when they go to it. */
  id?: string;
  children: ReactNode;
};

/** A question that expands to its answer. The browser opens only one per page, without scripts. */
export function FaqDetails({ question, answer, icon, id, children }: FaqDetailsProps) {
  return (
    <details name="faq" className="group border-b border-line">
      <summary className="flex min-h-16 list-none items-center gap-4 py-4">
        {icon && <Icon of={icon} className="size-6 shrink-0 text-secondary" />}
        <span className="min-w-0 flex-1 wrap-anywhere">
          <span className="block font-display text-title-s font-bold">{question}</span>
          {answer && <span className="block text-ink-soft">{answer}</span>}
        </span>
        <Icon
          of={ChevronDown}
          className="size-5 shrink-0 transition-transform group-open:rotate-180"
        />
      </summary>
      <div id={id} className="flex scroll-mt-24 flex-col items-start gap-5 pb-6">
        {children}
      </div>
    </details>
  );
}
