import { DomainError } from '@shop/domain/errors';

import { memberProcedure } from '../trpc.ts';
import { isSubscriber } from './access.ts';

/** For members with a subscription; the others are told `not_subscribed`. */
export const subscriberProcedure = memberProcedure
  .meta({ access: 'subscriber' })
  .use(async ({ ctx, next }) => {
    if (await isSubscriber(ctx.deps, ctx.session.userId)) return next();
    throw new DomainError('not_subscribed');
  });
