import { useLingui } from '@lingui/react/macro';
import { BRAND } from '@shop/domain/brand';
import { useRouteContext } from '@tanstack/react-router';

/** The ways to the app; link and picture follow the language (specification, section 1). */
export function StoreBadges() {
  const { t } = useLingui();
  const { locale } = useRouteContext({ from: '__root__' });
  const stores = [
    {
      name: t`Download on the App Store`,
      href: BRAND.appStoreUrl[locale],
      picture: `/brand/app-store-${locale}.svg`,
    },
    {
      name: t`Get it on Google Play`,
      href: BRAND.playStoreUrl[locale],
      picture: `/brand/google-play-${locale}.svg`,
    },
  ];
  return (
    <ul className="mt-8 flex flex-wrap gap-4">
      {stores.map(({ name, href, picture }) => (
        <li key={href}>
          <a href={href} rel="noopener" className="block rounded-control">
            <img src={picture} alt={name} width={191} height={54} loading="lazy" />
          </a>
        </li>
      ))}
    </ul>
  );
}
