import { pathOf } from '@agres/domain/paths';
import { BUTTON } from '@agres/ui/button';
import { Link, useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type VisitorProps = {
  /** The log-in returns to this page. */
  page: 'withdrawal' | 'cancelContract';
  button: ReactNode;
  children: ReactNode;
};

export function Visitor({ page, button, children }: VisitorProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  return (
    <section className="rounded-control bg-ground-deep px-5 py-4">
      <p>{children}</p>
      <Link to="/log-in" search={{ redirect: pathOf(page, locale) }} className={BUTTON.quiet}>
        {button}
      </Link>
    </section>
  );
}
