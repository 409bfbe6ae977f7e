import { BRAND } from '@agres/domain/brand';
import { Icon } from '@agres/ui/icon';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { ArrowUpRight } from 'lucide';
import type { ReactNode } from 'react';

export function SiteFooter() {
  const { foundedIn, name } = BRAND;
  return (
    <footer className="bg-ink text-on-dark">
      <div className="mx-auto max-w-page px-gutter pt-14 pb-8 menu:pt-16">
        <div className="grid gap-x-12 gap-y-10 menu:grid-cols-2 lg:grid-cols-[7fr_5fr]">
          <div>
            <p className="max-w-md font-display text-title-m font-bold text-balance">
              <Trans>Train with us, one move a day.</Trans>
            </p>
            <a
              href={BRAND.socialUrl}
              rel="noopener"
              className="mt-6 inline-flex min-h-12 items-center gap-2 rounded-pill border border-on-dark-soft px-7 font-semibold hover:bg-on-dark hover:text-ink"
            >
              <Trans>Follow us</Trans>
              <Icon of={ArrowUpRight} className="size-5" />
            </a>
          </div>
          <FooterLinks />
        </div>
        <p className="mt-12 border-t border-on-dark/20 pt-6 text-caption text-on-dark-soft">
          <Trans>
            Since {foundedIn} {name}. All rights reserved.
          </Trans>
        </p>
      </div>
    </footer>
  );
}

function FooterLinks() {
  const { t } = useLingui();
  return (
    <nav aria-label={t`Information`} className="text-small">
      {/* Fills the first column before the second, in reading order. */}
      <ul className="-my-2 grid grid-flow-col grid-cols-[auto_auto] grid-rows-4 gap-x-6">
        <FooterLink to="/blog">
          <Trans>Blog</Trans>
        </FooterLink>
        <FooterLink to="/faq">
          <Trans>FAQ</Trans>
        </FooterLink>
        <FooterLink to="/contact-us">
          <Trans>Contact</Trans>
        </FooterLink>
        <FooterLink to="/accessibility">
          <Trans>Accessibility</Trans>
        </FooterLink>
        <FooterLink to="/terms-of-use">
          <Trans>General terms</Trans>
        </FooterLink>
        <FooterLink to="/privacy-policy">
          <Trans>Legal notices</Trans>
        </FooterLink>
        <FooterLink to="/cancel-your-contract">
          <Trans>Cancel your contract</Trans>
        </FooterLink>
        <FooterLink to="/withdrawal">
          <Trans>Withdraw from contract here</Trans>
        </FooterLink>
      </ul>
    </nav>
  );
}

type FooterLinkProps = {
  to:
    | '/contact-us'
    | '/privacy-policy'
    | '/faq'
    | '/terms-of-use'
    | '/cancel-your-contract'
    | '/withdrawal'
    | '/blog'
    | '/accessibility';
  children: ReactNode;
};

function FooterLink({ to, children }: FooterLinkProps) {
  return (
    <li>
      <Link
        to={to}
        className="flex min-h-touch w-fit min-w-touch items-center rounded-control text-on-dark-soft underline-offset-4 hover:text-on-dark hover:underline"
      >
        {children}
      </Link>
    </li>
  );
}
