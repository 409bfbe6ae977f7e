import { defineEmail } from '@agres/core/jobs/email';
import { localizedOrNull } from '@agres/core/localized';
import { localeOf } from '@agres/domain/locale';
import { pathOf, withQuery } from '@agres/domain/paths';
import { optionPictureOf } from '@agres/money/catalogue/items';
import { z } from 'zod';

import { stockLinkSecretOf } from './stock-requests.ts';

/**
 * Tells a member that an option is in stock again. Members who cancelled the alert get no email, and
 * none is sent about an option that has sold out again.
 */
export const backInStockEmail = defineEmail({
  letter: 'backInStock',
  request: z.object({ userId: z.int(), stockRequestId: z.int() }),
  address: async (deps, { userId, stockRequestId }) => {
    const { db, config, writeEmail } = deps;
    const row = await db.stockRequest.findFirst({
      where: { id: stockRequestId, userId, toldAt: { not: null } },
      select: {
        user: { select: { email: true, firstName: true, locale: true } },
        option: {
          select: {
            id: true,
            itemId: true,
            titleFr: true,
            titleEn: true,
            remaining: true,
            item: {
              select: {
                titleFr: true,
                titleEn: true,
                optionTitleFr: true,
                optionTitleEn: true,
                options: { select: { id: true }, orderBy: { position: 'asc' } },
              },
            },
          },
        },
      },
    });
    if (row === null) return null;
    const { user, option } = row;
    const { item, itemId } = option;
    if (option.remaining === 0) {
      // Others were faster: the place in the row is kept, under a number that no email was sent for.
      await db.$executeRaw`
        UPDATE stock_request SET told_at = NULL, id = nextval('stock_request_id_seq')
        WHERE id = ${stockRequestId}::int`;
      return null;
    }
    const locale = localeOf(user.locale);
    const isChoice = item.options.length > 1;
    const nonce = await stockLinkSecretOf(db, userId);
    const content = writeEmail({
      kind: 'backInStock',
      locale,
      data: {
        firstName: user.firstName,
        itemTitle: { fr: item.titleFr, en: item.titleEn },
        optionTitle: localizedOrNull(item.optionTitleFr, item.optionTitleEn),
        chosenOptionTitle: isChoice ? { fr: option.titleFr, en: option.titleEn } : null,
        pictureUrl: await optionPictureOf(deps, option),
        itemLink:
          config.publicUrl +
          withQuery(pathOf('item', locale, { id: itemId }), {
            option: isChoice ? item.options.findIndex(({ id }) => id === option.id) : undefined,
          }),
        endLink: config.publicUrl + pathOf('endStockRequests', locale, { id: userId, nonce }),
      },
    });
    return { to: user.email, content };
  },
});
