/** The provider's test cards by outcome. */
export const CARDS = {
  paid: '4242424242424242',
  declined: '4000000000000002',
  secure: '4000000000003220',
} as const;
export type Card = keyof typeof CARDS;
export const CARD_NAMES: readonly Card[] = ['paid', 'declined', 'secure'];

const SOLD = { status: 200, body: { status: 'waiting' } };
const REFUSED = { status: 402, body: { message: 'invalid_card' } };

/** The replies to a call retried after a kill. With 3-D Secure, the first asks for it and the last follows it. */
export const FIRST_REPLY = {
  paid: SOLD,
  declined: REFUSED,
  secure: { status: 402, body: { requiresAction: true } },
} satisfies Record<Card, object>;
export const LAST_REPLY = {
  paid: SOLD,
  declined: REFUSED,
  secure: SOLD,
} satisfies Record<Card, object>;
