import { completeCardCall } from '../../lib/card-call.ts';
import type { PendingPurchase } from './pending-purchase.ts';

export type PurchaseAnswer = { kind: 'bought' } | { kind: 'refused'; code: string };

export type PurchaseChannel = {
  /** Sends the purchase once, with its key; throws what it was refused with. */
  send: (purchase: PendingPurchase) => Promise<unknown>;
  /** Lets the card's owner confirm at their bank (3-D Secure). */
  confirmAtBank: (clientSecret: string) => Promise<unknown>;
};

/** Sends a purchase until it has an answer, always with its own key, which is never charged twice. */
export async function sendPurchase(
  purchase: PendingPurchase,
  { send, confirmAtBank }: PurchaseChannel,
): Promise<PurchaseAnswer> {
  const refusal = await completeCardCall({ send: () => send(purchase), confirmAtBank });
  return refusal === null ? { kind: 'bought' } : { kind: 'refused', code: refusal.code };
}
