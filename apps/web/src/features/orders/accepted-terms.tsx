import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';

/** Links to the version of the terms that the customer accepted. */
export function AcceptedTerms({ hash }: { hash: string | null }) {
  if (hash === null) return null;
  return (
    <p className="mt-2 text-small">
      <Link to="/terms-of-use/$hash" params={{ hash: hash.slice(0, 12) }} className={BUTTON.quiet}>
        <Trans>The terms you accepted</Trans>
      </Link>
    </p>
  );
}
