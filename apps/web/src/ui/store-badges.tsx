import { BRAND } from '@agres/domain/brand';
import type { Locale } from '@agres/domain/locale';
import { useLingui } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';

/** In pixels, at a height of 60. */
const STORE_BADGE_WIDTHS = {
  appStore: { fr: 212, en: 203 },
  playStore: { fr: 223, en: 223 },
} satisfies Record<string, Record<Locale, number>>;

/** Links and badges depend on the language (docs/spec-coverage.md, section 1). */
export function StoreBadges({ isLarge = false }: { isLarge?: boolean }) {
  const { t } = useLingui();
  const { locale } = useRouteContext({ from: '__root__' });
  const stores = [
    {
      name: t`Download on the App Store`,
      href: BRAND.appStoreUrl[locale],
      picture: `/brand/app-store-${locale}.svg`,
      width: STORE_BADGE_WIDTHS.appStore[locale],
    },
    {
      name: t`Get it on Google Play`,
      href: BRAND.playStoreUrl[locale],
      picture: `/brand/google-play-${locale}.svg`,
      width: STORE_BADGE_WIDTHS.playStore[locale],
    },
  ];
  return (
    <ul className="flex flex-wrap gap-2 sm:gap-4">
      {stores.map(({ name, href, picture, width }) => (
        <li key={href} className={`${isLarge ? 'w-52' : 'w-36'} grow sm:grow-0`}>
          {/* The link has the badge's background, so that both links have the same width. */}
          <a href={href} rel="noopener" className="block rounded-pill bg-ink">
            <img
              src={picture}
              alt={name}
              width={width}
              height={60}
              loading="lazy"
              className={`${isLarge ? 'h-16' : 'h-11'} w-full object-contain`}
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
