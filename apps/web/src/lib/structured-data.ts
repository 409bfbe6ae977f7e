import { BRAND, shopFacts } from '@agres/domain/brand';

import type { RouterContext } from './router-context.ts';
import { jsonForScript } from './script-json.ts';

export type StructuredData = { '@type': string; [property: string]: unknown };

/** Returns the script element, escaped so that no value can end it. */
export function structuredDataScript(statements: StructuredData[]) {
  return {
    type: 'application/ld+json',
    children: jsonForScript({ '@context': 'https://schema.org', '@graph': statements }),
  };
}

/** Returns the organization that publishes the site and sells. */
export function organisationOf({ publicUrl }: RouterContext): StructuredData {
  return {
    '@type': 'Organization',
    '@id': `${publicUrl}/#organisation`,
    name: BRAND.name,
    legalName: shopFacts().seller.legalName,
    url: publicUrl,
    logo: `${publicUrl}/icon-512.png`,
    foundingDate: String(BRAND.foundedIn),
    email: BRAND.supportEmail,
    sameAs: [BRAND.socialUrl],
  };
}

/** Returns the breadcrumbs from the home page to a page. */
export function breadcrumbsOf(
  { publicUrl }: RouterContext,
  steps: readonly { name: string; path: string }[],
): StructuredData {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: publicUrl + path,
    })),
  };
}

/** Converts cents to the price of a schema.org offer. */
export function priceOf(cents: number) {
  return { price: (cents / 100).toFixed(2), priceCurrency: 'EUR' };
}
