import type { ReactNode } from 'react';

type TwoColumnsProps = {
  title: ReactNode;
  intro?: ReactNode;
  /** Below the introduction; last on a phone. */
  foot?: ReactNode;
  children: ReactNode;
};

export function TwoColumns({ title, intro, foot, children }: TwoColumnsProps) {
  return (
    <div className="mt-4 grid items-start gap-y-8 sm:grid-rows-[auto_1fr] menu:grid-cols-[5fr_7fr] menu:gap-x-12">
      <div>
        <h1 className="font-display text-title-l font-bold">{title}</h1>
        {intro && <p className="mt-4 text-lead text-ink-soft">{intro}</p>}
      </div>
      <div className="min-w-0 sm:row-span-2 menu:col-start-2 menu:row-start-1">{children}</div>
      {foot}
    </div>
  );
}
