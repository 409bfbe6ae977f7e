import type { Stripe } from 'stripe';

import { idOf, REFUND_OUTCOMES, type Account } from '../account.ts';
import { escapeHtml } from '../escape-html.ts';
import { canApplyTurn, DISPUTE_TURNS } from '../payments/disputes.ts';
import { REFUND_ENDS } from '../payments/refunds.ts';
import type { EmulatorControl } from './control.ts';
import { WALLET_NAMES, type Device } from './device.ts';

const SHOWN = 100;

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
    ? `Browsers offer no wallet. ${button('Offer Apple Pay and Google Pay', 'offerWallets', { wallets: WALLET_NAMES })}`
    : `Browsers offer <strong>Apple Pay and Google Pay</strong>. ${button('Offer none', 'offerWallets', {})}`;
}

function accountSection(account: Account): string {
  const { store } = account;
  const payments = [...newest(store.intents), ...newest(store.setupIntents)];
  return `<section><h2>Account “${escapeHtml(account.name)}”</h2>
<h3>Payments and cards being saved</h3>
${table(
  ['Id', 'Amount', 'State', 'For', ''],
  payments.map((intent) => paymentRow(account, intent)),
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
    DISPUTE_TURNS.filter((turn) => canApplyTurn(dispute, turn))
      .map((turn) => button(turn, 'turnDispute', { disputeId: dispute.id, turn }))
      .join(' '),
  ]),
)}
</section>`;
}

function refundButtons({ id: refundId, status }: Stripe.Refund): string {
  const isOpen = status === 'pending' || status === 'requires_action';
  return REFUND_ENDS.filter((as) => isOpen || (status === 'succeeded' && as === 'failed'))
    .map((as) => button(as, 'endRefund', { refundId, as }))
    .join(' ');
}

function refundingWords({ name: account, refunding }: Account): string {
  const buttons = REFUND_OUTCOMES.filter((outcome) => outcome !== refunding)
    .map((outcome) => button(outcome, 'answerRefunds', { account, outcome }))
    .join(' ');
  return `The next refund: <strong>${escapeHtml(refunding)}</strong>. Instead: ${buttons}`;
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
  const intentId = intent.id;
  const buttons = [
    ...(intent.status === 'requires_action'
      ? [
          button('Complete authentication', 'finishChallenge', { intentId, outcome: 'succeed' }),
          button('Fail authentication', 'finishChallenge', { intentId, outcome: 'fail' }),
        ]
      : []),
    ...(charge?.paid && !charge.disputed
      ? [
          button('Dispute', 'disputePayment', { intentId }),
          button('Ask about it', 'disputePayment', { intentId, kind: 'inquiry' }),
        ]
      : []),
    ...(charge?.paid && !charge.refunded ? [button('Refund', 'refundPayment', { intentId })] : []),
  ];
  return [
    code(intent.id),
    isPayment ? money(intent.amount, intent.currency) : 'card',
    escapeHtml(states.join(', ')),
    escapeHtml(intent.description ?? ''),
    buttons.join(' '),
  ];
}

const newest = <T>(objects: ReadonlyMap<string, T>): T[] =>
  [...objects.values()].toReversed().slice(0, SHOWN);

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '<p class="none">None yet.</p>';
  const head = heads.map((text) => `<th scope="col">${text}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
  return `<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>`;
}

/** A form that calls a verb of the control. */
const button = (text: string, verb: keyof EmulatorControl, argument: object) =>
  `<form method="post" action="/_emulator/"><input type="hidden" name="argument" value="${escapeHtml(JSON.stringify(argument))}"><button name="verb" value="${verb}">${escapeHtml(text)}</button></form>`;

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
