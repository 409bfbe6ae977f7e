import { BRAND, shopFacts } from '@agres/domain/brand';
import type { Order } from '@agres/domain/shapes';
import { formatDate } from '@agres/i18n/formats';
import { Trans } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { Mark } from '../../ui/logo.tsx';
import { PlaceFacts } from './order-facts.tsx';
import { ChosenOption, useOrderSums } from './order-parts.tsx';

type OnPaperProps = { order: Order };

export function OrderOnPaper({ order }: OnPaperProps) {
  return (
    <div className="hidden print:block">
      <Letterhead order={order} />
      <Account order={order} />
      <dl className="mt-10 grid grid-cols-2 gap-x-12 gap-y-4 border-t border-line pt-6 text-small">
        <PlaceFacts order={order} />
      </dl>
    </div>
  );
}

function Letterhead({ order }: OnPaperProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const { id, cancelledDate } = order;
  const { supportEmail } = BRAND;
  const { seller } = shopFacts();
  const orderedOn = formatDate(locale, order.orderDate);
  const cancelledOn = cancelledDate === null ? '' : formatDate(locale, cancelledDate);
  return (
    <div className="flex items-start justify-between gap-8 border-b border-line pb-6">
      <div className="text-small text-ink-soft">
        <p className="mb-3 flex items-center gap-3 font-display text-title-m font-bold text-ink">
          <Mark className="size-10" />
          {BRAND.name}
        </p>
        <p>{seller.legalName}</p>
        <p>{seller.address}</p>
        <p>{supportEmail}</p>
      </div>
      <div className="sm:text-right">
        <h1 className="font-display text-title-m font-bold">
          <Trans>Order no. {id}</Trans>
        </h1>
        <p className="mt-1 text-ink-soft">
          <Trans>Placed on {orderedOn}</Trans>
        </p>
        {cancelledDate !== null && (
          <p className="mt-1 font-semibold">
            <Trans>Cancelled on {cancelledOn}</Trans>
          </p>
        )}
      </div>
    </div>
  );
}

function Account({ order }: OnPaperProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const { itemText, feeText, paidText, refundedText } = useOrderSums(order);
  return (
    <table className="mt-8 w-full text-left tabular-nums">
      <thead>
        <tr className="border-b border-line text-small text-ink-soft">
          <th className="py-2 font-normal">
            <Trans>Item</Trans>
          </th>
          <th className="py-2 font-normal sm:text-right">
            <Trans>Quantity</Trans>
          </th>
          <th className="py-2 font-normal sm:text-right">
            <Trans>Price</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        <tr className="border-b border-line">
          <td className="py-3">
            <span className="font-semibold">{order.item.title[locale]}</span>
            <ChosenOption order={order} />
          </td>
          <td className="py-3 sm:text-right">1</td>
          <td className="py-3 sm:text-right">{itemText}</td>
        </tr>
      </tbody>
      <tfoot>
        {feeText !== null && <Line name={<Trans>Packing and delivery</Trans>}>{feeText}</Line>}
        <tr className="border-t border-line">
          <th colSpan={2} className="py-3 font-semibold">
            <Trans>Paid by card, all taxes included</Trans>
          </th>
          <td className="py-3 font-display text-title-m font-bold sm:text-right">{paidText}</td>
        </tr>
        {refundedText !== null && <Line name={<Trans>Refunded</Trans>}>{refundedText}</Line>}
      </tfoot>
    </table>
  );
}

function Line({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <tr>
      <th colSpan={2} className="py-3 font-normal">
        {name}
      </th>
      <td className="py-3 sm:text-right">{children}</td>
    </tr>
  );
}
