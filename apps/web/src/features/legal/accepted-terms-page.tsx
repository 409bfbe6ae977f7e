import { Trans } from '@lingui/react/macro';

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
  return (
    <LegalPage text={terms.text} lang={terms.locale}>
      <Trans>
        This text is kept as it was accepted. An order or a subscription that was made on it leads
        here.
      </Trans>
    </LegalPage>
  );
}
