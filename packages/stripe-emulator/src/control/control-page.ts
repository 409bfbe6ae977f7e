import type { Stripe } from 'stripe';

import { idOf, type Account } from '../account.ts';
import { NAMED_CARDS, type TestCard } from '../cards/test-cards.ts';
import { escapeHtml } from '../escape-html.ts';
import { canApplyTurn, type DisputeTurn } from '../payments/disputes.ts';
import type { EmulatorControl } from './control.ts';
import { WALLET_NAMES, type Device } from './device.ts';

/** The actions of the page's buttons, by name; each calls a verb of the control. */
const ACTIONS = {
  succeed: (control, intentId) => control.finishChallenge({ intentId, outcome: 'succeed' }),
  fail: (control, intentId) => control.finishChallenge({ intentId, outcome: 'fail' }),
  dispute: (control, intentId) => control.disputePayment({ intentId }),
  ask: (control, intentId) => control.disputePayment({ intentId, kind: 'inquiry' }),
  answer: (control, disputeId) => control.turnDispute({ disputeId, turn: 'answered' }),
  win: (control, disputeId) => control.turnDispute({ disputeId, turn: 'won' }),
  lose: (control, disputeId) => control.turnDispute({ disputeId, turn: 'lost' }),
  close: (control, disputeId) => control.turnDispute({ disputeId, turn: 'closed' }),
  escalate: (control, disputeId) => control.turnDispute({ disputeId, turn: 'escalated' }),
  refund: (control, intentId) => control.refundPayment({ intentId }),
  refund_part: (control, intentId) => control.refundPayment({ intentId, amountCents: PART_CENTS }),
  refund_succeeds: (control, refundId) => control.endRefund({ refundId, as: 'succeeded' }),
  refund_fails: (control, refundId) => control.endRefund({ refundId, as: 'failed' }),
  refund_is_canceled: (control, refundId) => control.endRefund({ refundId, as: 'canceled' }),
  refunds_succeed: (control, account) => control.answerRefunds({ account, outcome: 'succeeded' }),
  refunds_wait: (control, account) => control.answerRefunds({ account, outcome: 'pending' }),
  refunds_fail: (control, account) => control.answerRefunds({ account, outcome: 'failed' }),
  refuse: (control, account) => control.refusePayments({ account, times: 1 }),
  accept: (control, account) => control.refusePayments({ account, times: 0 }),
  wallets: (control) => control.offerWallets({ wallets: WALLET_NAMES }),
  no_wallets: (control) => control.offerWallets({}),
} as const satisfies Record<string, (control: EmulatorControl, about: string) => unknown>;
type Action = keyof typeof ACTIONS;

/** Runs the action of a submitted button. @throws if the action is unknown or fails. */
export function runAction(control: EmulatorControl, form: URLSearchParams): void {
  const name = form.get('action') ?? '';
  if (!isAction(name)) throw new RangeError(`no such action: ${name}`);
  ACTIONS[name](control, form.get('about') ?? '');
}

const isAction = (name: string): name is Action => Object.hasOwn(ACTIONS, name);

const SHOWN = 100;
/** The amount that the button for a partial refund returns, in cents. */
const PART_CENTS = 500;

/** Renders the accounts' objects, newest first, with buttons for what a cardholder or a bank would do. */
export function renderControlPage(
  accounts: readonly Account[],
  { verbs, device }: { verbs: readonly string[]; device: Device },
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Payment emulator</title>
<style>${STYLES}</style>
</head>
<body><main>
<h1>Payment emulator</h1>
<p>It stands for the payment provider in development and tests. No money moves, and all is forgotten when it ends.</p>
${accounts.map(accountSection).join('')}
<section><h2>Wallets</h2>
<p>${walletWords(device)}</p>
</section>
<section><h2>Test cards</h2>
<p>A token stands for its card in a call of the API; in the card form type the number, any date to come and any three digits.</p>
${table(
  ['Token', 'Number', 'What happens'],
  NAMED_CARDS.map(([name, card]) => cardRow(name, card)),
)}
</section>
<section><h2>Verbs</h2>
<p>The same and more for programs: <code>POST /_emulator/VERB</code> with the verb's argument as JSON; GET where it has none.</p>
<p>${verbs.map((verb) => `<code>${verb}</code>`).join(' ')}</p>
</section>
</main></body>
</html>
`;
}

function walletWords({ wallets }: Device): string {
  return wallets.length === 0
    ? `Browsers offer no wallet. ${button('wallets', 'devices', 'Offer Apple Pay and Google Pay')}`
    : `Browsers offer <strong>Apple Pay and Google Pay</strong>. ${button('no_wallets', 'devices', 'Offer none')}`;
}

function accountSection(account: Account): string {
  const { store } = account;
  const refusal =
    account.refusals > 0
      ? `<strong>The next payment is refused.</strong> ${button('accept', account.name, 'Accept it after all')}`
      : button('refuse', account.name, 'Refuse the next payment, whatever the card');
  const payments = [...newest(store.intents), ...newest(store.setupIntents)];
  return `<section><h2>Account “${escapeHtml(account.name)}”</h2>
<p>${refusal}</p>
<h3>Payments and cards being saved</h3>
${table(
  ['Id', 'Amount', 'State', 'For', ''],
  payments.map((intent) => paymentRow(account, intent)),
)}
<h3>Subscriptions</h3>
${table(
  ['Id', 'State', 'Price', 'Customer', 'Paid until'],
  newest(store.subscriptions).map((subscription) => [
    code(subscription.id),
    escapeHtml(subscription.status) + (subscription.cancel_at_period_end ? ', ends then' : ''),
    code(subscription.items.data[0]?.price.id ?? ''),
    code(idOf(subscription.customer)),
    dateOf(subscription.items.data[0]?.current_period_end),
  ]),
)}
<h3>Customers</h3>
${table(
  ['Id', 'Address', 'Balance'],
  newest(store.customers).map((customer) => [
    code(customer.id),
    escapeHtml(customer.email ?? ''),
    money(customer.balance, customer.currency ?? 'eur'),
  ]),
)}
<h3>Refunds</h3>
<p>${refundingWords(account)}</p>
${table(
  ['Id', 'Payment', 'Amount', 'State', 'Of', ''],
  newest(store.refunds).map((refund) => [
    code(refund.id),
    code(idOf(refund.payment_intent) ?? ''),
    money(refund.amount, refund.currency),
    escapeHtml([refund.status, refund.failure_reason].filter(Boolean).join(', ')),
    escapeHtml(Object.values(refund.metadata ?? {}).join(', ')) || 'the dashboard',
    refundButtons(refund),
  ]),
)}
<h3>Disputes and inquiries</h3>
${table(
  ['Id', 'Payment', 'Amount', 'State', 'Reason', 'Answer by', ''],
  newest(store.disputes).map((dispute) => [
    code(dispute.id),
    code(idOf(dispute.payment_intent) ?? ''),
    money(dispute.amount, dispute.currency),
    escapeHtml(dispute.status),
    escapeHtml(dispute.reason),
    dateOf(dispute.evidence_details.due_by ?? undefined),
    DISPUTE_BUTTONS.filter(([, , turn]) => canApplyTurn(dispute, turn))
      .map(([action, label]) => button(action, dispute.id, label))
      .join(' '),
  ]),
)}
</section>`;
}

const DISPUTE_BUTTONS = [
  ['answer', 'Answer it', 'answered'],
  ['win', 'The shop wins', 'won'],
  ['lose', 'The shop loses', 'lost'],
  ['close', 'Close the inquiry', 'closed'],
  ['escalate', 'Make it a dispute', 'escalated'],
] as const satisfies readonly (readonly [Action, string, DisputeTurn])[];

function refundButtons({ id, status }: Stripe.Refund): string {
  const isOpen = status === 'pending' || status === 'requires_action';
  return [
    ...(isOpen ? [button('refund_succeeds', id, 'Succeed')] : []),
    ...(isOpen || status === 'succeeded' ? [button('refund_fails', id, 'Fail')] : []),
    ...(isOpen ? [button('refund_is_canceled', id, 'Cancel')] : []),
  ].join(' ');
}

function refundingWords({ name, refunding }: Account): string {
  const choices = [
    ['refunds_succeed', 'succeeded', 'Let refunds succeed'],
    ['refunds_wait', 'pending', 'Leave refunds pending'],
    ['refunds_fail', 'failed', 'Let refunds fail'],
  ] as const;
  const others = choices.filter(([, outcome]) => outcome !== refunding);
  const buttons = others.map(([action, , label]) => button(action, name, label)).join(' ');
  return `The next refund: <strong>${escapeHtml(refunding)}</strong>. ${buttons}`;
}

function paymentRow(account: Account, intent: Stripe.PaymentIntent | Stripe.SetupIntent): string[] {
  const isPayment = intent.object === 'payment_intent';
  const charge = isPayment
    ? account.store.charges.get(idOf(intent.latest_charge) ?? '')
    : undefined;
  const error = isPayment ? intent.last_payment_error : intent.last_setup_error;
  const states = [
    intent.status,
    ...(error ? [error.decline_code ?? error.code ?? ''] : []),
    ...(charge && charge.amount_refunded > 0
      ? [`${money(charge.amount_refunded, charge.currency)} given back`]
      : []),
    ...(charge?.disputed ? ['disputed'] : []),
  ];
  const buttons = [
    ...(intent.status === 'requires_action'
      ? [
          button('succeed', intent.id, 'Complete authentication'),
          button('fail', intent.id, 'Fail authentication'),
        ]
      : []),
    ...(charge?.paid && !charge.disputed
      ? [button('dispute', intent.id, 'Dispute'), button('ask', intent.id, 'Ask about it')]
      : []),
    ...(charge?.paid && !charge.refunded
      ? [button('refund', intent.id, 'Refund'), button('refund_part', intent.id, 'Refund 5.00')]
      : []),
  ];
  return [
    code(intent.id),
    isPayment ? money(intent.amount, intent.currency) : 'card',
    escapeHtml(states.join(', ')),
    escapeHtml(intent.description ?? ''),
    buttons.join(' '),
  ];
}

function cardRow(name: string, card: TestCard): string[] {
  return [code(`tok_${name}`), code(card.number), escapeHtml(behaviourOf(card))];
}

function behaviourOf(card: TestCard): string {
  const { authentication, chargeDecline, attachDecline, dispute, refunds } = card;
  const asked = {
    none: [],
    always: ['asks for 3-D Secure'],
    unless_set_up: ['asks for 3-D Secure until it is saved'],
    already_set_up: ['asks for 3-D Secure while the customer is present'],
  }[authentication];
  const decline = chargeDecline ?? attachDecline;
  const end = decline ? `refused: ${decline.declineCode ?? decline.code}` : 'pays';
  const saved =
    chargeDecline && !attachDecline && authentication === 'none' ? ['can be saved'] : [];
  const after = dispute ? [dispute.kind === 'inquiry' ? 'is asked about' : 'is disputed'] : [];
  return [...asked, ...saved, end, ...after, ...REFUND_WORDS[refunds]].join(', then ');
}

const REFUND_WORDS: Record<TestCard['refunds'], readonly string[]> = {
  succeed: [],
  succeed_later: ['its refund is on its way for a while'],
  fail_later: ['its refund comes back after a while'],
};

const newest = <T>(objects: ReadonlyMap<string, T>): T[] =>
  [...objects.values()].toReversed().slice(0, SHOWN);

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '<p class="none">None yet.</p>';
  const head = heads.map((text) => `<th scope="col">${text}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
  return `<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>`;
}

const button = (action: Action, about: string, text: string) =>
  `<form method="post" action="/_emulator/"><input type="hidden" name="about" value="${escapeHtml(about)}"><button name="action" value="${action}">${text}</button></form>`;

const code = (text: string) => (text === '' ? '' : `<code>${escapeHtml(text)}</code>`);

const money = (amount: number, currency: string) =>
  `${(amount / 100).toFixed(2)} ${escapeHtml(currency.toUpperCase())}`;

const dateOf = (seconds: number | undefined) =>
  seconds === undefined ? '' : new Date(seconds * 1000).toISOString().slice(0, 10);

const STYLES = `
:root{color-scheme:light}
body{margin:0;background:#f6f7f9;color:#1a2230;font:16px/1.5 system-ui,sans-serif}
main{max-width:72rem;margin:0 auto;padding:2rem 1.25rem 4rem}
section{margin-top:2rem;padding:1rem 1.25rem;border:1px solid #ccd3dd;border-radius:12px;background:#fff}
h1,h2,h3{line-height:1.2}
h2{margin-top:.25rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%}
th,td{padding:.375rem .75rem .375rem 0;border-bottom:1px solid #e3e8ef;text-align:left;vertical-align:top}
code{font:14px/1.5 ui-monospace,monospace}
form{display:inline}
button{font:inherit;padding:.25rem .75rem;border:1px solid #4a5568;border-radius:8px;background:#fff;cursor:pointer}
button:focus-visible{outline:3px solid #1a2230;outline-offset:2px}
.none{color:#57606f}`;
