import { useId, type ReactNode } from 'react';

/** A section of the profile with its only tab, which is always selected. */
export function TabbedSection({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section>
      <div role="tablist" className="flex border-b border-line">
        <button
          type="button"
          role="tab"
          id={`${id}-tab`}
          aria-selected="true"
          aria-controls={`${id}-panel`}
          className="-mb-px min-h-12 border-b-3 border-accent pr-6 font-display text-title-m font-bold"
        >
          {title}
        </button>
      </div>
      <p className="hidden font-display text-title-m font-bold print:block">{title}</p>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab`} className="pt-6">
        {children}
      </div>
    </section>
  );
}
