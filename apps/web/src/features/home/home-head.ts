import { BRAND } from '@agres/domain/brand';
import { LOCALES } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import { PLAN_PRICES_CENTS } from '@agres/domain/subscription';
import { msg } from '@lingui/core/macro';

import { pageHead, type Listing } from '../../lib/page-head.ts';
import { pagePreview } from '../../lib/preview-pictures.ts';
import type { RouterContext } from '../../lib/router-context.ts';
import { organisationOf, priceOf, type StructuredData } from '../../lib/structured-data.ts';

export function homeHead(context: RouterContext) {
  return pageHead(context, {
    title: context.i18n._(msg`Agrès: strength, bodyweight, mobility`),
    listing: import.meta.env.SSR && homeListing(context),
  });
}

function homeListing(context: RouterContext): Listing {
  const description = context.i18n._(
    msg`Personalised strength, bodyweight and mobility programmes in an app, and the equipment that goes with them.`,
  );
  return {
    pathIn: (locale) => pathOf('home', locale),
    description,
    picture: pagePreview('home', context.locale),
    statements: [organisationOf(context), websiteOf(context), appOf(context, description)],
  };
}

function websiteOf(context: RouterContext): StructuredData {
  return {
    '@type': 'WebSite',
    '@id': `${context.publicUrl}/#website`,
    name: BRAND.name,
    url: context.publicUrl,
    inLanguage: LOCALES,
    publisher: { '@id': organisationOf(context)['@id'] },
  };
}

function appOf(context: RouterContext, description: string): StructuredData {
  const { locale, publicUrl } = context;
  return {
    '@type': 'MobileApplication',
    name: BRAND.name,
    description,
    operatingSystem: 'iOS, Android',
    applicationCategory: 'HealthApplication',
    inLanguage: LOCALES,
    installUrl: [BRAND.appStoreUrl[locale], BRAND.playStoreUrl[locale]],
    offers: Object.values(PLAN_PRICES_CENTS).map((cents) => ({
      '@type': 'Offer',
      ...priceOf(cents),
      url: publicUrl + pathOf('home', locale),
    })),
  };
}
