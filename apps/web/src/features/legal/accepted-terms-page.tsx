import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';

import { DataError } from '../../ui/data-error.tsx';
import type { AcceptedTerms } from './accepted-terms.ts';
import { LegalPage } from './legal-page.tsx';

/** The terms that an order or a subscription was made on, whatever has changed since. */
export function AcceptedTermsPage({ terms }: { terms: AcceptedTerms | null }) {
  if (terms === null) {
    return (
      <div className="mx-auto max-w-page px-gutter pt-12 pb-section">
        <DataError />
      </div>
    );
  }
  const { text, locale, since } = terms;
  return (
    <LegalPage text={text} lang={locale} since={since}>
      <Trans>
        This text is kept as it was accepted: orders and subscriptions that were made under it link
        to this page.
      </Trans>{' '}
      <Link to="/terms-of-use" className="font-medium underline underline-offset-4">
        <Trans>Read the current terms</Trans>
      </Link>
    </LegalPage>
  );
}
