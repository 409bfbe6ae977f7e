import { Trans } from '@lingui/react/macro';
import { BRAND } from '@shop/domain/brand';
import type { Order } from '@shop/domain/shapes';
import { Link, useRouteContext } from '@tanstack/react-router';

import { BUTTON } from '../../../ui/button.ts';
import { DEFAULT_ITEM_PICTURE, Picture } from '../../../ui/picture.tsx';

// What the card in the profile and the order's own page have in common.

/** Who sold it: on paper the page around it is missing. */
export function SellerOnPaper() {
  return (
    <p className="mb-4 hidden text-small print:block">
      {BRAND.seller.legalName}, {BRAND.seller.address}
    </p>
  );
}

type OrderPictureProps = { pictureUrl: string | null | undefined; className: string };

/** The thing that was ordered, small; its name stands beside it. */
export function OrderPicture({ pictureUrl, className }: OrderPictureProps) {
  return (
    <div className={`shrink-0 overflow-hidden rounded-control bg-ground-deep ${className}`}>
      <Picture
        url={pictureUrl ?? DEFAULT_ITEM_PICTURE}
        alt=""
        sizes="8rem"
        className="aspect-square w-full object-cover"
      />
    </div>
  );
}

/** The option that was chosen. An item of a single model has no word for what its models differ in. */
export function ChosenOption({ order }: { order: Order }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const { item, chosenOptionTitle: option } = order;
  if (!option || !item.optionTitle) return null;
  return (
    <p className="mt-1">
      {item.optionTitle[locale]} · {option[locale]}
    </p>
  );
}

/** What the law and the shop give the buyer: an ear for a defect, and the way out of the contract. */
export function OrderRights({ order }: { order: Order }) {
  return (
    <>
      <Link to="/contact-us" search={{ order: order.id }} className={BUTTON.quiet}>
        <Trans>A defect? Write to us about this order</Trans>
      </Link>
      {order.refundedCents < order.amountCents && (
        <Link to="/withdrawal" search={{ order: order.id }} className={BUTTON.quiet}>
          <Trans>Withdraw from the contract</Trans>
        </Link>
      )}
    </>
  );
}
