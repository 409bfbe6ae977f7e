import { refusalOf, type Refusal } from './refusal.ts';

export type CardCall = {
  /** Sends the call once, always with the same key; throws what it was refused with. */
  send: () => Promise<unknown>;
  /** Lets the card's owner confirm at their bank (3-D Secure). */
  confirmAtBank: (clientSecret: string) => Promise<unknown>;
};

/** Times to wait before asking again, in ms. */
const RETRY_AFTER_MS = [1000, 2000, 4000, 8000];

/** What says nothing about the call: no answer at all, or one from a server that cannot work. */
const PASSING_STATUSES: ReadonlySet<number | undefined> = new Set([undefined, 502, 503, 504]);

/**
 * Sends a call with a card until it has an answer: null, or the refusal. Its key makes the server
 * count it once. Where the bank asks its owner, the same call is sent again afterwards for the outcome.
 */
export async function completeCardCall(call: CardCall): Promise<Refusal | null> {
  const first = await sendUntilAnswered(call);
  if (first?.clientSecret === undefined) return first;
  // However it ended there, the server asks the provider.
  await call.confirmAtBank(first.clientSecret).catch(() => undefined);
  return sendUntilAnswered(call);
}

/** The refusal, or null where the call succeeded. */
async function sendUntilAnswered({ send }: CardCall): Promise<Refusal | null> {
  const waitsMs = [...RETRY_AFTER_MS];
  for (;;) {
    try {
      await send();
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
