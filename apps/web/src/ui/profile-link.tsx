import { BUTTON } from '@agres/ui/button';
import { Icon } from '@agres/ui/icon';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide';
import type { ReactNode } from 'react';

/** `children` is “My profile”: in the catalogue of common texts, it would weigh on every page. */
export function ProfileLink({ children }: { children: ReactNode }) {
  return (
    <div className="col-span-full">
      <Link to="/profile" className={BUTTON.quiet}>
        <Icon of={ArrowLeft} className="size-5 shrink-0" />
        {children}
      </Link>
    </div>
  );
}
