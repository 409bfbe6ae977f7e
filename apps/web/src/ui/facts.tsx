import type { ReactNode } from 'react';

/** What there is to know about something, on a ground of its own. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="divide-y divide-line rounded-control bg-ground-deep px-4 py-2 text-small tabular-nums sm:text-body">
      {children}
    </dl>
  );
}

/** A fact and its name on one line; where both do not fit, it stands below, at the right like its neighbours. */
export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 py-2">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="ml-auto text-right font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}
