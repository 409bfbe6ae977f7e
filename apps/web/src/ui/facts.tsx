import type { ReactNode } from 'react';

export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="divide-y divide-line rounded-control bg-ground-deep px-4 py-2 text-small tabular-nums sm:text-body">
      {children}
    </dl>
  );
}

/** A label with its value: stacked on a phone, else on one line, or on two if there is no room. */
export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex-wrap gap-x-4 py-2 sm:flex">
      <dt className="shrink-0 text-ink-soft">{label}</dt>
      <dd className="min-w-40 flex-1 font-medium wrap-anywhere sm:text-right">{children}</dd>
    </div>
  );
}
