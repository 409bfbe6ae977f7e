import { checkInvariants } from './check-invariants.ts';
import { customerEmailJob } from './checkout/customer-email.ts';
import { cancelIntentJob } from './checkout/payment-jobs.ts';
import * as contactEmails from './contact/emails.ts';
import { CONTRACTS } from './contracts.ts';
import * as declarationEmails from './declarations/emails.ts';
import { reconcileDeclarations } from './declarations/reconcile-declarations.ts';
import { operatorAlertEmail } from './jobs/alert.ts';
import { emailJob, type Email } from './jobs/email.ts';
import type { Job, JobDeps } from './jobs/job.ts';
import { createJobWorker, type JobWorker } from './jobs/worker.ts';
import * as orderEmails from './orders/emails.ts';
import { finishCardJob } from './payment-method/card-attempt.ts';
import * as paymentMethodEmails from './payment-method/emails.ts';
import { auditPayments } from './purchase/audit-payments.ts';
import { reconcilePurchases } from './purchase/open-purchases.ts';
import { countSoldUnits } from './purchase/sold-units.ts';
import { decideReferrals } from './referral/decide-referrals.ts';
import * as referralEmails from './referral/emails.ts';
import { passCreditOnJob } from './referral/pass-credit-on.ts';
import { reconcileCredits } from './referral/reconcile-credits.ts';
import { auditRefunds, checkAccountRefundsJob, checkRefundsJob } from './refund/audit-refunds.ts';
import * as refundEmails from './refund/emails.ts';
import { refundIntentJob } from './refund/orphans.ts';
import { sendRefunds } from './refund/send-refunds.ts';
import { purge, RETENTION_RULES } from './retention-rules.ts';
import { runRetention } from './run-retention.ts';
import * as stockRequestEmails from './stock-requests/emails.ts';
import { tellOfStock } from './stock-requests/tell-of-stock.ts';
import { auditSubscriptions } from './subscription/audit-subscriptions.ts';
import * as subscriptionEmails from './subscription/emails.ts';
import { endSubscriptionsJob } from './subscription/end-after-account-deletion.ts';
import { reconcileSubscriptions } from './subscription/reconcile-subscriptions.ts';
import { remindOfRenewals } from './subscription/remind-of-renewals.ts';
import { returnCreditJob } from './subscription/return-credit.ts';
import * as userEmails from './users/emails.ts';

/** Every email that the shop sends: what the nouns export from their `emails.ts`, and nothing else. */
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
];

/** Every kind of job. A kind that is not here is given up, so one that went stays for a release. */
export const JOBS: readonly Job<unknown>[] = [
  emailJob(EMAILS),
  cancelIntentJob,
  refundIntentJob,
  checkRefundsJob,
  checkAccountRefundsJob,
  finishCardJob,
  passCreditOnJob,
  returnCreditJob,
  customerEmailJob,
  endSubscriptionsJob,
];

/** How often background work polls, in ms; see `JobWorkerOptions.pollMs`. */
export type BackgroundPace = { pollMs: number; reconcileMs: number };

const PACE: BackgroundPace = { pollMs: 1000, reconcileMs: 10_000 };

/** What is told to whoever runs the site. */
export type BackgroundReport = {
  /** How many invariants a check found broken. */
  tellBroken?: (count: number) => void;
};

/**
 * All background work of a process: jobs, reconciling purchases, refunds and subscriptions, checking
 * invariants, counting sales, due referrals, lost credits, reminders of renewals, audits, the purge,
 * retention. Every process runs it; leases
 * in the database share it out.
 */
export function createBackground(
  deps: JobDeps,
  pace: BackgroundPace = PACE,
  { tellBroken }: BackgroundReport = {},
): JobWorker {
  return createJobWorker({
    deps,
    jobs: JOBS,
    pollMs: pace.pollMs,
    rounds: [
      { name: 'purchases', everyMs: pace.reconcileMs, run: () => reconcilePurchases(deps) },
      { name: 'refunds', everyMs: pace.reconcileMs, run: () => sendRefunds(deps) },
      { name: 'subscriptions', everyMs: pace.reconcileMs, run: () => reconcileSubscriptions(deps) },
      {
        name: 'declarations',
        everyMs: pace.reconcileMs,
        run: () => reconcileDeclarations(deps, CONTRACTS),
      },
    ],
    periodic: [
      {
        name: 'laws',
        everySeconds: 60,
        leaseSeconds: 60,
        run: async () => {
          const broken = await checkInvariants(deps);
          tellBroken?.(broken);
          // Under the same schedule: each asks the database four times a minute for its turn.
          await tellOfStock(deps);
        },
      },
      { name: 'sold_units', everySeconds: 3600, leaseSeconds: 60, run: () => countSoldUnits(deps) },
      { name: 'credits', everySeconds: 3600, leaseSeconds: 300, run: () => reconcileCredits(deps) },
      {
        name: 'referrals',
        everySeconds: 3600,
        leaseSeconds: 300,
        run: () => decideReferrals(deps),
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
        run: async () => {
          await runRetention(deps, RETENTION_RULES);
        },
      },
      {
        name: 'audit',
        everySeconds: 3600,
        leaseSeconds: 1800,
        run: async () => {
          await auditPayments(deps);
        },
      },
      {
        name: 'refund_audit',
        everySeconds: 3600,
        leaseSeconds: 1800,
        run: async () => {
          await auditRefunds(deps);
        },
      },
      {
        name: 'subscription_audit',
        everySeconds: 86_400,
        leaseSeconds: 1800,
        run: async () => {
          await auditSubscriptions(deps);
        },
      },
    ],
  });
}
