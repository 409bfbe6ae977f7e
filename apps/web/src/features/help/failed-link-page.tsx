import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { FailedLink } from '../../lib/failed-link.ts';
import { AccountFrame } from '../../ui/account-frame.tsx';
import { WaysOn } from '../../ui/error-page.tsx';

type FailedLinkPageProps = {
  link: FailedLink;
  /** The request for a new link, if there can be one. */
  children: ReactNode;
};

const LINK = 'font-medium text-accent underline underline-offset-4 hover:text-accent-strong';

const TITLES: Record<FailedLink, ReactNode> = {
  activation: <Trans>Your activation link no longer works</Trans>,
  recovery: <Trans>Your password link no longer works</Trans>,
  email: <Trans>Your email address link no longer works</Trans>,
  alert: <Trans>Your stock alert link no longer works</Trans>,
};

/** What a failed link means. Replaces the error 404. */
export function FailedLinkPage({ link, children }: FailedLinkPageProps) {
  return (
    <AccountFrame title={TITLES[link]} cover="recovery" foot={<WaysOn isMain={false} />}>
      <p className="text-lead text-ink-soft">
        {link === 'activation' ? (
          <Trans>
            It may have expired (links last 72 hours), been used already or been cut off by your
            email app. Is your account already active?{' '}
            <Link to="/log-in" className={LINK}>
              Log in
            </Link>
            .
          </Trans>
        ) : link === 'recovery' ? (
          <Trans>
            The link works once, within one hour. Ask for a new one to choose your password.
          </Trans>
        ) : link === 'alert' ? (
          <Trans>
            It may have expired or been used already. You can ask for an alert again on the page of
            the item.
          </Trans>
        ) : (
          <Trans>
            It may have expired (links last 72 hours) or been used already. Your account shows your
            current address, and lets you change it again.
          </Trans>
        )}
      </p>
      {link === 'email' && (
        <Link to="/profile/edit" className={`self-start ${BUTTON.primary}`}>
          <Trans>Edit my account</Trans>
        </Link>
      )}
      {children}
    </AccountFrame>
  );
}
