import { Icon } from '@agres/ui/icon';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide';
import type { ReactNode } from 'react';

const KINDS = {
  error: {
    role: 'alert',
    icon: CircleAlert,
    className: 'border-error bg-error-ground text-error',
  },
  warning: {
    role: 'alert',
    icon: TriangleAlert,
    className: 'border-warning bg-warning-ground text-warning',
  },
  success: {
    role: 'status',
    icon: CircleCheck,
    className: 'border-success bg-success-ground text-success',
  },
} as const;

export type AlertProps = {
  kind: keyof typeof KINDS;
  /** For the `aria-describedby` of fields. */
  id?: string;
};

/**
 * An error in red, a warning in amber or a success message in green, announced to screen readers
 * (docs/spec-coverage.md, section 8).
 */
export function Alert({ kind, id, children }: AlertProps & { children: ReactNode }) {
  const { role, icon, className } = KINDS[kind];
  return (
    <div id={id} role={role} className={`flex gap-3 rounded-control border px-4 py-3 ${className}`}>
      <Icon of={icon} className="mt-0.5 size-5 shrink-0" />
      <div className="wrap-anywhere font-medium">{children}</div>
    </div>
  );
}
