import { createDb, type DbHandle } from '@shop/db/db';
import { createTestDatabase, testDatabaseKind, type TestDatabase } from '@shop/db/testing';
import { startPostgresProxy, type PostgresProxy } from '@shop/db/testing/postgres-proxy';
import { startMailbox, type Mailbox } from '@shop/mail/mailbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { DEATHS, dieAndFinish, type Ground } from '../support/killing.ts';
import { startShopProcess, type ShopProcess } from '../support/shop-process.ts';
import { startTestProvider, type TestProvider } from '../support/shop.ts';

/** The deaths that lose the most: between the provider's change and our storing it. */
const WORST = DEATHS.filter(({ card, step, moment }) =>
  [
    'visa subscriptions.create after',
    'visa payment_intents.confirm after',
    'visa access is given before',
    'declined payment_intents.confirm after',
  ].includes(`${card} ${step} ${moment}`),
);

// The whole matrix is in `pnpm test:chaos`. PGlite is inside the process that is killed.
describe.skipIf(testDatabaseKind() === 'pglite')(
  'a process that dies while somebody subscribes',
  () => {
    let database: TestDatabase;
    let direct: DbHandle;
    let proxy: PostgresProxy;
    let provider: TestProvider;
    let mailbox: Mailbox;
    let running: ShopProcess;

    const start = () =>
      startShopProcess({
        databaseUrl: proxy.url,
        provider,
        smtpUrl: mailbox.smtpUrl,
        mode: 'development',
      });

    beforeAll(async () => {
      database = await createTestDatabase({ on: 'postgresql' });
      direct = await createDb(database.url);
      proxy = await startPostgresProxy(database.url);
      provider = await startTestProvider();
      mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
      running = await start();
    });
    afterAll(async () => {
      await running.gone();
      await provider.close();
      await mailbox.close();
      await proxy.close();
      await direct.close();
      await database.close();
    });

    const ground = (): Ground => ({
      db: direct.db,
      proxy,
      provider,
      mailbox,
      victim: running,
      successor: async () => {
        running = await start();
        return running;
      },
    });

    test.each(WORST)(
      '$card: $moment $step, and the same call ends it',
      async (death) => {
        await dieAndFinish(ground(), death);
        expect(running.complaints.filter((line) => line.includes('"level":"fatal"'))).toEqual([]);
      },
      120_000,
    );
  },
);
