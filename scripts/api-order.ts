/**
 * The direction of imports inside packages/api, types included: a unit imports only what stands
 * before it, and of a folder only the files of its face. Used by check-layers.ts.
 */

type Unit = {
  /** A folder or a file directly under packages/api/src. */
  name: string;
  /** The files of the folder that others may import, without `.ts`. */
  face?: readonly string[];
};

const API_UNITS: readonly Unit[] = [
  // The ground: every noun may import it.
  { name: 'html.ts' },
  { name: 'keyed-hash.ts' },
  { name: 'request-id.ts' },
  { name: 'installation.ts' },
  { name: 'email-domain.ts' },
  {
    name: 'limits',
    face: ['client-network', 'concurrency-limit', 'rate-limit', 'require-rate-limit'],
  },
  { name: 'log-hashes.ts' },
  { name: 'session', face: ['known-place', 'password', 'row-locks', 'session'] },
  { name: 'contract-texts.ts' },
  { name: 'context.ts' },
  { name: 'localized.ts' },
  { name: 'run-retention.ts' },
  { name: 'errors.ts' },
  { name: 'trpc.ts' },
  {
    name: 'operations',
    face: [
      'actor',
      'channel',
      'command',
      'content-file',
      'days',
      'format',
      'journal',
      'operation',
      'refuse',
      'report',
      'values',
    ],
  },
  // Shared by nouns; knows none of them.
  {
    name: 'jobs',
    face: ['alert', 'email', 'job', 'queue', 'worker'],
  },
  {
    name: 'checkout',
    face: [
      'ask-provider',
      'card-authentication',
      'check-attempt',
      'customer-email',
      'customers',
      'idempotency-key',
      'invariant',
      'lease',
      'model/search',
      'payment-jobs',
      'reconcile',
      'rounds',
    ],
  },
  // The nouns.
  { name: 'contract-texts-router.ts' },
  {
    name: 'refund',
    face: [
      'audit-refunds',
      'bank-transfer',
      'emails',
      'list-refunds',
      'orphans',
      'refund',
      'refund-invariants',
      'refund-outcome',
      'refund-payment-commands',
      'send-refunds',
    ],
  },
  {
    name: 'declarations',
    face: [
      'answer-letter',
      'contract',
      'decide-declarations',
      'declaration',
      'declarations-router',
      'emails',
      'list-declarations',
      'reconcile-declarations',
      'record-termination',
      'retention',
      'standing',
    ],
  },
  {
    name: 'catalogue',
    face: ['adjust-stock', 'edit-items', 'items', 'list-items', 'option-commands', 'relate-items'],
  },
  {
    name: 'stock-requests',
    face: ['emails', 'stock-requests', 'stock-requests-router', 'tell-of-stock'],
  },
  {
    name: 'orders',
    face: [
      'archive-orders',
      'deliver-orders',
      'emails',
      'export-orders',
      'find-orders',
      'order',
      'order-state',
      'orders-router',
      'own-orders',
      'refund-orders',
      'saved-delivery',
      'send-orders',
      'withdraw-from-order',
    ],
  },
  {
    name: 'referral',
    face: [
      'decide-referrals',
      'emails',
      'find-referrer',
      'ledger',
      'pass-credit-on',
      'reconcile-credits',
      'retention',
    ],
  },
  {
    name: 'subscription',
    face: [
      'access',
      'audit-subscriptions',
      'emails',
      'end-after-account-deletion',
      'payment-account',
      'programmes-router',
      'reconcile-subscriptions',
      'remind-of-renewals',
      'return-credit',
      'subscriber-procedure',
      'subscription-commands',
      'subscription-invariants',
      'subscription-shape',
      'withdraw-from-subscription',
    ],
  },
  { name: 'payment-method', face: ['card-attempt', 'emails', 'payments-router'] },
  {
    name: 'purchase',
    face: [
      'audit-payments',
      'carried-order',
      'count-stock',
      'forget-recipients',
      'list-stock',
      'money-command',
      'open-purchases',
      'purchase-attempt',
      'purchase-invariants',
      'rebuild',
      'shop-router',
      'sold-units',
    ],
  },
  { name: 'blog', face: ['article', 'article-commands', 'blog-router'] },
  { name: 'contact', face: ['contact-router', 'emails', 'retention'] },
  { name: 'relays', face: ['import-relays', 'relays-router'] },
  { name: 'home', face: ['home-router'] },
  { name: 'users', face: ['emails', 'retention', 'member-commands', 'users-router'] },
  // What puts them together.
  { name: 'contracts.ts' },
  { name: 'adoption', face: ['adopt-command'] },
  { name: 'check-invariants.ts' },
  { name: 'law-check.ts' },
  { name: 'today.ts' },
  { name: 'publications.ts' },
  { name: 'retention-rules.ts' },
  { name: 'router.ts' },
  { name: 'background.ts' },
  { name: 'shop-figures.ts' },
  { name: 'owner-commands.ts' },
  { name: 'rest', face: [] },
];

const places = new Map(API_UNITS.map((unit, place) => [unit.name, { place, face: unit.face }]));

/**
 * Why one file of packages/api may not import another, or undefined where it may. Both paths are
 * relative to packages/api/src.
 */
export function refuseApiImport(file: string, target: string): string | undefined {
  const [from = '', to = ''] = [file, target].map((path) => path.split('/')[0]);
  if (from === to) return undefined;
  const [importer, imported] = [places.get(from), places.get(to)];
  const stranger = [from, to].find((name) => !places.has(name));
  if (importer === undefined || imported === undefined) {
    return `${stranger} has no place in the order of packages/api; add it to scripts/api-order.ts`;
  }
  if (imported.place > importer.place) {
    return `${from} stands before ${to} in packages/api (scripts/api-order.ts)`;
  }
  const name = target.slice(to.length + 1).replace(/\.ts$/, '');
  if (imported.face === undefined || imported.face.includes(name)) return undefined;
  return `${name} is not in the face of ${to} (scripts/api-order.ts)`;
}
