import { RETENTION } from '@agres/domain/retention';

import type { StoredData } from './stored-data.ts';

const R = RETENTION;

/**
 * The personal data that the shop stores, why and until when. The figures are those of the jobs that delete it.
 */
export const storedData: readonly StoredData[] = [
  {
    part: 'account',
    what: 'Your account',
    why: 'To log you in and to write to you: email address, names, language, and your password, hashed so that no one can read it.',
    until: `Until you delete it. If you do not log in for ${R.unusedAccountYears} years, and have neither a subscription nor a right that is still open, we write to you and delete it ${R.unusedAccountNoticeDays} days later. If you never activate it, we delete it after ${R.unactivatedAccountDays} days.`,
  },
  {
    part: 'purchases',
    what: 'Your orders',
    why: 'To deliver your order, honour your guarantees and keep our accounts: item, recipient, delivery addresses, amounts.',
    until: `For ${R.orderYears} years from the end of the year of the order, as the law requires. Once you have deleted your account, nothing links them to it; for an order that has yet to arrive, we keep your email address until ${R.orderContactDays} days after its delivery, to email you about it. After ${R.orderListYears} years, we move the recipient and the addresses to an archive kept for accounting only, which we open only for a stated reason; at the end they are deleted too.`,
  },
  {
    part: 'purchases',
    what: 'Your last delivery details',
    why: 'To fill in your next order in one click: pickup point, recipient, addresses.',
    until: 'Until you switch that off in your profile, or delete your account.',
  },
  {
    part: 'purchases',
    what: 'Stock alerts',
    why: 'To tell you by email, as you asked: the item and its option.',
    until: `For ${R.stockRequestDays} days, or until you cancel the request or delete your account. Without an account, we keep your address until the day after that email; if you do not confirm it, for ${R.unconfirmedStockRequestDays} days only.`,
  },
  {
    part: 'purchases',
    what: 'Your reviews',
    why: 'To show them on the page of the item, as you asked: stars, text, first name, the day of your order.',
    until: `Until you delete them or your account; one that we declined, for ${R.declinedReviewDays} days.`,
  },
  {
    part: 'purchases',
    what: 'Failed purchases',
    why: 'So that a purchase that was interrupted can be found again: item, recipient, addresses, amount.',
    until: `Name and addresses for ${R.failedPurchaseDays} days, or until you delete your account.`,
  },
  {
    part: 'subscription',
    what: 'Your subscription',
    why: 'To give you access and to debit what was agreed: plan, dates, your number at the payment provider.',
    until: `As long as it lasts, then for the accounts, for ${R.orderYears} years from the end of the year it ended in. After that, nothing links it to you.`,
  },
  {
    part: 'purchases',
    what: 'Refunds',
    why: 'To refund you and keep our accounts: amount, date, reason.',
    until: `For ${R.orderYears} years from the end of the year; then the reason is deleted, and only the amount and the date stay in the accounts.`,
  },
  {
    part: 'subscription',
    what: 'Referrals',
    why: 'So that a referral counts only once: an email address and a card, scrambled so that neither can be read.',
    until: `For ${R.referralHashYears} years.`,
  },
  {
    part: 'purchases',
    what: 'Withdrawals and cancellations',
    why: 'To process them and prove when we received them: your name and email address, what you wrote, the day and the hour.',
    until: `Until the case is closed, then for ${R.declarationYears} years. The address goes with your account, ${R.declarationAddressDays} days later at most.`,
  },
  {
    part: 'safety',
    what: 'Repeated withdrawals',
    why: 'To recognise a second withdrawal: your account, your email address and, for the subscription, the card, scrambled so that no one can read them.',
    until: `For the subscription, ${R.withdrawalHashYears} years; for an order, ${R.orderWithdrawalHashDays} days.`,
  },
  {
    part: 'account',
    what: 'Your messages',
    why: 'To answer you.',
    until: `For ${R.messageYears} years, or until you delete your account.`,
  },
  {
    part: 'safety',
    what: 'Where you are logged in',
    why: 'To keep you logged in, and so that someone guessing passwords elsewhere cannot lock you out.',
    until: `A log-in for ${R.sessionDays} days at most; the network that you log in from, scrambled so that it cannot be read, for ${R.knownNetworkDays} days.`,
  },
  {
    part: 'account',
    what: 'Emails we’ve sent you',
    why: 'To prove that we sent them: which one, when, and about which order or contract, not the text.',
    until: `For ${R.emailLogYears} years. The address an email went to: for ${R.sentEmailDays} days, or ${R.failedEmailYears} year if it could not be delivered.`,
  },
  {
    part: 'safety',
    what: 'Changes made by our team',
    why: 'So that we can tell who in the shop changed what: which order or account, never your name or address.',
    until: `For ${R.journalYears} years.`,
  },
];
