import type { ReactNode } from 'react';

/** What there is to know about something, on a ground of its own. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="divide-y divide-line rounded-control bg-ground-deep px-4 py-2 text-small tabular-nums sm:text-body">
      {children}
    </dl>
  );
}

/** A fact and its name: on a phone above each other, all alike; else on one line, or below where that has no room; all end at the right. */
export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex-wrap gap-x-4 py-2 sm:flex">
      <dt className="shrink-0 text-ink-soft">{label}</dt>
      <dd className="ml-auto font-medium wrap-anywhere sm:text-right">{children}</dd>
    </div>
  );
}
