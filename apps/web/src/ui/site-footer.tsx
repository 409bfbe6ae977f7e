import { Trans, useLingui } from '@lingui/react/macro';
import { BRAND } from '@shop/domain/brand';
import { Link } from '@tanstack/react-router';

const LINK = 'inline-flex min-h-touch items-center underline-offset-4 hover:underline';

/** The frame's bottom: the invitation to follow the brand, the small-print pages, the line of rights. */
export function SiteFooter() {
  const { t } = useLingui();
  const { foundedIn, name } = BRAND;
  return (
    <footer className="bg-ink text-on-dark">
      <div className="mx-auto grid max-w-page gap-8 px-gutter py-16 menu:grid-cols-[7fr_5fr]">
        <div>
          <p className="max-w-md font-display text-title-m font-bold text-balance">
            <Trans>Train with us, one move a day.</Trans>
          </p>
          <a
            href={BRAND.socialUrl}
            rel="noopener"
            className="mt-6 inline-flex min-h-12 items-center rounded-pill border border-on-dark-soft px-6 font-semibold hover:bg-on-dark hover:text-ink"
          >
            <Trans>Follow us</Trans>
          </a>
        </div>
        <nav aria-label={t`Information`} className="text-small text-on-dark-soft">
          <ul className="grid gap-x-6 sm:grid-cols-2">
            <li>
              <Link to="/contact-us" className={LINK}>
                <Trans>Contact</Trans>
              </Link>
            </li>
            <li>
              <Link to="/faq" className={LINK}>
                <Trans>FAQ</Trans>
              </Link>
            </li>
            <li>
              <Link to="/privacy-policy" className={LINK}>
                <Trans>Legal notices</Trans>
              </Link>
            </li>
            <li>
              <Link to="/terms-of-use" className={LINK}>
                <Trans>General terms</Trans>
              </Link>
            </li>
            <li>
              <Link to="/blog" className={LINK}>
                <Trans>Blog</Trans>
              </Link>
            </li>
          </ul>
        </nav>
        <p className="text-caption text-on-dark-soft menu:col-span-2">
          <Trans>
            Since {foundedIn} {name}. All rights reserved.
          </Trans>
        </p>
      </div>
    </footer>
  );
}
