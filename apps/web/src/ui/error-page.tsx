import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { FailedLink } from '../lib/failed-link.ts';

/** The page for unknown addresses and failed links; for a link, says why and what to do. */
export function ErrorPage({ link, children }: ErrorPageProps) {
  return (
    <div className="mx-auto grid max-w-page items-center gap-x-16 gap-y-10 px-gutter py-12 menu:grid-cols-[7fr_5fr] menu:py-20">
      {link === undefined && <DroppedBall />}
      <div>
        {link !== undefined ? (
          <FailedLinkText link={link} />
        ) : (
          <>
            <h1 className="font-display text-title-l font-bold">
              <Trans>Oops! Error 404</Trans>
            </h1>
            <p className="mt-4 text-lead text-ink-soft">
              <Trans>We could not find the page you are looking for.</Trans>
            </p>
          </>
        )}
        {children && <div className="mt-6 max-w-text">{children}</div>}
        <div className="mt-8 flex flex-wrap gap-4">
          <Link
            to="/"
            className={`w-full sm:w-auto ${link === undefined ? BUTTON.primary : BUTTON.secondary}`}
          >
            <Trans>Back to the home page</Trans>
          </Link>
          <Link to="/shop" className={`w-full sm:w-auto ${BUTTON.secondary}`}>
            <Trans>Shop</Trans>
          </Link>
          <Link to="/contact-us" className={`w-full justify-center sm:w-auto ${BUTTON.quiet}`}>
            <Trans>Contact</Trans>
          </Link>
        </div>
      </div>
    </div>
  );
}

type ErrorPageProps = {
  link: FailedLink | undefined;
  /** Below the text: what helps at once. */
  children?: ReactNode;
};

function FailedLinkText({ link }: { link: FailedLink }) {
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

/** The number 404 with the brand's ring as its zero, and the ball that fell out. */
function DroppedBall() {
  return (
    <svg
      viewBox="0 20 480 360"
      aria-hidden="true"
      className="aspect-4/3 w-full rounded-panel bg-secondary menu:order-2"
    >
      <circle cx="240" cy="330" r="250" className="fill-secondary-strong" />
      <g fill="none" strokeWidth="28" strokeLinecap="round" strokeLinejoin="round">
        <path d="M118 102 52 226h92M118 170v116" className="stroke-on-dark" />
        <path d="M402 102 336 226h92M402 170v116" className="stroke-on-dark" />
        <path d="M240 138A62 62 0 1 0 300.5 186.4" className="stroke-accent" />
      </g>
      <circle cx="276" cy="340" r="20" className="fill-highlight" />
    </svg>
  );
}
