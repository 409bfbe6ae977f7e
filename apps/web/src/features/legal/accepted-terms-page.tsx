import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';

import { DataError } from '../../ui/data-error.tsx';
import type { AcceptedTerms } from './accepted-terms.ts';
import { LegalPage } from './legal-page.tsx';

/** The version of the terms that a customer accepted. `terms` is null if the data is unavailable. */
export function AcceptedTermsPage({ terms }: { terms: AcceptedTerms | null }) {
  if (terms === null) {
    return (
      <div className="mx-auto max-w-page px-gutter pt-12 pb-section">
        <DataError isWholePage />
      </div>
    );
  }
  const { text, annexes, locale, since, isCurrent } = terms;
  return (
    <LegalPage
      about="acceptedTerms"
      text={text}
      annexes={annexes}
      lang={locale}
      since={since}
      mark={isCurrent ? <Trans>The version you accepted</Trans> : <Trans>Earlier version</Trans>}
    >
      <Link to="/terms-of-use" className={BUTTON.secondary}>
        <Trans>Read the current terms</Trans>
      </Link>
    </LegalPage>
  );
}
