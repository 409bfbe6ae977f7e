import { Icon } from '@agres/ui/icon';
import { Check, type IconNode } from 'lucide';
import type { ReactNode } from 'react';

type PointProps = { sign?: IconNode; isOnDark?: boolean; children: ReactNode };

/** A point of a list, with an icon before its text. */
export function Point({ sign = Check, isOnDark = false, children }: PointProps) {
  return (
    <li className="flex gap-3">
      <Icon
        of={sign}
        className={`mt-0.5 size-5 shrink-0 ${isOnDark ? 'text-highlight' : 'text-secondary'}`}
      />
      <span>{children}</span>
    </li>
  );
}
