import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';

import type { FailedLink } from '../../lib/failed-link.ts';

export function FailedLinkText({ link }: { link: FailedLink }) {
  return (
    <>
      <h1 className="font-display text-title-l font-bold">
        <Trans>This link no longer works</Trans>
      </h1>
      <p className="mt-4 text-lead text-ink-soft">
        {link === 'activation' ? (
          <Trans>
            It may have expired (links last 72 hours), been used already or been cut off by your
            mail program. Is your account active? <Link to="/log-in">Log in</Link>.
          </Trans>
        ) : link === 'recovery' ? (
          <Trans>It works once, within an hour. Ask for a new one to choose your password.</Trans>
        ) : link === 'alert' ? (
          <Trans>
            It may have expired or been used already. You can ask for an alert again on the page of
            the item.
          </Trans>
        ) : (
          <Trans>
            It may have expired (links last 72 hours) or been used already.{' '}
            <Link to="/profile/edit">Your account</Link> shows your current address.
          </Trans>
        )}
      </p>
    </>
  );
}
