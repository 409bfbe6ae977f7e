import type { CallError } from '../../lib/call-error.ts';
import { completeCardCall } from './card-call.ts';
import type { PendingCall, PendingCalls } from './pending-call.ts';

/** Charges the card now, or keeps it for later debits. */
export type CardPurpose =
  | {
      kind: 'pay';
      amountCents: number;
      what?: string;
      pickupPoint?: string;
      /** The interval of a recurring debit; undefined for a single payment. */
      every?: 'month' | 'year';
    }
  | { kind: 'keep'; title: string };

/** Refusals without a charge. The dialog stays open for another card. */
const CARD_REFUSALS: ReadonlySet<string> = new Set(['invalid_card', 'insufficient_funds']);

export const isCardRefusal = ({ code }: Pick<CallError, 'code'>) => CARD_REFUSALS.has(code);

export type CardRequest<Input> = {
  purpose: CardPurpose;
  /** Returns the input of the call with the provider's token for the card. */
  inputWith: (stripeToken: string) => Input;
};

/**
 * The state of a purchase, a subscription or a card update: filling in the order, entering the card, paying
 * (with 3-D Secure if the bank requires it). Then the payment is done, or it returns to the card if the card was
 * refused, or to the order with the error.
 */
export type CardPaymentState<Input> =
  | { step: 'order'; error: CallError | null }
  | ({ step: 'card'; refusal: CallError | null } & CardRequest<Input>)
  | { step: 'paying' }
  | { step: 'done' };

/** What differs between purchase, subscription and card update. */
export type CardPaymentKind<Input> = {
  pendingCalls: PendingCalls<Input>;
  /** Sends the call once, with its idempotency key. Rejects with the server's error. */
  send: (call: PendingCall<Input>) => Promise<unknown>;
  /** Updates the page, or opens the next one, before the result is shown. Null means success. */
  onAnswer: (error: CallError | null) => Promise<unknown>;
};

type Surroundings = {
  confirmAtBank: (clientSecret: string) => Promise<{ error?: unknown }>;
  /** Resolves to an error if the session has ended or its state is unknown, otherwise to null. */
  checkSession: () => Promise<CallError | null>;
};

export type CardPayment<Input> = ReturnType<typeof createCardPayment<Input>>;

/**
 * Creates the state machine of a card payment. `subscribe` and `state` fit `useSyncExternalStore`. While a call
 * is in progress, every other action is ignored.
 */
export function createCardPayment<Input>(kind: CardPaymentKind<Input> & Surroundings) {
  const { pendingCalls, send, onAnswer, confirmAtBank, checkSession } = kind;
  const listeners = new Set<() => void>();
  let state: CardPaymentState<Input> = { step: 'order', error: null };

  const enter = (next: CardPaymentState<Input>) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const isPaying = () => state.step === 'paying';
  const complete = async (call: PendingCall<Input>, request: CardRequest<Input> | null) => {
    enter({ step: 'paying' });
    const error = await completeCardCall({ send: () => send(call), confirmAtBank });
    pendingCalls.forget();
    await onAnswer(error);
    if (error === null) enter({ step: 'done' });
    else if (request !== null && isCardRefusal(error)) {
      enter({ step: 'card', ...request, refusal: error });
    } else enter({ step: 'order', error });
  };
  const pay = async (input: Input, request: CardRequest<Input> | null = null) => {
    // guard: a second click during a payment sends no second call
    if (state.step !== 'paying') await complete(pendingCalls.remember(input), request);
  };

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    askForCard: async (request: CardRequest<Input>) => {
      if (isPaying()) return;
      const error = await checkSession();
      if (isPaying()) return;
      enter(
        error === null ? { step: 'card', ...request, refusal: null } : { step: 'order', error },
      );
    },
    /** Returns to the order, which shows why the last card was refused. */
    leaveCard: () => {
      if (state.step === 'card') enter({ step: 'order', error: state.refusal });
    },
    payWith: async (stripeToken: string) => {
      if (state.step !== 'card') return;
      const { purpose, inputWith } = state;
      await pay(inputWith(stripeToken), { purpose, inputWith });
    },
    pay: (input: Input) => pay(input),
    /** Resumes the user's call that was in progress when the page was reloaded, if there is one. */
    resume: async () => {
      const call = state.step === 'order' ? pendingCalls.find() : null;
      if (call !== null) await complete(call, null);
    },
  };
}
