/** An issuer's decline, with the codes and messages of the provider's "Decline codes" and "Error codes". */
export type Decline = { code: string; declineCode?: string; message: string };

/**
 * The behaviour of a documented test card (the provider's page "Testing"). `unless_set_up`: requires
 * authentication on session, but not for off-session payments once set up.
 */
export type TestCard = {
  number: string;
  brand: Brand;
  authentication: 'none' | 'always' | 'unless_set_up' | 'already_set_up';
  chargeDecline: Decline | undefined;
  attachDecline: Decline | undefined;
  /** The dispute or inquiry that the cardholder opens right after paying. */
  dispute: { kind: 'chargeback' | 'inquiry'; reason: string } | undefined;
  /** The outcome of the card's refunds: some stay pending for a while, some fail after succeeding. */
  refunds: 'succeed' | 'succeed_later' | 'fail_later';
};

export type Brand =
  | 'visa'
  | 'mastercard'
  | 'amex'
  | 'discover'
  | 'diners'
  | 'jcb'
  | 'unionpay'
  | 'unknown';

const declined = (declineCode: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
});

const DECLINES = {
  generic: declined('generic_decline'),
  insufficientFunds: declined('insufficient_funds', 'Your card has insufficient funds.'),
  lost: declined('lost_card'),
  stolen: declined('stolen_card'),
  fraudulent: declined('fraudulent'),
  velocity: declined(
    'card_velocity_exceeded',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ),
  expired: { code: 'expired_card', message: 'Your card has expired.' },
  cvc: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  processing: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
} as const satisfies Record<string, Decline>;

type Special = Partial<
  Pick<TestCard, 'authentication' | 'chargeDecline' | 'attachDecline' | 'dispute' | 'refunds'>
>;

const alwaysDeclined = (decline: Decline): Special => ({
  chargeDecline: decline,
  attachDecline: decline,
});

/** The card numbers that do not simply succeed. */
const SPECIAL_NUMBERS: Record<string, Special> = {
  '4000000000000002': alwaysDeclined(DECLINES.generic),
  '4000000000009995': alwaysDeclined(DECLINES.insufficientFunds),
  '4000000000009987': alwaysDeclined(DECLINES.lost),
  '4000000000009979': alwaysDeclined(DECLINES.stolen),
  '4000000000000069': alwaysDeclined(DECLINES.expired),
  '4000000000000127': alwaysDeclined(DECLINES.cvc),
  '4000000000000119': alwaysDeclined(DECLINES.processing),
  '4000000000006975': alwaysDeclined(DECLINES.velocity),
  '4100000000000019': alwaysDeclined(DECLINES.fraudulent),
  '4000000000000341': { chargeDecline: DECLINES.generic },
  '4000000000000259': { dispute: { kind: 'chargeback', reason: 'fraudulent' } },
  '4000000000002685': { dispute: { kind: 'chargeback', reason: 'product_not_received' } },
  '4000000000001976': { dispute: { kind: 'inquiry', reason: 'fraudulent' } },
  '4000000000007726': { refunds: 'succeed_later' },
  '4000000000005126': { refunds: 'fail_later' },
  '4000002500003155': { authentication: 'unless_set_up' },
  '4000002760003184': { authentication: 'always' },
  '4000003800000446': { authentication: 'already_set_up' },
  '4000008260003178': {
    authentication: 'always',
    chargeDecline: DECLINES.insufficientFunds,
  },
  '4000000000003220': { authentication: 'always' },
  '4000000000003063': { authentication: 'always' },
  '4000008400001629': { authentication: 'always', chargeDecline: DECLINES.generic },
  '4000008400001280': alwaysDeclined(DECLINES.processing),
};

/** The documented names, as in `tok_<name>` and `pm_card_<name>`, with their card numbers. */
const NAMED_NUMBERS: Record<string, string> = {
  visa: '4242424242424242',
  mastercard: '5555555555554444',
  amex: '378282246310005',
  discover: '6011111111111117',
  fr: '4000002500000003',
  chargeDeclined: '4000000000000002',
  chargeDeclinedInsufficientFunds: '4000000000009995',
  chargeDeclinedLostCard: '4000000000009987',
  chargeDeclinedStolenCard: '4000000000009979',
  chargeDeclinedExpiredCard: '4000000000000069',
  chargeDeclinedIncorrectCvc: '4000000000000127',
  chargeDeclinedProcessingError: '4000000000000119',
  chargeDeclinedVelocityLimitExceeded: '4000000000006975',
  chargeDeclinedFraudulent: '4100000000000019',
  chargeCustomerFail: '4000000000000341',
  createDispute: '4000000000000259',
  createDisputeProductNotReceived: '4000000000002685',
  createDisputeInquiry: '4000000000001976',
  pendingRefund: '4000000000007726',
  refundFail: '4000000000005126',
  authenticationRequired: '4000002760003184',
  authenticationRequiredOnSetup: '4000002500003155',
  authenticationRequiredSetupForOffSession: '4000003800000446',
  authenticationRequiredChargeDeclinedInsufficientFunds: '4000008260003178',
  threeDSecure2Required: '4000000000003220',
  threeDSecureRequired: '4000000000003063',
  threeDSecureRequiredChargeDeclined: '4000008400001629',
};

/**
 * Returns the number behind a documented name (`tok_visa`, `pm_card_visa_chargeDeclined`); undefined for
 * anything else. These names can be used any number of times.
 */
export function numberOfTestName(id: string): string | undefined {
  const name = /^(?:tok|pm_card)_(\w+)$/.exec(id)?.[1];
  if (name === undefined) return undefined;
  const plain = name.replace(/^visa_(?=charge)/, '');
  return Object.hasOwn(NAMED_NUMBERS, plain) ? NAMED_NUMBERS[plain] : undefined;
}

const TEST_NUMBERS = new Set([
  ...Object.values(NAMED_NUMBERS),
  ...Object.keys(SPECIAL_NUMBERS),
  '4000056655665556',
  '5200828282828210',
  '5105105105105100',
  '3056930009020004',
  '3566002020360505',
  '6200000000000005',
  '4000000560000004',
  '4000007560000009',
  '4000002760000016',
  '4000007240000007',
  '4000008260000000',
  '4000003800000008',
  '2223003122003222',
  '371449635398431',
  '30569309025904',
  '38520000023237',
  '6011000990139424',
  '6011981111111113',
  '4000000000000077',
  '4000000000009235',
  '4000000000004954',
]);

/** Whether a number is a documented test card; real cards are not accepted. */
export function isTestNumber(number: string): boolean {
  return TEST_NUMBERS.has(number);
}

/** Returns the behaviour of a card number; numbers without a documented exception succeed. */
export function testCardOf(number: string): TestCard {
  const special = Object.hasOwn(SPECIAL_NUMBERS, number) ? SPECIAL_NUMBERS[number] : undefined;
  return {
    number,
    brand: brandOf(number),
    authentication: special?.authentication ?? 'none',
    chargeDecline: special?.chargeDecline,
    attachDecline: special?.attachDecline,
    dispute: special?.dispute,
    refunds: special?.refunds ?? 'succeed',
  };
}

const BRAND_PATTERNS: readonly [Brand, RegExp][] = [
  ['visa', /^4/],
  ['mastercard', /^(5[1-5]|2[2-7])/],
  ['amex', /^3[47]/],
  ['discover', /^6(011|4[4-9]|5)/],
  ['diners', /^3(0|[689])/],
  ['jcb', /^35/],
  ['unionpay', /^(62|81)/],
];

export function brandOf(number: string): Brand {
  return BRAND_PATTERNS.find(([, pattern]) => pattern.test(number))?.[0] ?? 'unknown';
}

/** Whether a card number's check digit is valid (Luhn). */
export function hasValidCheckDigit(number: string): boolean {
  const sum = Array.from(number)
    .toReversed()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return /^\d{12,19}$/.test(number) && sum % 10 === 0;
}
