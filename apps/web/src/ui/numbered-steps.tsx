import { Children, type ReactNode } from 'react';

/** What is done one after the other, a child a step. */
export function NumberedSteps({ children }: { children: ReactNode }) {
  return (
    <ol className="flex max-w-text flex-col gap-4">
      {Children.map(children, (step, index) => (
        <li className="flex items-start gap-3">
          <span
            aria-hidden="true"
            className="grid size-8 shrink-0 place-items-center rounded-pill bg-secondary text-small font-semibold text-on-dark"
          >
            {index + 1}
          </span>
          <span className="min-w-0 pt-1">{step}</span>
        </li>
      ))}
    </ol>
  );
}
