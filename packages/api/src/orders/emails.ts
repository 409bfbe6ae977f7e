import { localeOf } from '@shop/domain/locale';
import { pathOf } from '@shop/domain/paths';
import { z } from 'zod';

import { defineEmail } from '../jobs/email.ts';
import { orderOf, orderSelect } from './order.ts';

/** Confirms an order to its buyer. */
export const orderConfirmedEmail = defineEmail({
  letter: 'orderConfirmed',
  request: z.object({ orderId: z.int() }),
  address: async ({ db, config, writeEmail }, { orderId }) => {
    const row = await db.order.findUnique({
      where: { id: orderId },
      select: { ...orderSelect, locale: true, user: { select: { email: true } } },
    });
    if (row === null || row.user === null) return null;
    const locale = localeOf(row.locale);
    const order = orderOf(row);
    const content = writeEmail({
      kind: 'orderConfirmed',
      locale,
      data: {
        orderId: order.id,
        orderDate: order.orderDate,
        itemTitle: order.item.title,
        optionTitle: order.item.optionTitle,
        chosenOptionTitle: order.chosenOptionTitle,
        priceCents: row.priceCents,
        area: order.area,
        firstName: order.firstName,
        lastName: order.lastName,
        shippingAddress: order.shippingAddress,
        ordersLink: config.publicUrl + pathOf('profile', locale),
        termsLink: config.publicUrl + pathOf('terms', locale),
      },
    });
    return { to: row.user.email, content };
  },
});
