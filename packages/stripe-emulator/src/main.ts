import { DEVELOPMENT_ACCOUNTS, webhookTargetsOf } from './development.ts';
import { createStripeEmulator } from './emulator.ts';

// The process that `pnpm dev` starts. It reads, here only: HOST, PORT, WEBHOOK_SITE_URL (where the
// site runs), EMULATOR_SEED, and what forbids it: NODE_ENV, ALLOW_PAYMENT_EMULATOR.
const { env } = process;

const host = env['HOST'] ?? '127.0.0.1';
const port = Number(env['PORT'] ?? 12_111);
const isAllowed = env['ALLOW_PAYMENT_EMULATOR'] === '1';
const isLoopback = ['127.0.0.1', '::1', 'localhost'].includes(host);

if (!isAllowed && (env['NODE_ENV'] === 'production' || !isLoopback)) {
  process.stderr.write(
    'The payment emulator takes no money. It does not start in production or on an address that others reach, unless ALLOW_PAYMENT_EMULATOR=1.\n',
  );
  process.exit(1);
}

const siteUrl = env['WEBHOOK_SITE_URL'];
const { app } = createStripeEmulator({
  accounts: DEVELOPMENT_ACCOUNTS,
  webhookTargets: siteUrl === undefined ? [] : webhookTargetsOf(siteUrl),
  seed: Number(env['EMULATOR_SEED'] ?? Date.now()),
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    app.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
}

const address = await app.listen({ host, port });
process.stdout.write(
  `Payment emulator: ${address} (script ${address}/v3/, control ${address}/_emulator/)\n`,
);
