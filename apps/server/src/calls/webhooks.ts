import { DomainError } from '@agres/domain/errors';
import { PAYMENT_ACCOUNTS } from '@agres/domain/shapes';
import type { WebhookDelivery } from '@agres/money/checkout/webhook-events';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

/** Webhook events are larger than other requests. */
const BODY_LIMIT_BYTES = 256 * 1024;

/** A delivery is untrusted until its signature is verified. */
export type LoggedDelivery = WebhookDelivery & { log: FastifyBaseLogger };

/**
 * An `accepted` event is answered 200, even if it is ignored. A `refused` one has a wrong signature, or its
 * signed body is not an event.
 */
export type WebhookOutcome = 'accepted' | 'refused';

/** Handles an event. Throws if the event could not be stored, so that the provider sends it again. */
export type WebhookHandler = (delivery: LoggedDelivery) => Promise<WebhookOutcome>;

/** Serves `POST /api/webhooks/stripe/{main|bis}`: raw bytes, no XSRF token, no rate limit. */
export async function registerWebhooks(
  app: FastifyInstance,
  handle: WebhookHandler,
): Promise<void> {
  await app.register(
    async (scope) => {
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
        done(null, body),
      );
      for (const account of PAYMENT_ACCOUNTS) {
        scope.post(
          `/${account}`,
          { bodyLimit: BODY_LIMIT_BYTES, config: { caller: 'provider' } },
          async (request, reply) => {
            const { body, log } = request;
            const signature = request.headers['stripe-signature'];
            const outcome = await handle({
              account,
              rawBody: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
              signature: Array.isArray(signature) ? undefined : signature,
              log,
            });
            if (outcome === 'refused') throw new DomainError('invalid_fields');
            return reply.header('cache-control', 'no-store').send({ received: true });
          },
        );
      }
    },
    { prefix: '/api/webhooks/stripe' },
  );
}
