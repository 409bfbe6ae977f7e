import { defineEmail } from '@agres/core/jobs/email';
import { localeOf } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import { z } from 'zod';

/** Explains to an author why their review is not published; not sent if the review has changed since. */
export const reviewDeclinedEmail = defineEmail({
  kind: 'reviewDeclined',
  request: z.object({ reviewId: z.int(), version: z.int() }),
  address: async ({ db, config }, { reviewId, version }) => {
    const row = await db.review.findFirst({
      where: { id: reviewId, version, state: 'declined' },
      select: {
        text: true,
        reason: true,
        orderId: true,
        item: { select: { titleFr: true, titleEn: true } },
        user: { select: { email: true, firstName: true, locale: true } },
      },
    });
    if (row?.reason == null || row.user === null) return null;
    const { text, reason, orderId, item, user } = row;
    const locale = localeOf(user.locale);
    const path =
      orderId === null ? pathOf('profile', locale) : pathOf('order', locale, { id: orderId });
    return {
      to: user.email,
      locale,
      data: {
        firstName: user.firstName,
        itemTitle: { fr: item.titleFr, en: item.titleEn },
        reason,
        text,
        changeLink: config.publicUrl + path,
      },
      replyTo: config.contactEmail,
    };
  },
});
