import { Icon } from '@agres/ui/icon';
import { Minus, Plus } from 'lucide';
import type { ReactNode } from 'react';

/** A question that expands to its answer. The browser opens only one per page, without scripts. */
export function FaqDetails({ question, children }: { question: string; children: ReactNode }) {
  return (
    <details name="faq" className="group border-b border-line">
      <summary className="flex min-h-16 list-none items-center justify-between gap-4 py-4 font-display text-title-s font-bold">
        <span className="min-w-0 wrap-anywhere">{question}</span>
        <Icon of={Plus} className="size-6 shrink-0 text-accent group-open:hidden" />
        <Icon of={Minus} className="hidden size-6 shrink-0 text-accent group-open:block" />
      </summary>
      <div className="flex flex-col items-start gap-5 pb-6">{children}</div>
    </details>
  );
}
