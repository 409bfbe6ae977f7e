import type { ApiConfig } from '@shop/api/context';
import { createBackground } from '@shop/api/jobs/background';
import { receiveNotice } from '@shop/api/payments/webhook';
import { PURCHASE_SLOTS } from '@shop/api/purchase/buy';
import { createRateLimiter } from '@shop/api/rate-limit';
import { createSlots } from '@shop/api/slots';
import { createResolver } from '@shop/api/users/mail-domain';
import { createPasswords } from '@shop/api/users/password';
import { createDb } from '@shop/db/db';
import { writeLetter } from '@shop/mail/letters';
import { createSmtpMailer } from '@shop/mail/smtp-mailer';
import { createPayments, type PaymentsConfig } from '@shop/payments/payments';

import { createApp } from '../app.ts';
import { createLogger } from '../log.ts';

/** What a process of the shop is started with, as its one argument in JSON. */
export type ChildSettings = {
  config: ApiConfig;
  databaseUrl: string;
  payments: PaymentsConfig;
  smtpUrl: string;
};

/**
 * A whole process of the shop but for its pages, to be killed. It says where it listens and then
 * works as in production, only at a quicker pace.
 */
async function run({ config, databaseUrl, payments, smtpUrl }: ChildSettings): Promise<void> {
  const database = await createDb(databaseUrl);
  const log = createLogger('fatal');
  const wakers: (() => void)[] = [];
  const { db } = database;
  const deps = {
    db,
    config,
    log,
    payments: createPayments(payments),
    passwords: createPasswords(),
    resolver: createResolver(),
    rateLimiter: createRateLimiter(db, config.rateLimit),
    purchaseSlots: createSlots(PURCHASE_SLOTS),
    clock: () => new Date(),
    wakeJobs: () => wakers.forEach((wake) => wake()),
  };
  const { server } = await createApp({
    ...deps,
    logger: log,
    handleWebhook: ({ log: requestLog, ...notice }) =>
      receiveNotice({ ...deps, log: requestLog }, notice),
    http: { trustedProxies: [], trustsOwnHost: 'yes', stripeJsUrl: 'https://js.stripe.com/v3/' },
  });
  const background = createBackground(
    {
      ...deps,
      db: database.workers(),
      mailer: createSmtpMailer({ url: smtpUrl, from: 'shop@example.fr' }),
      writeLetter,
      alertEmail: 'alert@example.fr',
    },
    { pollMs: 100, sweepMs: 100 },
  );
  wakers.push(background.wake);
  const origin = await server.listen({ host: '127.0.0.1', port: 0 });
  background.start();
  process.send?.({ origin });
}

const [, , settings = '{}'] = process.argv;
await run(JSON.parse(settings));
