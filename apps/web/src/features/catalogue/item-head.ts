import { BRAND } from '@agres/domain/brand';
import { DELIVERY_AREAS, type DeliveryArea } from '@agres/domain/delivery';
import { deliveryFeeCents } from '@agres/domain/delivery-fees';
import { excerptOf, textOfHtml } from '@agres/domain/html';
import type { Locale } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import { displayedCents, eurosOf, priceCentsOf } from '@agres/domain/prices';
import { msg } from '@lingui/core/macro';

import { pageHead, type Listing } from '../../lib/page-head.ts';
import { itemPreview, pagePreview, pictureUrlOf } from '../../lib/preview-pictures.ts';
import type { RouterContext } from '../../lib/router-context.ts';
import type { ShownItem } from '../../lib/shown.ts';
import {
  breadcrumbsOf,
  organisationOf,
  priceOf,
  type StructuredData,
} from '../../lib/structured-data.ts';

const DESCRIPTION_LENGTH = 155;

/** For search engines; null for an area of several countries. */
const AREA_COUNTRIES = { 0: 'FR', 1: null, 2: null } as const satisfies Record<
  DeliveryArea,
  string | null
>;

/** Returns the head of the item page, or that of the shop if the item could not be loaded. */
export function itemHead(
  context: RouterContext,
  { id, item, isPaused }: { id: string; item: ShownItem | null; isPaused: boolean },
) {
  const shop = context.i18n._(msg`Shop`);
  return pageHead(context, {
    title: item === null ? shop : item.title,
    listing:
      import.meta.env.SSR &&
      (item === null
        ? shopListing(context, id)
        : itemListing(context, { id, item, isPaused, shop })),
  });
}

const pathOfItem = (id: string) => (locale: Locale) => pathOf('item', locale, { id });

const shopListing = (context: RouterContext, id: string) =>
  ({
    pathIn: pathOfItem(id),
    description: context.i18n._(msg`Equipment to train anywhere, delivered to a pickup point.`),
    picture: pagePreview('shop', context.locale),
  }) satisfies Listing;

function itemListing(
  context: RouterContext,
  { id, item, isPaused, shop }: { id: string; item: ShownItem; isPaused: boolean; shop: string },
): Listing {
  const { locale } = context;
  const { pathIn, description } = shopListing(context, id);
  return {
    pathIn,
    description: excerptOf(item.description, DESCRIPTION_LENGTH) || description,
    picture: itemPreview(item),
    statements: [
      productOf(context, { item, isPaused }),
      breadcrumbsOf(context, [
        { name: BRAND.name, path: pathOf('home', locale) },
        { name: shop, path: pathOf('shop', locale) },
        { name: item.title, path: pathIn(locale) },
      ]),
    ],
  };
}

function productOf(
  context: RouterContext,
  { item, isPaused }: { item: ShownItem; isPaused: boolean },
): StructuredData {
  const { locale, publicUrl } = context;
  const urls = item.images.length > 0 ? item.images.map(({ url }) => url) : [itemPreview(item)];
  return {
    '@type': 'Product',
    name: item.title,
    description: textOfHtml(item.description),
    image: urls.map((url) => pictureUrlOf(url, context)),
    sku: String(item.id),
    brand: { '@type': 'Brand', name: BRAND.name },
    ...reviewsOf(item),
    offers: {
      '@type': 'Offer',
      url: publicUrl + pathOf('item', locale, { id: item.id }),
      ...priceOf(displayedCents(priceCentsOf(item.price))),
      availability: `https://schema.org/${item.remainingStock > 0 && !isPaused ? 'InStock' : 'OutOfStock'}`,
      itemCondition: 'https://schema.org/NewCondition',
      seller: organisationOf(context),
      shippingDetails: DELIVERY_AREAS.flatMap(shippingTo),
    },
  };
}

/** Omits rating and reviews if the reviews are demonstration data. */
function reviewsOf({ rating, reviews }: ShownItem) {
  if (rating === null || rating.isDemonstration) return {};
  const range = { bestRating: 5, worstRating: 1 };
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: rating.average,
      reviewCount: rating.count,
      ...range,
    },
    review: (reviews?.reviews ?? []).map((review) => ({
      '@type': 'Review',
      author: { '@type': 'Person', name: review.firstName },
      datePublished: review.publishedOn,
      inLanguage: review.locale,
      reviewBody: review.text,
      reviewRating: { '@type': 'Rating', ratingValue: review.rating, ...range },
    })),
  };
}

function shippingTo(area: DeliveryArea) {
  const addressCountry = AREA_COUNTRIES[area];
  if (addressCountry === null) return [];
  return {
    '@type': 'OfferShippingDetails',
    shippingDestination: { '@type': 'DefinedRegion', addressCountry },
    shippingRate: {
      '@type': 'MonetaryAmount',
      value: eurosOf(deliveryFeeCents(area)),
      currency: 'EUR',
    },
  };
}
