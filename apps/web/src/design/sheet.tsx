import type { ReactNode } from 'react';

/** A part of the page under its title. */
export function Sheet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-14">
      <h2 className="border-b border-line pb-2 font-display text-title-m font-bold">{title}</h2>
      <div className="mt-6 flex flex-col gap-8">{children}</div>
    </section>
  );
}

/** One component or token in its states, named. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-3 text-small font-semibold text-ink-soft">{name}</h3>
      <div className="flex flex-wrap items-start gap-4">{children}</div>
    </div>
  );
}
