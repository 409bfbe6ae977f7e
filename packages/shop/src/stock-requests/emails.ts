import { defineEmail } from '@agres/core/jobs/email';
import type { JobDeps } from '@agres/core/jobs/job';
import { localizedOrNull } from '@agres/core/localized';
import type { Prisma } from '@agres/db/db';
import { LOCALES, localeOf, type Locale } from '@agres/domain/locale';
import { pathOf, withQuery } from '@agres/domain/paths';
import { findOptionPicture } from '@agres/money/catalogue/items';
import { z } from 'zod';

import { OPTION_PLACE, optionIndexOf } from './option-place.ts';
import { computeStockLinkSecret, computeVisitorLinkSecret } from './stock-link.ts';

const OPTION = {
  ...OPTION_PLACE,
  titleFr: true,
  titleEn: true,
  remaining: true,
  item: {
    select: {
      titleFr: true,
      titleEn: true,
      optionTitleFr: true,
      optionTitleEn: true,
      ...OPTION_PLACE.item.select,
    },
  },
} as const satisfies Prisma.ItemOptionSelect;

/** Adds the item and the option to a link, because the linked page shows them. */
const linkAbout = (option: WaitedOption, path: string) =>
  withQuery(path, { item: option.itemId, option: optionIndexOf(option) });

type WaitedOption = Prisma.ItemOptionGetPayload<{ select: typeof OPTION }>;

async function readOption(
  deps: JobDeps,
  { option, locale }: { option: WaitedOption; locale: Locale },
) {
  const { item, itemId } = option;
  const isChoice = item.options.length > 1;
  return {
    itemTitle: { fr: item.titleFr, en: item.titleEn },
    optionTitle: localizedOrNull(item.optionTitleFr, item.optionTitleEn),
    chosenOptionTitle: isChoice ? { fr: option.titleFr, en: option.titleEn } : null,
    pictureUrl: await findOptionPicture(deps, option),
    itemLink:
      deps.config.publicUrl +
      withQuery(pathOf('item', locale, { id: itemId }), {
        option: isChoice ? optionIndexOf(option) : undefined,
      }),
  };
}

/**
 * Announces an option to a member. It is not sent if the member has cancelled the alert, or the option has
 * sold out again.
 */
export const backInStockEmail = defineEmail({
  kind: 'backInStock',
  request: z.object({ userId: z.int(), stockRequestId: z.int() }),
  address: async (deps, { userId, stockRequestId }) => {
    const { db, config } = deps;
    const row = await db.stockRequest.findFirst({
      where: { id: stockRequestId, userId, toldAt: { not: null } },
      select: {
        user: { select: { email: true, firstName: true, locale: true } },
        option: { select: OPTION },
      },
    });
    if (row === null) return null;
    const { user, option } = row;
    if (option.remaining === 0) {
      // Sold out before the email was sent: the member keeps the place in the queue. The new id allows a
      // second email.
      await db.$executeRaw`
        UPDATE stock_request SET told_at = NULL, id = nextval('stock_request_id_seq')
        WHERE id = ${stockRequestId}::int`;
      return null;
    }
    const locale = localeOf(user.locale);
    const nonce = await computeStockLinkSecret(db, userId);
    return {
      to: user.email,
      locale,
      data: {
        ...(await readOption(deps, { option, locale })),
        firstName: user.firstName,
        endLink:
          config.publicUrl +
          linkAbout(option, pathOf('endStockRequests', locale, { id: userId, nonce })),
      },
    };
  },
});

export const visitorBackInStockEmail = defineEmail({
  kind: 'backInStock',
  storedAs: 'visitorBackInStock',
  request: z.object({ visitorRequestId: z.int() }),
  address: async (deps, { visitorRequestId: id }) => {
    const { db, config } = deps;
    const row = await db.visitorStockRequest.findFirst({
      where: { id, toldAt: { not: null } },
      select: { email: true, linkKey: true, locale: true, option: { select: OPTION } },
    });
    if (row === null) return null;
    const { option } = row;
    if (option.remaining === 0) {
      await db.visitorStockRequest.updateMany({ where: { id }, data: { toldAt: null } });
      return null;
    }
    const locale = localeOf(row.locale);
    const nonce = await computeVisitorLinkSecret(db, row.linkKey);
    return {
      to: row.email,
      locale,
      data: {
        ...(await readOption(deps, { option, locale })),
        firstName: null,
        endLink:
          config.publicUrl + linkAbout(option, pathOf('endStockRequests', locale, { id, nonce })),
      },
    };
  },
});

/** Asks the reader of an unproved address to confirm a stock alert; no other email follows without it. */
export const stockRequestAskedEmail = defineEmail({
  kind: 'stockRequestAsked',
  request: z.object({ visitorRequestId: z.int(), locale: z.enum(LOCALES) }),
  address: async (deps, { visitorRequestId: id, locale }) => {
    const { db, config } = deps;
    const row = await db.visitorStockRequest.findUnique({
      where: { id },
      select: { email: true, linkKey: true, option: { select: OPTION } },
    });
    if (row === null) return null;
    const nonce = await computeVisitorLinkSecret(db, row.linkKey);
    const link =
      config.publicUrl +
      linkAbout(row.option, pathOf('confirmStockRequest', locale, { id, nonce }));
    const { itemTitle, optionTitle, chosenOptionTitle, pictureUrl } = await readOption(deps, {
      option: row.option,
      locale,
    });
    return {
      to: row.email,
      locale,
      data: { itemTitle, optionTitle, chosenOptionTitle, pictureUrl, link },
    };
  },
});
