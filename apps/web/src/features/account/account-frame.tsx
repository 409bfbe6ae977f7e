import type { ReactNode } from 'react';

/** A narrow page with one form on it. */
export function AccountFrame({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-form px-gutter py-12 menu:max-w-lg menu:py-20">
      <h1 className="font-display text-title-l font-bold text-balance">{title}</h1>
      <div className="mt-8 flex flex-col gap-6">{children}</div>
    </div>
  );
}
