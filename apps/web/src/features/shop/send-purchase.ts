import { refusalOf, type Refusal } from '../../lib/refusal.ts';
import type { PendingPurchase } from './pending-purchase.ts';

export type PurchaseAnswer = { kind: 'bought' } | { kind: 'refused'; code: string };

export type PurchaseChannel = {
  /** Sends the purchase once, with its key; throws what it was refused with. */
  send: (purchase: PendingPurchase) => Promise<unknown>;
  /** Lets the card's owner confirm at their bank (3-D Secure). */
  confirmAtBank: (clientSecret: string) => Promise<unknown>;
};

/** Times to wait before asking again, in ms. */
const RETRY_AFTER_MS = [1000, 2000, 4000, 8000];

/** What says nothing about the purchase: no answer at all, or one from a server that cannot work. */
const PASSING_STATUSES: ReadonlySet<number | undefined> = new Set([undefined, 502, 503, 504]);

/**
 * Sends a purchase until it has an answer, always with its own key, which the server never charges
 * twice. Where the bank asks its owner, the same purchase is sent again afterwards for the outcome.
 */
export async function sendPurchase(
  purchase: PendingPurchase,
  channel: PurchaseChannel,
): Promise<PurchaseAnswer> {
  const first = await sendUntilAnswered(purchase, channel);
  if (first?.clientSecret === undefined) return answerOf(first);
  // However it ended there, the server asks the provider.
  await channel.confirmAtBank(first.clientSecret).catch(() => undefined);
  return answerOf(await sendUntilAnswered(purchase, channel));
}

/** The refusal, or null where the purchase was made. */
async function sendUntilAnswered(
  purchase: PendingPurchase,
  { send }: PurchaseChannel,
): Promise<Refusal | null> {
  const waitsMs = [...RETRY_AFTER_MS];
  for (;;) {
    try {
      await send(purchase);
      return null;
    } catch (error) {
      const refusal = refusalOf(error);
      const waitMs = waitsMs.shift();
      if (!isPassing(refusal) || waitMs === undefined) return refusal;
      await new Promise((resolve) => {
        setTimeout(resolve, waitMs);
      });
    }
  }
}

// A purchase of the same person that is at work may be this one, sent before a reload.
const isPassing = ({ status, code }: Refusal) =>
  PASSING_STATUSES.has(status) || code === 'purchase_in_progress';

const answerOf = (refusal: Refusal | null): PurchaseAnswer =>
  refusal === null ? { kind: 'bought' } : { kind: 'refused', code: refusal.code };
