import type { ReactNode } from 'react';

/** What there is to know about something, on a ground of its own. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="rounded-control bg-ground-deep px-5 py-3 tabular-nums">{children}</dl>;
}

/** A fact and its name, beside each other where there is room. */
export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="justify-between gap-x-6 py-1.5 sm:flex">
      <dt className="shrink-0 text-ink-soft">{label}</dt>
      <dd className="font-medium wrap-anywhere sm:text-right">{children}</dd>
    </div>
  );
}
