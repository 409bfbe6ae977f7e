import { Icon } from '@agres/ui/icon';
import { Check } from 'lucide';
import { Children, type ReactNode } from 'react';

type NumberedStepsProps = {
  /** From 1. Earlier steps have a tick. */
  current: number;
  children: ReactNode;
};

export function NumberedSteps({ current, children }: NumberedStepsProps) {
  return (
    <ol className="flex max-w-text flex-col gap-2">
      {Children.map(children, (step, index) => {
        const number = index + 1;
        const isCurrent = number === current;
        return (
          <li aria-current={isCurrent ? 'step' : undefined} className="flex items-start gap-3">
            <span
              aria-hidden="true"
              className={`grid size-7 shrink-0 place-items-center rounded-pill border text-small font-semibold ${
                number > current
                  ? 'border-control-line text-ink-soft'
                  : 'border-transparent bg-secondary text-on-dark'
              }`}
            >
              {number < current ? <Icon of={Check} className="size-5" /> : number}
            </span>
            <span className={`min-w-0 ${isCurrent ? 'font-semibold' : ''}`}>{step}</span>
          </li>
        );
      })}
    </ol>
  );
}
