import type { Data } from '../../lib/data.ts';
import { refusalOf } from '../../lib/refusal.ts';
import type { PendingPurchase } from './pending-purchase.ts';

export type PurchaseAnswer = { kind: 'bought' } | { kind: 'refused'; code: string };

type Sending = {
  client: Data['client'];
  /** Lets the card's owner confirm at their bank (3-D Secure). */
  confirmAtBank: (clientSecret: string) => Promise<void>;
};

/** Times to wait before asking again when no answer came, in ms. */
const RETRY_AFTER_MS = [1000, 2000, 4000, 8000];
const TO_REPEAT: ReadonlySet<number | undefined> = new Set([undefined, 502, 503, 504]);

/**
 * Sends a purchase until it has an answer. It is repeated with its own key, which the server never
 * charges twice; after a 3-D Secure confirmation the same request asks for the outcome.
 */
export async function sendPurchase(
  { idempotencyKey, input }: PendingPurchase,
  { client, confirmAtBank }: Sending,
): Promise<PurchaseAnswer> {
  let waits = [...RETRY_AFTER_MS];
  let isConfirmed = false;
  for (;;) {
    try {
      await client.shop.buy.mutate(input, { context: { idempotencyKey } });
      return { kind: 'bought' };
    } catch (error) {
      const refusal = refusalOf(error);
      const [waitMs, ...later] = waits;
      if (refusal.clientSecret !== undefined && !isConfirmed) {
        await confirmAtBank(refusal.clientSecret);
        isConfirmed = true;
      } else if (TO_REPEAT.has(refusal.status) && waitMs !== undefined) {
        waits = later;
        await new Promise((resolve) => {
          setTimeout(resolve, waitMs);
        });
      } else {
        return { kind: 'refused', code: refusal.code };
      }
    }
  }
}
