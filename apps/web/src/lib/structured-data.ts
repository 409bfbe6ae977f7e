import { BRAND, shopFacts } from '@agres/domain/brand';

import type { RouterContext } from './router-context.ts';
import { jsonForScript } from './script-json.ts';

/** A statement in schema.org's words. */
export type StructuredData = { '@type': string; [property: string]: unknown };

/** The script element that carries statements: data, and nothing in it can end it. */
export function structuredDataScript(statements: StructuredData[]) {
  return {
    type: 'application/ld+json',
    children: jsonForScript({ '@context': 'https://schema.org', '@graph': statements }),
  };
}

/** Who publishes and sells. */
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

/** The way to a page from the home page, each step with its path. */
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

/** An amount in cents as an offer states it. */
export function priceOf(cents: number) {
  return { price: (cents / 100).toFixed(2), priceCurrency: 'EUR' };
}
