import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';

import { BUTTON } from '../../ui/button.ts';

/** What the brand offers, in five seconds. */
export function Hero() {
  return (
    <section className="overflow-hidden">
      <div className="mx-auto grid max-w-page items-center gap-10 px-gutter py-12 menu:grid-cols-[7fr_5fr] menu:py-20">
        <div>
          <h1 className="font-display text-display font-bold text-balance">
            <Trans>Strong, mobile, light on your feet.</Trans>
          </h1>
          <p className="mt-6 max-w-text text-lead text-pretty text-ink-soft">
            <Trans>
              Personalised strength, bodyweight and mobility programmes in your pocket, and the
              apparatus that goes with them, delivered to a relay point near you.
            </Trans>
          </p>
          <div className="mt-8 flex flex-wrap items-center gap-4">
            <a href="#plans" className={BUTTON.primary}>
              <Trans>See the programmes</Trans>
            </a>
            <Link to="/shop" className={BUTTON.secondary}>
              <Trans>Visit the shop</Trans>
            </Link>
          </div>
        </div>
        <HeroFigure />
      </div>
    </section>
  );
}

/** A figure swinging under an arc, the ball at its top: the brand's motif. */
function HeroFigure() {
  return (
    <svg
      viewBox="0 0 480 480"
      className="mx-auto w-full max-w-md menu:max-w-none"
      aria-hidden="true"
    >
      <rect width="480" height="480" rx="40" className="fill-secondary" />
      <path
        d="M60 420a180 180 0 0 1 360 0"
        fill="none"
        strokeWidth="28"
        strokeLinecap="round"
        className="stroke-secondary-soft"
      />
      <path
        d="M130 420a110 110 0 0 1 220 0"
        fill="none"
        strokeWidth="28"
        strokeLinecap="round"
        className="stroke-accent"
      />
      <circle cx="240" cy="132" r="44" className="fill-highlight" />
      <path d="M60 420h360" strokeWidth="28" strokeLinecap="round" className="stroke-on-dark" />
    </svg>
  );
}
