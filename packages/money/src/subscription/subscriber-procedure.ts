import { memberProcedure } from '@agres/core/trpc';
import { DomainError } from '@agres/domain/errors';

import { isSubscriber } from './access.ts';

/** Admits members with a subscription; others get `not_subscribed`. */
export const subscriberProcedure = memberProcedure
  .meta({ access: 'subscriber' })
  .use(async ({ ctx, next }) => {
    if (await isSubscriber(ctx.deps, ctx.session.userId)) return next();
    throw new DomainError('not_subscribed');
  });
