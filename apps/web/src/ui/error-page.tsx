import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';

import { BUTTON } from './button.ts';

/** The page for addresses that no page has. */
export function ErrorPage() {
  return (
    <div className="mx-auto max-w-page px-gutter py-section">
      <h1 className="font-display text-title-l font-bold">
        <Trans>Oops! Error 404</Trans>
      </h1>
      <p className="mt-4 text-lead text-ink-soft">
        <Trans>We could not find the page you are looking for.</Trans>
      </p>
      <Link to="/" className={`mt-8 ${BUTTON.primary}`}>
        <Trans>Back to the home page</Trans>
      </Link>
    </div>
  );
}
