import { deliveryFeeCents } from '@agres/domain/delivery-fees';
import type { ItemGroup } from '@agres/domain/find-items';
import type { SuccessCode } from '@agres/domain/success-codes';
import { formatPrice } from '@agres/i18n/formats';
import { BUTTON } from '@agres/ui/button';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { ShownCard, ShownShop } from '../../lib/shown.ts';
import { isSignedIn } from '../../lib/viewer.ts';
import { AccountFrame } from '../../ui/account-frame.tsx';
import { DataError } from '../../ui/data-error.tsx';
import { FlashMessage } from '../../ui/flash-message.tsx';
import { ItemCard } from '../../ui/item-card.tsx';
import { PauseNote, type Pause } from '../checkout/sales-pause.tsx';
import { NothingFound, Pagination, ShopSearch, type ShopQuery } from './shop-search.tsx';

/** The cards above the fold of most screens, whose pictures get high priority. */
const FIRST_SCREEN = 3;

const GROUP_NAMES: Record<ItemGroup, MessageDescriptor> = {
  strength: msg`Strength and balance`,
  juggling: msg`Juggling`,
  mobility: msg`Mobility and endurance`,
  other: msg`More equipment`,
};

type ShopPageProps = {
  /** Null if the data could not be loaded. */
  shown: ShownShop | null;
  pause: Pause;
  query: ShopQuery;
  flash: SuccessCode | undefined;
  /** Only the buyer sees the confirmed purchase. */
  bought: ReactNode;
  /** The number of the order just paid. */
  orderId: number | undefined;
};

export function ShopPage({ shown, pause, query, flash, bought, orderId }: ShopPageProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const france = formatPrice(locale, deliveryFeeCents(0));
  const europe = formatPrice(locale, deliveryFeeCents(1));
  const elsewhere = formatPrice(locale, deliveryFeeCents(2));
  const isSearched = query.q !== undefined || query.use !== undefined;
  const isEmpty =
    shown !== null && !isSearched && shown.groups.every(({ items }) => items.length === 0);
  // After a purchase, the list is further down and without its introduction.
  const isAfterPurchase = flash === 'purchase_validated';
  if ((shown === null || isEmpty) && flash === undefined && pause === null) {
    return (
      <AccountFrame title={<Trans>The shop</Trans>} cover="juggling">
        {isEmpty ? (
          <NothingForSale />
        ) : (
          <>
            <ShopAway />
            <Link to="/blog" className={`self-start ${BUTTON.quiet}`}>
              <Trans>Read the blog</Trans>
            </Link>
          </>
        )}
      </AccountFrame>
    );
  }
  return (
    <div className="mx-auto max-w-page px-gutter pt-12 pb-section menu:pt-16">
      <FlashMessage code={flash} className={`moment ${isAfterPurchase ? 'mb-section' : 'mb-8'}`}>
        {bought}
        {isAfterPurchase && bought === null && <OrderLocationNote id={orderId} />}
      </FlashMessage>
      <h1 className={`font-display font-bold ${isAfterPurchase ? 'text-title-m' : 'text-title-l'}`}>
        <Trans>The shop</Trans>
      </h1>
      {shown !== null && !isEmpty && !isAfterPurchase && query.q === undefined && (
        <>
          <p className="mt-3 text-lead text-ink-soft">
            <Trans>Equipment we train with ourselves, delivered to a pickup point.</Trans>
          </p>
          <p className="mt-2 text-small">
            {deliveryFeeCents(0) === 0 ? (
              <Trans>
                Delivery is free in metropolitan France, {europe} in Europe and {elsewhere}{' '}
                elsewhere.
              </Trans>
            ) : (
              <Trans>
                Delivery costs {france} in metropolitan France, {europe} in Europe and {elsewhere}{' '}
                elsewhere.
              </Trans>
            )}
          </p>
        </>
      )}
      {pause !== null && (
        <div className="mt-6 max-w-text">
          <PauseNote pause={pause} />
        </div>
      )}
      {shown?.search && !isAfterPurchase && <ShopSearch {...query} search={shown.search} />}
      <div className="mt-4">
        {shown === null && <ShopAway />}
        {isEmpty && <NothingForSale />}
        {shown !== null && !isEmpty && <ItemGroups {...shown} query={query} />}
      </div>
      {shown?.search && <Pagination {...query} search={shown.search} />}
    </div>
  );
}

const ShopAway = () => (
  <DataError>
    <Trans>We couldn’t load the shop. Check your connection, then try again.</Trans>
  </DataError>
);

/** Where to find the order, for visitors who are not logged in as its buyer. Shows no data of the order. */
function OrderLocationNote({ id }: { id: number | undefined }) {
  const { viewer } = useRouteContext({ from: '__root__' });
  const isMember = isSignedIn(viewer);
  return (
    <section className="mt-4 flex flex-col items-start gap-3 rounded-panel bg-surface p-6 shadow-card sm:p-9">
      <h2 className="font-display text-title-s font-bold">
        {id === undefined || isMember ? <Trans>What’s next?</Trans> : <Trans>Order no. {id}</Trans>}
      </h2>
      <p className="max-w-text">
        <Trans>
          We’re emailing the confirmation to the buyer’s address, then a second email once the
          parcel is on its way. The order, delivery date and pickup point are in the profile.
        </Trans>
      </p>
      <Link to="/profile" className={`mt-3 w-full sm:w-auto ${BUTTON.primary}`}>
        {isMember ? <Trans>See my orders</Trans> : <Trans>Log in to see your order</Trans>}
      </Link>
    </section>
  );
}

/** Replaces the list while nothing is for sale. */
function NothingForSale() {
  return (
    <div>
      <p className="text-lead font-medium">
        <Trans>Equipment in the making...</Trans>
      </p>
      <p className="mt-2 text-ink-soft">
        <Trans>Until then, pick a programme and start training today.</Trans>
      </p>
      <div className="mt-6 flex flex-wrap gap-4">
        <Link to="/" hash="programmes" className={BUTTON.primary}>
          <Trans>See the programmes</Trans>
        </Link>
        <Link to="/blog" className={BUTTON.secondary}>
          <Trans>Read the blog</Trans>
        </Link>
      </div>
    </div>
  );
}

function ItemGroups({ groups, search, query: { q } }: ShownShop & { query: ShopQuery }) {
  const { i18n } = useLingui();
  const [first] = groups;
  if (first === undefined || first.items.length === 0) {
    return (
      <NothingFound q={q}>
        <ItemList items={search?.others ?? []} heading="h2" isFirst />
      </NothingFound>
    );
  }
  if (first.name === null) return <ItemList items={first.items} heading="h2" isFirst />;
  return (
    <div className="grid gap-y-10">
      {groups.map(
        ({ name, items }, index) =>
          name !== null && (
            <section
              key={name}
              aria-labelledby={`group-${name}`}
              className="grid gap-x-6 gap-y-5 border-t border-line pt-6 lg:grid-cols-4"
            >
              <h2 id={`group-${name}`} className="font-display text-title-m font-bold">
                {i18n._(GROUP_NAMES[name])}
              </h2>
              <div className="lg:col-span-3">
                <ItemList items={items} heading="h3" isFirst={index === 0} />
              </div>
            </section>
          ),
      )}
    </div>
  );
}

type ItemListProps = {
  items: ShownCard[];
  /** `h3` below a heading of the list, otherwise `h2`. */
  heading: 'h2' | 'h3';
  isFirst: boolean;
};

/** On the desk, all cards have the width of a quarter of the page; a group has its heading beside its cards. */
function ItemList({ items, heading, isFirst }: ItemListProps) {
  // In two columns, an odd first item spans both.
  const isOdd = items.length % 2 === 1;
  const pairs = isOdd ? 'phone:max-lg:*:first:col-span-2' : '';
  return (
    <ul
      className={`grid grid-cols-1 gap-x-4 gap-y-10 sm:gap-x-6 sm:gap-y-12 phone:grid-cols-2 ${pairs} ${heading === 'h3' ? 'lg:grid-cols-3' : 'lg:grid-cols-4'}`}
    >
      {items.map((item, index) => (
        <li key={item.id}>
          <ItemCard
            item={item}
            heading={heading}
            showsOptions
            sizes={`(min-width: 64rem) 17rem, ${isOdd && index === 0 ? '92vw' : '45vw'}`}
            {...(isFirst && index < FIRST_SCREEN && { priority: 'high' })}
          />
        </li>
      ))}
    </ul>
  );
}
