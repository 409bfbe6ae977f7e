import { useId, type ReactNode } from 'react';

type AccountPartProps = {
  title: ReactNode;
  hint?: ReactNode;
  children: ReactNode;
};

/** Groups parts of the account on one background: the fields of one form, or the ways to leave. */
export function AccountParts({
  ground,
  children,
}: {
  ground: 'form' | 'quiet';
  children: ReactNode;
}) {
  return (
    <div
      className={`divide-y divide-line rounded-panel ${ground === 'form' ? 'bg-surface shadow-card' : 'bg-ground-deep'}`}
    >
      {children}
    </div>
  );
}

export function AccountPart({ title, hint, children }: AccountPartProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="grid items-start gap-x-12 gap-y-4 p-5 sm:p-9 lg:grid-cols-[4fr_8fr]"
    >
      <div>
        <h2 id={titleId} className="font-display text-title-s font-bold">
          {title}
        </h2>
        {hint && <p className="mt-2 max-w-text text-small text-ink-soft">{hint}</p>}
      </div>
      <div className="flex min-w-0 flex-col gap-5">{children}</div>
    </section>
  );
}
