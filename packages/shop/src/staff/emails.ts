import { defineEmail } from '@agres/core/jobs/email';
import type { JobDeps } from '@agres/core/jobs/job';
import { localizedOrNull } from '@agres/core/localized';
import { newSecret, sessionIdOf } from '@agres/core/session/session';
import { addressesOf } from '@agres/domain/delivery';
import { localeOf, type Locale } from '@agres/domain/locale';
import type { StaffNotices } from '@agres/domain/owner-settings';
import { promisedByOf } from '@agres/money/orders/read-order';
import { z } from 'zod';

import { countToDo, type ToDo } from './to-do.ts';

/**
 * Invites a person to the office. The token is generated when the email is written, so it is never stored. A
 * used or replaced invitation sends no email.
 */
export const staffInvitedEmail = defineEmail({
  kind: 'staffInvited',
  request: z.object({ staffId: z.int(), expiresAt: z.iso.datetime(), officeUrl: z.url() }),
  address: async ({ db }, { staffId, expiresAt, officeUrl }) => {
    const staff = await db.staff.findFirst({
      where: { id: staffId, suspendedAt: null },
      select: { email: true, locale: true, roles: true },
    });
    if (staff === null) return null;
    const token = newSecret();
    const kept = await db.$executeRaw`
      UPDATE staff_invitation SET mailed_hashes = mailed_hashes || ${sessionIdOf(token)}::text
      WHERE staff_id = ${staffId}::int AND expires_at = ${new Date(expiresAt)}
        AND expires_at > clock_timestamp()`;
    if (kept === 0) return null;
    return {
      to: staff.email,
      locale: localeOf(staff.locale),
      data: {
        link: `${officeUrl}/invitation#${token}`,
        expiresAt,
        isOwner: staff.roles.includes('owner'),
      },
    };
  },
});

/**
 * Notifies a staff member of one order to send, with the pickup point. Does not name the buyer: a mailbox
 * would keep the name after the member erases it. The label printed by the office has name and address.
 */
export const orderNoticeEmail = defineEmail({
  kind: 'orderNotice',
  request: z.object({ orderId: z.int(), staffId: z.int() }),
  address: async ({ db }, { orderId, staffId }) => {
    const reader = await findReader(db, staffId, 'orders');
    const order = await db.order.findFirst({
      where: { id: orderId, status: 'waiting', sentAt: null, cancelledAt: null, heldFor: null },
    });
    if (reader === null || order === null) return null;
    return {
      to: reader.email,
      locale: reader.locale,
      data: {
        orderId,
        orderDate: order.orderDate.toISOString(),
        itemTitle: { fr: order.itemTitleFr, en: order.itemTitleEn },
        optionTitle: localizedOrNull(order.itemOptionTitleFr, order.itemOptionTitleEn),
        chosenOptionTitle: localizedOrNull(order.chosenOptionTitleFr, order.chosenOptionTitleEn),
        pickupPoint: addressesOf(order.shippingAddress)?.pickupPoint ?? null,
        promisedBy: promisedByOf(order),
      },
    };
  },
});

/**
 * Sends a staff member the counts of open work, a preparer those of parcels; no email if all are zero when it is
 * written.
 */
export const morningNoticeEmail = defineEmail({
  kind: 'morningNotice',
  request: z.object({ staffId: z.int(), day: z.iso.date() }),
  address: async ({ db, clock }, { staffId, day }) => {
    const reader = await findReader(db, staffId, 'morning');
    if (reader === null) return null;
    const all = await countToDo(db, clock());
    const { declarationsBy, parcelsBy, ...counts } = reader.isOwner ? all : onlyParcels(all);
    if (Object.values(counts).every((count) => count === 0)) return null;
    return {
      to: reader.email,
      locale: reader.locale,
      data: { day, declarationsBy, parcelsBy, ...counts },
    };
  },
});

const onlyParcels = ({ parcels, parcelsBy }: ToDo): ToDo => ({
  moneyOwed: 0,
  declarations: 0,
  declarationsBy: null,
  parcels,
  parcelsBy,
  messages: 0,
  lowStock: 0,
});

/**
 * Finds a staff member who still wants these emails. An invited address is unproved until its holder has a
 * passkey.
 */
async function findReader(
  db: JobDeps['db'],
  id: number,
  notices: StaffNotices,
): Promise<{ email: string; locale: Locale; isOwner: boolean } | null> {
  const staff = await db.staff.findFirst({
    where: { id, notices, suspendedAt: null, passkeys: { some: {} } },
    select: { email: true, locale: true, roles: true },
  });
  if (staff === null) return null;
  const { email, locale, roles } = staff;
  return { email, locale: localeOf(locale), isOwner: roles.includes('owner') };
}
