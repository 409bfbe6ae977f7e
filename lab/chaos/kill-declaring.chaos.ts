import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';

import { createPayments } from '@agres/payments/payments';
import { afterEach, describe, expect, test } from 'vitest';

import type { Typed } from '../../apps/server/test/support/command.ts';
import { addUser } from '../../apps/server/test/support/rows.ts';
import { environmentOf } from '../../apps/server/test/support/shop-process.ts';
import {
  brokenSubscriptionInvariants,
  SUBSCRIBE,
  subscriptionsAtProvider,
} from '../../apps/server/test/support/subscribing.ts';
import { createVisitor, type Reply } from '../../apps/server/test/support/visitor.ts';
import { killPointsAt, startKillRun, type KillPoint } from './kill-run.ts';
import { buyOne, give as giveTo, PAID_CENTS, refundsAtProvider } from './sold-orders.ts';

/**
 * The points where a process is killed: a step in the database; every other step is a call to the provider.
 */
const DATABASE_STEPS: Partial<Record<string, RegExp>> = {
  'it is received': /INSERT INTO declaration \(/,
  'its receipt is promised': /INSERT INTO job[^]*declaration_received:/,
  'its receipt is noted': /INSERT INTO declaration_event[^]*receipt_sent/,
  'the owner is told': /INSERT INTO declaration_event[^]*declarations_to_decide:[^]*COMMIT/,
  'the order is cancelled': /cancelled_at = clock_timestamp[^]*declaration_followed:[^]*COMMIT/,
  'the goods are asked back': /INSERT INTO declaration_event[^]*declaration_return:[^]*COMMIT/,
  'the goods are paid back': /INSERT INTO refund[^]*declaration_followed:[^]*COMMIT/,
  'the end is written': /UPDATE subscription\b[^]*COMMIT/,
  'the end is noted': /INSERT INTO declaration_event[^]*ended/,
  'the money is requested': /INSERT INTO refund[^]*COMMIT/,
  'the next look is planned': /UPDATE declaration SET next_check_at = CASE/,
  // Runs in the owner's own process.
  'the goods are noted': /INSERT INTO declaration_event[^]*goods_back/,
  'the note is in the journal':
    /INSERT INTO declaration_event[^]*goods_back[^]*INSERT INTO \S*journal/,
  'the owner’s cancellation is written': /cancelled_at = clock_timestamp[^]*COMMIT/,
  'the note is written': /INSERT INTO declaration_event[^]*goods_back[^]*COMMIT/,
};

const OWNER_PROGRAM = join(import.meta.dirname, '../../scripts/shop.ts');
const MONTHLY_CENTS = 1999;
const MONTH_SECONDS = 32 * 86_400;

describe('a process is killed while it handles a declaration, on PostgreSQL', () => {
  const run = startKillRun({
    name: 'kill matrix of declarations, a process after the other on PostgreSQL',
    processes: 1,
    databaseSteps: DATABASE_STEPS,
    timeoutMs: 90_000,
  });

  afterEach(async () => {
    const payments = createPayments(run.cluster.provider.config);
    expect(await run.cluster.brokenInvariants()).toEqual([]);
    expect(await brokenSubscriptionInvariants({ db: run.cluster.db, payments })).toEqual([]);
  });

  /** Expires the leases and pauses of the killed process, and starts another in its place. */
  const replaceVictim = async () => {
    await run.untilDead();
    const { db } = run.cluster;
    await db.$executeRaw`UPDATE refund SET lease_until = NULL`;
    await db.$executeRaw`UPDATE job SET locked_until = NULL WHERE done_at IS NULL`;
    await db.$executeRaw`
      UPDATE declaration SET next_check_at = now() - interval '1 second' WHERE next_check_at IS NOT NULL`;
    await run.replace();
  };

  const killOwner = async ({ step, moment }: KillPoint, args: string[]) => {
    const { provider, mailbox, proxy } = run.cluster;
    const { smtpUrl } = mailbox;
    const options = { databaseUrl: proxy.url, provider, smtpUrl, mode: 'production' } as const;
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', OWNER_PROGRAM, ...args],
      { env: { ...environmentOf(options), USER: 'jeanne' }, stdio: 'ignore' },
    );
    const ended = once(child, 'exit');
    const when = DATABASE_STEPS[step];
    if (when === undefined) throw new Error(`no step of the database: ${step}`);
    proxy.cut({ when, moment, onCut: () => child.kill('SIGKILL') });
    expect(await ended).toEqual([null, 'SIGKILL']);
    expect(proxy.hasCut()).toBe(true);
    run.countKill();
  };

  const give = (command: string, values: Typed) => giveTo(run.cluster.db, command, values);

  /** Kills the process at a step of the work that `act` starts, and lets another one continue. */
  const killDuring = async (point: KillPoint, act: () => unknown) => {
    const untilKilled = run.killAt(point);
    const acting = act();
    await untilKilled();
    await acting;
    await replaceVictim();
  };

  const newBuyer = () => buyOne(run.cluster, 0);

  const newSubscriber = async () => {
    const user = await addUser(run.cluster.db, { locale: 'fr' });
    const visitor = createVisitor();
    await visitor.signIn(run.victim.origin, user.email);
    const body = { plan: 'monthly', stripeToken: 'tok_visa' };
    const answer = await visitor.postUntilAccepted(run.victim.origin + SUBSCRIBE, body);
    expect(answer).toMatchObject({ status: 200 });
    const row = await run.cluster.db.subscription.findFirstOrThrow({
      where: { userId: user.id },
      include: { attempts: true },
    });
    return {
      user,
      visitor,
      subscriptionId: row.id,
      intentId: row.attempts[0]?.stripeIntentId ?? '',
    };
  };

  const declaring = (
    visitor: ReturnType<typeof createVisitor>,
    body: Record<string, unknown>,
    kind: 'withdrawals' | 'terminations' = 'withdrawals',
  ) => {
    const key = { 'idempotency-key': randomUUID() };
    return () =>
      visitor.post(`${run.victim.origin}/api/${kind}`, { name: 'Ada Lovelace', ...body }, key);
  };

  /** Retries a call until a process accepts it: a busy one answers 503, and the key or link stays the same. */
  const untilReceived = async (call: () => Promise<Reply>) => {
    const status = async () => (await call())?.status;
    await expect.poll(status, { timeout: 60_000, interval: 200 }).toBe(200);
  };

  const emailsTo = (email: string) =>
    run.cluster.mailbox.emails().filter(({ to }) => to.includes(email));
  const untilOneEmail = async (email: string, subject: string) => {
    // A process killed between sending an email and recording it sends the email again under the same id;
    // mail programs show one.
    const told = () =>
      new Set(
        emailsTo(email)
          .filter((one) => one.subject.replaceAll(/\s/g, ' ').startsWith(subject))
          .map(({ messageId }) => messageId),
      ).size;
    await expect.poll(told, { timeout: 30_000, interval: 100 }).toBe(1);
  };
  const givenOf = async (intentId: string) => {
    const refunds = await refundsAtProvider(createPayments(run.cluster.provider.config), intentId);
    return refunds.map(({ amountCents, state }) => ({ amountCents, state }));
  };
  const untilGiven = async (intentId: string, amountCents: number) => {
    await expect
      .poll(() => givenOf(intentId), { timeout: 60_000, interval: 200 })
      .toEqual([{ amountCents, state: 'succeeded' }]);
    const rows = await run.cluster.db.refund.findMany({ where: { paymentIntentId: intentId } });
    expect(rows).toHaveLength(1);
  };

  /**
   * Waits until the one declaration about a contract is closed and its receipt is sent; returns its id and
   * the sorted kinds of its events.
   */
  const untilClosed = async (about: { orderId: number } | { subscriptionId: number }) => {
    const rows = () => run.cluster.db.declaration.findMany({ where: about });
    const isOver = async () => {
      await run.cluster.db.$executeRaw`
        UPDATE declaration SET next_check_at = now() - interval '1 second'
        WHERE next_check_at < now() + interval '40 seconds' AND next_check_at > now()`;
      return (await rows()).map(({ closedAt, nextCheckAt }) => [
        closedAt !== null,
        nextCheckAt === null,
      ]);
    };
    await expect.poll(isOver, { timeout: 60_000, interval: 500 }).toEqual([[true, true]]);
    const [row] = await rows();
    const events = await run.cluster.db.declarationEvent.findMany({
      where: { declarationId: row?.id ?? 0 },
    });
    return {
      id: row?.id ?? 0,
      kinds: events.map(({ kind }) => kind).toSorted((one, other) => one.localeCompare(other)),
    };
  };

  describe('of a known order, by its buyer', () => {
    const steps = [
      'it is received',
      'its receipt is promised',
      'its receipt is noted',
      'the order is cancelled',
      'the next look is planned',
    ];
    test.each(killPointsAt(steps))('$moment $step', async (point) => {
      const { email, visitor, orderId, optionId, intentId } = await newBuyer();
      const withdraw = declaring(visitor, { email, orderId });
      await killDuring(point, withdraw);
      await untilReceived(withdraw);
      const { kinds, id } = await untilClosed({ orderId });
      expect(kinds).toEqual(['closed', 'receipt_sent', 'refund_requested']);
      await untilGiven(intentId, PAID_CENTS);
      await untilOneEmail(email, `Nous avons reçu votre rétractation n° ${id}`);
      await untilOneEmail(email, `Votre commande n° ${orderId} est annulée`);
      const [option] = await run.cluster.db.itemOption.findMany({ where: { id: optionId } });
      expect(option?.remaining).toBe(5);
    });
  });

  /** Accepts a declaration in this process; the victim's background work carries it out. */
  const acceptFor = async (email: string, about: { noun: string; contract: number }) => {
    const { id } = await run.cluster.db.declaration.findFirstOrThrow({ where: { email } });
    const answer = await give('declarations.accept', { declaration: id, ...about });
    expect(answer).toMatchObject({ kind: 'done' });
  };

  describe('of an order without a log-in, accepted by the owner', () => {
    const declare = async () => {
      const buyer = await newBuyer();
      const { email, orderId } = buyer;
      const reference = `commande ${orderId}`;
      const visitor = createVisitor();
      await visitor.fetchToken(run.victim.origin);
      return {
        ...buyer,
        visitor,
        withdraw: declaring(visitor, { email, reference }),
        accept: () => acceptFor(email, { noun: 'order', contract: orderId }),
      };
    };
    type Declared = Awaited<ReturnType<typeof declare>>;
    const finish = async ({ email, orderId, intentId }: Declared) => {
      const { kinds, id } = await untilClosed({ orderId });
      // The owner gets an email only if it leaves before the decision.
      const others = kinds.filter((kind) => kind !== 'owner_told');
      expect(others).toEqual(['accepted', 'closed', 'receipt_sent', 'refund_requested']);
      await untilGiven(intentId, PAID_CENTS);
      await untilOneEmail(email, `Nous avons reçu votre rétractation n° ${id}`);
      await untilOneEmail(email, `Votre commande n° ${orderId} est annulée`);
    };
    const count = ({ email }: Declared) => run.cluster.db.declaration.count({ where: { email } });

    test.each(killPointsAt(['it is received', 'its receipt is promised', 'the owner is told']))(
      '$moment $step',
      async (point) => {
        const declared = await declare();
        await killDuring(point, declared.withdraw);
        await untilReceived(declared.withdraw);
        await declared.accept();
        await finish(declared);
        expect(await count(declared)).toBe(1);
      },
    );

    test.each(killPointsAt(['the order is cancelled']))('$moment $step', async (point) => {
      const declared = await declare();
      await untilReceived(declared.withdraw);
      await killDuring(point, declared.accept);
      await finish(declared);
      expect(await count(declared)).toBe(1);
    });
  });

  describe('of a shipped order', () => {
    const declare = async () => {
      const buyer = await newBuyer();
      const { orderId, email, visitor } = buyer;
      await run.cluster.db.order.update({ where: { id: orderId }, data: { sentAt: new Date() } });
      return { ...buyer, withdraw: declaring(visitor, { email, orderId }) };
    };
    type Declared = Awaited<ReturnType<typeof declare>>;
    const declarationOf = async ({ orderId }: Declared) => {
      const asked = () =>
        run.cluster.db.declarationEvent.findFirst({
          where: { kind: 'return_asked', declaration: { orderId } },
        });
      await expect.poll(asked, { timeout: 60_000, interval: 200 }).not.toBeNull();
      return (await asked())?.declarationId ?? 0;
    };
    const noteGoods = async (declared: Declared) =>
      give('declarations.noteGoods', {
        declaration: String(await declarationOf(declared)),
        kind: 'asNew',
      });
    const finish = async ({ orderId, optionId, intentId, email }: Declared) => {
      const { kinds, id } = await untilClosed({ orderId });
      expect(kinds).toEqual([
        'closed',
        'goods_back',
        'receipt_sent',
        'refund_requested',
        'return_asked',
      ]);
      await untilGiven(intentId, PAID_CENTS);
      await untilOneEmail(email, `Nous avons reçu votre rétractation n° ${id}`);
      await untilOneEmail(email, 'Comment renvoyer');
      await untilOneEmail(email, `La commande n° ${orderId} nous est revenue`);
      const [option] = await run.cluster.db.itemOption.findMany({ where: { id: optionId } });
      expect(option?.remaining).toBe(5);
    };

    test.each(killPointsAt(['the goods are asked back']))('$moment $step', async (point) => {
      const declared = await declare();
      await killDuring(point, declared.withdraw);
      await untilReceived(declared.withdraw);
      expect((await noteGoods(declared)).kind).toBe('done');
      await finish(declared);
      const { orderId } = declared;
      expect(await run.cluster.db.declaration.count({ where: { orderId } })).toBe(1);
    });

    test.each(killPointsAt(['the goods are paid back']))('$moment $step', async (point) => {
      const declared = await declare();
      await untilReceived(declared.withdraw);
      await declarationOf(declared);
      await killDuring(point, () => noteGoods(declared));
      expect((await noteGoods(declared)).kind).toBe('refused');
      await finish(declared);
      const { orderId } = declared;
      expect(await run.cluster.db.declaration.count({ where: { orderId } })).toBe(1);
    });

    const ownerSteps = ['the goods are noted', 'the note is in the journal', 'the note is written'];
    test.each(killPointsAt(ownerSteps))('the owner’s process, $moment $step', async (point) => {
      const declared = await declare();
      await untilReceived(declared.withdraw);
      const id = await declarationOf(declared);
      await killOwner(point, ['declarations', 'note-goods', String(id), '--kind', 'asNew']);
      const isWritten = point.step === 'the note is written' && point.moment === 'after';
      expect((await noteGoods(declared)).kind).toBe(isWritten ? 'refused' : 'done');
      await finish(declared);
      const written = { operation: 'declarations.noteGoods', subjectId: String(id) };
      expect(await run.cluster.db.journalEntry.count({ where: written })).toBe(1);
    });
  });

  describe('of an order whose parcel may have left, cancelled by the owner', () => {
    test.each(killPointsAt(['the owner’s cancellation is written']))(
      'the owner’s process, $moment $step',
      async (point) => {
        const { email, visitor, orderId, optionId, intentId } = await newBuyer();
        await run.cluster.db.order.update({
          where: { id: orderId },
          data: { printedAt: new Date() },
        });
        await untilReceived(declaring(visitor, { email, orderId }));
        const heldFor = async () =>
          (await run.cluster.db.order.findUniqueOrThrow({ where: { id: orderId } })).heldFor;
        await expect.poll(heldFor, { timeout: 60_000, interval: 200 }).toBe('withdrawal');
        const reason = 'Le colis est encore ici.';
        await killOwner(point, ['orders', 'cancel', String(orderId), '--reason', reason]);
        expect(await heldFor()).toBe(point.moment === 'before' ? 'withdrawal' : null);
        // The repeated request finds what the first one wrote.
        const again = await give('orders.cancel', { order: String(orderId), reason });
        expect(again.kind).toBe('done');
        await untilGiven(intentId, PAID_CENTS);
        const { kinds } = await untilClosed({ orderId });
        expect(kinds).toContain('closed');
        await untilOneEmail(email, `Remboursement de 29,99 € pour votre commande n° ${orderId}`);
        const [option] = await run.cluster.db.itemOption.findMany({ where: { id: optionId } });
        expect(option?.remaining).toBe(5);
      },
    );
  });

  describe('of a subscription in its first days', () => {
    const steps = [
      'it is received',
      'subscriptions.cancel',
      'the end is written',
      'the end is noted',
      'payment_intents.retrieve',
      'the money is requested',
      'the next look is planned',
    ];
    test.each(killPointsAt(steps))('$moment $step', async (point) => {
      const { user, visitor, subscriptionId, intentId } = await newSubscriber();
      const withdraw = declaring(visitor, { email: user.email, subscription: true });
      await killDuring(point, withdraw);
      await untilReceived(withdraw);
      const { kinds, id } = await untilClosed({ subscriptionId });
      expect(kinds).toEqual(['closed', 'ended', 'receipt_sent', 'refund_requested']);
      await untilGiven(intentId, MONTHLY_CENTS);
      await untilOneEmail(user.email, `Nous avons reçu votre rétractation n° ${id}`);
      await untilOneEmail(user.email, 'Votre abonnement Agrès a pris fin');
      const payments = createPayments(run.cluster.provider.config);
      const at = await subscriptionsAtProvider({ db: run.cluster.db, payments }, user.id);
      expect(at.map(({ status }) => status)).toEqual(['canceled']);
    });
  });

  describe('of a subscription that renewed before its termination was accepted', () => {
    const steps = [
      'invoices.list',
      'subscriptions.cancel',
      'the end is written',
      'the money is requested',
    ];
    test.each(killPointsAt(steps))('$moment $step', async (point) => {
      const { user, subscriptionId, intentId } = await newSubscriber();
      const visitor = createVisitor();
      await visitor.fetchToken(run.victim.origin);
      const body = { email: user.email, reference: 'mon abonnement' };
      const terminate = declaring(visitor, body, 'terminations');
      await untilReceived(terminate);
      run.cluster.provider.control.moveClock({ bySeconds: MONTH_SECONDS });
      await killDuring(point, () =>
        acceptFor(user.email, { noun: 'subscription', contract: subscriptionId }),
      );
      const { kinds, id } = await untilClosed({ subscriptionId });
      expect(kinds).toEqual([
        'accepted',
        'closed',
        'ended',
        'owner_told',
        'receipt_sent',
        'refund_requested',
      ]);
      const refunds = () =>
        run.cluster.db.refund.findMany({
          where: { subscriptionId },
          select: { amountCents: true, state: true },
        });
      await expect
        .poll(refunds, { timeout: 60_000, interval: 200 })
        .toEqual([{ amountCents: MONTHLY_CENTS, state: 'succeeded' }]);
      // The first month was used, so only the renewal is refunded.
      expect(await givenOf(intentId)).toEqual([]);
      await untilOneEmail(user.email, `Nous avons reçu votre résiliation n° ${id}`);
      const payments = createPayments(run.cluster.provider.config);
      const at = await subscriptionsAtProvider({ db: run.cluster.db, payments }, user.id);
      expect(at.map(({ status }) => status)).toEqual(['canceled']);
    });
  });
});
