import { operatorAlertEmail } from '@agres/core/jobs/alert';
import { emailJob, type Email } from '@agres/core/jobs/email';
import type { Job, JobDeps } from '@agres/core/jobs/job';
import { createJobWorker, type JobWorker } from '@agres/core/jobs/worker';
import { runAll, runRetention } from '@agres/core/run-retention';
import { checkInvariants } from '@agres/money/check-invariants';
import { customerEmailJob } from '@agres/money/checkout/customer-email';
import { cancelIntentJob } from '@agres/money/checkout/payment-jobs';
import { makeInvoices } from '@agres/money/invoices/make-invoices';
import * as orderEmails from '@agres/money/orders/emails';
import { finishCardJob } from '@agres/money/payment-method/card-attempt';
import * as paymentMethodEmails from '@agres/money/payment-method/emails';
import { auditPayments } from '@agres/money/purchase/audit-payments';
import { reconcilePurchases } from '@agres/money/purchase/open-purchases';
import { countSoldUnits } from '@agres/money/purchase/sold-units';
import { decideReferrals } from '@agres/money/referral/decide-referrals';
import * as referralEmails from '@agres/money/referral/emails';
import { passCreditOnJob } from '@agres/money/referral/pass-credit-on';
import { reconcileCredits } from '@agres/money/referral/reconcile-credits';
import { recoverCreditJob, reverseCredits } from '@agres/money/referral/reverse-credits';
import {
  auditRefunds,
  checkAccountRefundsJob,
  checkRefundsJob,
} from '@agres/money/refund/audit-refunds';
import * as refundEmails from '@agres/money/refund/emails';
import { refundIntentJob } from '@agres/money/refund/orphans';
import { sendRefunds } from '@agres/money/refund/send-refunds';
import { auditSubscriptions } from '@agres/money/subscription/audit-subscriptions';
import * as subscriptionEmails from '@agres/money/subscription/emails';
import { endSubscriptionsJob } from '@agres/money/subscription/end-after-account-deletion';
import { reconcileSubscriptions } from '@agres/money/subscription/reconcile-subscriptions';
import { remindOfRenewals } from '@agres/money/subscription/remind-of-renewals';
import { returnCreditJob } from '@agres/money/subscription/return-credit';
import { copySubscriptionPayments } from '@agres/money/subscription/subscription-payments';

import { readContentVersion } from './catalogue/content-version.ts';
import * as contactEmails from './contact/emails.ts';
import { CONTRACTS } from './contracts.ts';
import * as declarationEmails from './declarations/emails.ts';
import { sendWaitingReceipts } from './declarations/receipts.ts';
import { reconcileDeclarations } from './declarations/reconcile-declarations.ts';
import { purge, RETENTION_RULES } from './retention-rules.ts';
import * as reviewEmails from './reviews/emails.ts';
import * as staffEmails from './staff/emails.ts';
import { notifyStaff } from './staff/notices.ts';
import * as stockRequestEmails from './stock-requests/emails.ts';
import { notifyOfStock } from './stock-requests/notify-of-stock.ts';
import { logErasureJob } from './users/delete-account.ts';
import * as userEmails from './users/emails.ts';

/** Contains every export of the nouns' `emails.ts`, which therefore export nothing else. */
const EMAILS: readonly Email<unknown>[] = [
  operatorAlertEmail,
  ...Object.values(orderEmails),
  ...Object.values(refundEmails),
  ...Object.values(userEmails),
  ...Object.values(subscriptionEmails),
  ...Object.values(referralEmails),
  ...Object.values(paymentMethodEmails),
  ...Object.values(contactEmails),
  ...Object.values(declarationEmails),
  ...Object.values(stockRequestEmails),
  ...Object.values(reviewEmails),
  ...Object.values(staffEmails),
];

/** Every kind of job. A job of an unknown kind is given up after a day, so keep a removed kind here for one release. */
export const JOBS: readonly Job<unknown>[] = [
  emailJob(EMAILS),
  cancelIntentJob,
  refundIntentJob,
  checkRefundsJob,
  checkAccountRefundsJob,
  finishCardJob,
  passCreditOnJob,
  recoverCreditJob,
  returnCreditJob,
  customerEmailJob,
  endSubscriptionsJob,
  logErasureJob,
];

/** How often background work polls, in ms; see `JobWorkerOptions.pollMs`. */
export type BackgroundPace = { pollMs: number; reconcileMs: number };

const FACTS_MS = 30_000;

const PACE: BackgroundPace = { pollMs: 1000, reconcileMs: 10_000 };

export type BackgroundReport = {
  recordViolations?: (count: number) => void;
};

/**
 * Creates the worker that runs a process's jobs and scheduled work. Every process runs one; leases in the
 * database divide the work.
 */
export function createBackground(
  deps: JobDeps,
  pace: BackgroundPace = PACE,
  { recordViolations }: BackgroundReport = {},
): JobWorker {
  return createJobWorker({
    deps,
    jobs: JOBS,
    pollMs: pace.pollMs,
    rounds: [
      // A process without public reads, such as one that only sends emails, notices changed facts here.
      {
        name: 'facts',
        everyMs: FACTS_MS,
        run: async () => {
          await readContentVersion(deps);
          return 'none';
        },
      },
      { name: 'purchases', everyMs: pace.reconcileMs, run: () => reconcilePurchases(deps) },
      { name: 'refunds', everyMs: pace.reconcileMs, run: () => sendRefunds(deps) },
      { name: 'subscriptions', everyMs: pace.reconcileMs, run: () => reconcileSubscriptions(deps) },
      {
        name: 'declarations',
        everyMs: pace.reconcileMs,
        run: () => reconcileDeclarations(deps, CONTRACTS),
      },
    ],
    // A release that removes a schedule must delete its row of `job_schedule` in a migration, because the row
    // would count as overdue.
    periodic: [
      {
        name: 'laws',
        everySeconds: 60,
        leaseSeconds: 60,
        run: async () => {
          // These share one schedule, because each separate schedule would query the database four times a
          // minute.
          await runSteps(deps, [
            async () => {
              const violations = await checkInvariants(deps);
              recordViolations?.(violations);
            },
            () => notifyOfStock(deps),
            () => sendWaitingReceipts(deps),
            () => makeInvoices(deps),
            () => notifyStaff(deps),
          ]);
        },
      },
      { name: 'sold_units', everySeconds: 3600, leaseSeconds: 60, run: () => countSoldUnits(deps) },
      { name: 'credits', everySeconds: 3600, leaseSeconds: 300, run: () => reconcileCredits(deps) },
      {
        name: 'referrals',
        everySeconds: 3600,
        leaseSeconds: 300,
        run: () => runSteps(deps, [() => decideReferrals(deps), () => reverseCredits(deps)]),
      },
      {
        name: 'subscription_payments',
        everySeconds: 600,
        leaseSeconds: 300,
        run: () => copySubscriptionPayments(deps),
      },
      {
        name: 'reminders',
        everySeconds: 86_400,
        leaseSeconds: 300,
        run: () => remindOfRenewals(deps),
      },
      { name: 'purge', everySeconds: 3600, leaseSeconds: 300, run: () => purge(deps.db) },
      {
        name: 'retention',
        everySeconds: 86_400,
        leaseSeconds: 600,
        run: () => runRetention(deps, RETENTION_RULES),
      },
      {
        name: 'audit',
        everySeconds: 3600,
        leaseSeconds: 1800,
        run: () => auditPayments(deps),
      },
      {
        name: 'refund_audit',
        everySeconds: 3600,
        leaseSeconds: 1800,
        run: () => auditRefunds(deps),
      },
      {
        name: 'subscription_audit',
        everySeconds: 86_400,
        leaseSeconds: 1800,
        run: () => auditSubscriptions(deps),
      },
    ],
  });
}

function runSteps(
  { log }: Pick<JobDeps, 'log'>,
  steps: readonly (() => Promise<unknown>)[],
): Promise<void> {
  return runAll(steps, {
    run: (step) => step(),
    onFailure: (error) => log.error({ err: error }, 'a step of periodic work failed'),
    message: 'periodic work failed',
  });
}
