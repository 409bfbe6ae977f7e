import { BRAND } from '@agres/domain/brand';
import type { Locale } from '@agres/domain/locale';
import { useLingui } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';

/** The pictures' own widths, in pixels, at their height of 60: their words differ. */
const STORE_BADGE_WIDTHS = {
  appStore: { fr: 212, en: 203 },
  playStore: { fr: 223, en: 223 },
} satisfies Record<string, Record<Locale, number>>;

/** The ways to the app; link and picture follow the language (specification, section 1). */
export function StoreBadges() {
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
        <li key={href} className="w-36 grow sm:grow-0">
          {/* Its ground is the pictures’ own: both are as wide as each other, whatever their words. */}
          <a href={href} rel="noopener" className="block rounded-pill bg-ink">
            <img
              src={picture}
              alt={name}
              width={width}
              height={60}
              loading="lazy"
              className="h-11 w-full object-contain"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
