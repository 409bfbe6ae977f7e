import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { createDb } from '@agres/db/db';
import { createTestDatabase, type TestDatabase } from '@agres/db/testing';
import { startMailbox, type Mailbox } from '@agres/mail/mailbox';
import { beforeEach, describe, expect, test } from 'vitest';

import { addItem, addUser } from '../support/rows.ts';
import { startShopProcess, type ShopProcess } from '../support/shop-process.ts';
import {
  findBrokenInvariants,
  RECIPIENT,
  startTestProvider,
  type TestProvider,
} from '../support/shop.ts';
import { createVisitor, type Visitor } from '../support/visitor.ts';

const CREATE = 'payment_intents.create';
const CONFIRM = 'payment_intents.confirm';

// The embedded database does not wait for the disk. A copy of its directory from before a commit is
// what a power cut may leave of it afterwards.
describe('a shop on the embedded database', { timeout: 120_000 }, () => {
  let database: TestDatabase;
  let provider: TestProvider;
  let mailbox: Mailbox;
  let shop: ShopProcess;
  let visitor: Visitor;
  let body: { id: number; stripeToken: string };
  let email: string;

  const start = () =>
    startShopProcess({
      databaseUrl: database.url,
      provider,
      smtpUrl: mailbox.smtpUrl,
      mode: 'development',
    });

  beforeEach(async () => {
    // What was paid is old enough to be judged as soon as it is lost.
    provider = await startTestProvider({ minutesBehind: 20 });
    mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
    database = await createTestDatabase({ on: 'pglite' });
    const { db, close } = await createDb(database.url);
    const item = await addItem(db);
    ({ email } = await addUser(db));
    await close();
    shop = await start();
    visitor = createVisitor();
    await visitor.signIn(shop.origin, email);
    body = { ...RECIPIENT, id: item.id, stripeToken: await provider.cardToken() };
    return async () => {
      await shop.gone();
      await database.close();
      await provider.close();
      await mailbox.close();
    };
  });

  const buy = () => visitor.insist(`${shop.origin}/api/items/buy`, body);
  const emails = () => mailbox.emails().filter(({ to }) => to.includes(email)).length;
  const delay = (operation: string, moment: 'before' | 'after') =>
    provider.control.addFault({ operation, effect: 'delay', moment, delayMs: 3000 });
  const reached = async (operation: string) => {
    const before = provider.control.journal({ operation }).length;
    return async () => {
      await expect
        .poll(() => provider.control.journal({ operation }).length, { interval: 10 })
        .toBeGreaterThan(before);
    };
  };

  /** Ends the process, and reads what is in a directory. */
  const inspect = async (url: string) => {
    await shop.stop();
    const { db, close } = await createDb(url);
    const attempts = await db.purchaseAttempt.findMany({ include: { order: true } });
    const options = await db.itemOption.findMany();
    const broken = await findBrokenInvariants(db, provider.control);
    await close();
    return {
      broken,
      states: attempts.map(({ state }) => state),
      orders: attempts.filter(({ order }) => order !== null).length,
      remaining: options.map(({ remaining }) => remaining),
    };
  };

  /** Keeps what is in the directory, as the disk may have it; answers what puts it back in there. */
  const copyDirectory = async () => {
    const directory = database.url.replace(/^pglite:/, '');
    const copy = `${directory}-as-the-disk-has-it`;
    await cp(directory, copy, { recursive: true });
    return async () => {
      // The folder itself stays: another one would be a copy of the shop.
      for (const name of await readdir(directory)) {
        await rm(join(directory, name), { recursive: true });
      }
      await cp(copy, directory, { recursive: true });
    };
  };

  test('that is killed right after it answered starts again on its directory, with the order', async () => {
    expect(await buy()).toMatchObject({ status: 200 });
    await shop.gone();
    shop = await start();
    const replay = await buy();
    expect(replay).toMatchObject({ status: 200, body: { status: 'waiting' } });
    await expect.poll(emails, { timeout: 60_000 }).toBe(1);
    expect(await inspect(database.url)).toEqual({
      broken: [],
      states: ['paid'],
      orders: 1,
      remaining: [4],
    });
  });

  test('that is killed while a card is charged has the order when it is ready again', async () => {
    delay(CONFIRM, 'after');
    const isCharged = await reached(CONFIRM);
    const buying = buy();
    await isCharged();
    shop.kill();
    expect(await buying).toBeNull();
    await shop.gone();
    // Without a retry and without waiting for a lease: its holder is gone.
    shop = await start();
    expect(await inspect(database.url)).toEqual({
      broken: [],
      states: ['paid'],
      orders: 1,
      remaining: [4],
    });
  });

  test('that loses the power after a sale, and with it all but the reservation, has the order again', async () => {
    delay(CREATE, 'after');
    const isReserved = await reached(CREATE);
    const buying = buy();
    await isReserved();
    const losePower = await copyDirectory();
    expect(await buying).toMatchObject({ status: 200 });
    await shop.gone();
    await losePower();
    shop = await start();
    await expect.poll(emails, { timeout: 60_000 }).toBeGreaterThan(0);
    expect(await inspect(database.url)).toEqual({
      broken: [],
      states: ['paid'],
      orders: 1,
      remaining: [4],
    });
  });

  test('that loses the power after a sale, and with it everything about it, rebuilds the order', async () => {
    // Nothing is on the way while the directory is copied.
    const losePower = await copyDirectory();
    expect(await buy()).toMatchObject({ status: 200 });
    await shop.gone();
    await losePower();
    const { db, close } = await createDb(database.url);
    await db.$executeRaw`UPDATE installation SET trusted_from = now() - interval '1 day'`;
    await close();
    const before = emails();
    shop = await start();
    const alerts = () => mailbox.emails().filter(({ to }) => to.includes('alert@example.fr'));
    await expect.poll(() => alerts().length, { timeout: 60_000 }).toBeGreaterThan(0);
    await expect.poll(emails, { timeout: 60_000 }).toBe(before + 1);
    expect(await inspect(database.url)).toEqual({
      broken: [],
      states: ['paid'],
      orders: 1,
      remaining: [4],
    });
  });

  test('starts though the provider does not answer, and ends what is open later', async () => {
    delay(CONFIRM, 'after');
    const isCharged = await reached(CONFIRM);
    const buying = buy();
    await isCharged();
    shop.kill();
    await buying;
    await shop.gone();
    provider.control.clearFaults();
    provider.control.addFault({ operation: '*', effect: 'hang', times: 4 });
    shop = await start();
    await expect.poll(emails, { timeout: 60_000 }).toBe(1);
    expect(await inspect(database.url)).toMatchObject({ broken: [], states: ['paid'], orders: 1 });
  });
});
