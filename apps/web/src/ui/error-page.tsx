import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';

export function ErrorPage() {
  return (
    <div className="mx-auto grid max-w-page items-center gap-x-16 gap-y-10 px-gutter py-12 menu:grid-cols-[7fr_5fr] menu:py-20">
      <DroppedBall />
      <div>
        <h1 className="font-display text-title-l font-bold">
          <Trans>Oops! Error 404</Trans>
        </h1>
        <p className="mt-4 mb-8 text-lead text-ink-soft">
          <Trans>We could not find the page you are looking for.</Trans>
        </p>
        <WaysOn isMain />
      </div>
    </div>
  );
}

/** `isMain` if the page offers nothing else. */
export function WaysOn({ isMain }: { isMain: boolean }) {
  return (
    <div className="flex flex-wrap gap-4">
      <Link to="/" className={`w-full sm:w-auto ${isMain ? BUTTON.primary : BUTTON.secondary}`}>
        <Trans>Back to the home page</Trans>
      </Link>
      <Link to="/shop" className={`w-full sm:w-auto ${BUTTON.secondary}`}>
        <Trans>Shop</Trans>
      </Link>
      <Link to="/contact-us" className={`w-full justify-center sm:w-auto ${BUTTON.quiet}`}>
        <Trans>Contact</Trans>
      </Link>
    </div>
  );
}

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
