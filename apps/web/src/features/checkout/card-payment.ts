import type { CallError } from '../../lib/call-error.ts';
import { completeCardCall } from './card-call.ts';
import type { PendingCall, PendingCalls } from './pending-call.ts';

/** What a card is entered for: to be charged now, or to be kept for later debits. */
export type CardPurpose =
  | {
      kind: 'pay';
      amountCents: number;
      /** The thing that is paid for, where the popup names it. */
      what?: string;
      /** How often the sum is debited again; left out where it is paid once. */
      every?: 'month' | 'year';
    }
  | { kind: 'keep'; title: string };

/** After these no money moved, and another card may do: the dialog stays for it. */
const CARD_REFUSALS: ReadonlySet<string> = new Set(['invalid_card', 'insufficient_funds']);

/** Whether a call was refused because of its card. */
export const isCardRefusal = ({ code }: CallError) => CARD_REFUSALS.has(code);

/** The card that is asked for, and the call that it makes complete. */
export type CardRequest<Input> = {
  purpose: CardPurpose;
  /** The call's input with the provider's token for the card. */
  inputWith: (stripeToken: string) => Input;
};

/**
 * Where a purchase, a subscription or a card update stands: the order is filled in, its card is
 * entered, the call is under way, with the bank's confirmation where the bank asks for one. The answer
 * is done, the card again where the last one was refused, or the order again, with the error.
 */
export type CardPaymentState<Input> =
  | { step: 'order'; error: CallError | null }
  | ({ step: 'card'; refusal: CallError | null } & CardRequest<Input>)
  | { step: 'paying' }
  | { step: 'done' };

/** What a kind of card payment does in its own way. */
export type CardPaymentKind<Input> = {
  pendingCalls: PendingCalls<Input>;
  /** Sends the call once, with its key; rejects with the error of the answer. */
  send: (call: PendingCall<Input>) => Promise<unknown>;
  /** Brings the page up to date, or leads to the next one, before the answer is shown; null is success. */
  onAnswer: (error: CallError | null) => Promise<unknown>;
};

type Surroundings = {
  /** Lets the card's owner confirm at their bank (3-D Secure). */
  confirmAtBank: (clientSecret: string) => Promise<unknown>;
  /** Why no card can be asked for: the session has ended, or its state is unknown. */
  checkSession: () => Promise<CallError | null>;
};

export type CardPayment<Input> = ReturnType<typeof createCardPayment<Input>>;

/**
 * The state machine of one card payment on a page; `subscribe` and `state` are as React wants them.
 * While a call is under way nothing begins another one: every step but the answer is ignored.
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
    // guard: a page under whose payment another click falls sends no second one
    if (state.step !== 'paying') await complete(pendingCalls.remember(input), request);
  };

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Asks for the card of an order, where its person is still signed in. */
    askForCard: async (request: CardRequest<Input>) => {
      if (isPaying()) return;
      const error = await checkSession();
      if (isPaying()) return;
      enter(
        error === null ? { step: 'card', ...request, refusal: null } : { step: 'order', error },
      );
    },
    /** Back to the order, which says why the last card was refused. */
    leaveCard: () => {
      if (state.step === 'card') enter({ step: 'order', error: state.refusal });
    },
    /** The card was entered. */
    payWith: async (stripeToken: string) => {
      if (state.step !== 'card') return;
      const { purpose, inputWith } = state;
      await pay(inputWith(stripeToken), { purpose, inputWith });
    },
    /** Sends a call that asks for no card. */
    pay: (input: Input) => pay(input),
    /** Goes on with the person's call that was under way when the page was reloaded, if there is one. */
    resume: async () => {
      const call = state.step === 'order' ? pendingCalls.find() : null;
      if (call !== null) await complete(call, null);
    },
  };
}
