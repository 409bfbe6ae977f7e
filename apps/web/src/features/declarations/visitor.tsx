import { Trans } from '@lingui/react/macro';
import { pathOf } from '@shop/domain/paths';
import { Link, useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { BUTTON } from '../../ui/button.ts';

type VisitorProps = {
  /** Where the log-in leads back to. */
  page: 'withdrawal' | 'cancelContract';
  button: ReactNode;
  /** What is easier for somebody who is logged in. */
  children: ReactNode;
};

/** The shorter way, for those who have an account. */
export function Visitor({ page, button, children }: VisitorProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  return (
    <section className="rounded-card bg-ground-deep p-5 sm:p-7">
      <h2 className="font-display text-title-s font-bold">
        <Trans>With your account</Trans>
      </h2>
      <p className="mt-2">{children}</p>
      <Link
        to="/log-in"
        search={{ redirect: pathOf(page, locale) }}
        className={`mt-5 ${BUTTON.secondary}`}
      >
        {button}
      </Link>
    </section>
  );
}
