import { MAX_ATTEMPTS } from '@agres/core/jobs/queue';
import { afterEach, describe, expect, test } from 'vitest';

import { startBuyer } from '../support/buyer.ts';
import { useRunning } from '../support/running.ts';
import { buy, endSoundly, SHORT_CALL_MS, startTestShop } from '../support/shop.ts';

const SECURE = '4000000000003220';
const DECLINED = '4000000000000002';
const CANCEL = 'payment_intents.cancel';

describe('cancelling a payment', () => {
  const shop = useRunning(() => startTestShop({ callTimeoutMs: SHORT_CALL_MS }));

  afterEach(() => endSoundly(shop));

  const challengeOf = () => shop.provider.challenges()[0]?.intentId ?? '';
  const cancelJobs = () =>
    shop.app.db.job.findMany({ where: { kind: 'cancel_intent' }, orderBy: { id: 'desc' } });
  const statusOf = async (intentId: string | null | undefined) => {
    const answer = await shop.payments.readIntent('main', intentId ?? '');
    return answer.outcome === 'known' ? answer.value.state : answer.outcome;
  };

  describe.each(['reset', 'hang', 'server_error'] as const)(
    'whose response is lost (%s)',
    (effect) => {
      test.each(['before', 'after'] as const)(
        '%s its effect is repeated at the next check, and returns the unit to stock',
        async (moment) => {
          const { item, client, states, remaining } = await startBuyer(shop);
          await buy(client, { id: item.id, stripeToken: await shop.cardToken(SECURE) });
          shop.provider.addFault({ operation: CANCEL, effect, moment, times: 9 });
          await shop.reconcile();
          expect(await states()).toEqual(['requires_action']);
          expect(await remaining()).toBe(4);
          shop.provider.clearFaults();
          await shop.reconcile();
          expect(await states()).toEqual(['expired']);
          expect(await remaining()).toBe(5);
        },
      );
    },
  );

  test('that never arrives, with 3-D Secure passed meanwhile, ends in an order', async () => {
    const { item, client, attempts, remaining, charges } = await startBuyer(shop);
    await buy(client, { id: item.id, stripeToken: await shop.cardToken(SECURE) });
    shop.provider.addFault({ operation: CANCEL, effect: 'reset', moment: 'before', times: 9 });
    await shop.reconcile();
    shop.provider.clearFaults();
    shop.provider.finishChallenge({ intentId: challengeOf(), outcome: 'succeed' });
    await shop.reconcile();
    expect(await attempts()).toMatchObject([{ state: 'paid', order: { amountCents: 2999 } }]);
    expect(await remaining()).toBe(4);
    expect(await charges()).toBe(1);
  });

  test('after the payment succeeded is refused, and the order is written', async () => {
    const { item, client, attempts, remaining } = await startBuyer(shop);
    await buy(client, { id: item.id, stripeToken: await shop.cardToken(SECURE) });
    const intentId = challengeOf();
    let isCancelling = false;
    const meanwhile = async () => {
      isCancelling = true;
      shop.provider.finishChallenge({ intentId, outcome: 'succeed' });
    };
    shop.provider.addFault({ operation: CANCEL, effect: 'delay', moment: 'before', meanwhile });
    await shop.reconcile();
    expect(isCancelling).toBe(true);
    await shop.reconcileAll();
    expect(await attempts()).toMatchObject([{ state: 'paid', paymentIntentId: intentId }]);
    expect(await remaining()).toBe(4);
  });

  test('of an older purchase with a lost 3-D Secure response lets the next one start at once', async () => {
    const { item, client, states, remaining, charges } = await startBuyer(shop);
    const lost = { effect: 'reset', moment: 'after', times: 6 } as const;
    shop.provider.addFault({ operation: 'payment_intents.confirm', ...lost });
    shop.provider.addFault({ operation: 'payment_intents.retrieve', ...lost });
    const stripeToken = await shop.cardToken(SECURE);
    expect((await buy(client, { id: item.id, stripeToken }, 'older')).status).toBe(503);
    expect(await states()).toEqual(['charging']);
    shop.provider.clearFaults();
    const newer = { id: item.id, stripeToken: await shop.cardToken() };
    expect(await buy(client, newer, 'newer')).toMatchObject({ status: 200 });
    expect(await states()).toEqual(['expired', 'paid']);
    expect(await remaining()).toBe(4);
    expect(await charges()).toBe(1);
  });

  test('of a declined card is retried after a failure; the unit is already in stock', async () => {
    const { item, client, attempts, remaining } = await startBuyer(shop);
    shop.provider.addFault({ operation: CANCEL, effect: 'reset', times: 3 });
    await buy(client, { id: item.id, stripeToken: await shop.cardToken(DECLINED) });
    const [attempt] = await attempts();
    expect(attempt?.state).toBe('refused');
    expect(await remaining()).toBe(5);
    await shop.inBackground(async () => {
      await shop.app.db
        .$executeRaw`UPDATE job SET run_at = now() - interval '1 second' WHERE done_at IS NULL`;
      return (await cancelJobs())[0]?.doneAt !== null;
    });
    const [job] = await cancelJobs();
    expect(job?.attempts).toBeGreaterThan(1);
    expect(await statusOf(attempt?.paymentIntentId)).toBe('canceled');
    expect(await remaining()).toBe(5);
  });

  test('of a declined card becomes a dead letter after the last try and raises an alert', async () => {
    const { item, client, attempts, remaining } = await startBuyer(shop);
    shop.provider.addFault({ operation: CANCEL, effect: 'reset', times: 99 });
    await buy(client, { id: item.id, stripeToken: await shop.cardToken(DECLINED) });
    await shop.app.db.job.updateMany({
      where: { kind: 'cancel_intent', doneAt: null },
      data: { attempts: MAX_ATTEMPTS - 1 },
    });
    await shop.inBackground(async () => (await cancelJobs())[0]?.deadAt !== null);
    const [job] = await cancelJobs();
    expect(job).toMatchObject({ attempts: MAX_ATTEMPTS, doneAt: null });
    expect(shop.app.logLines.join('\n')).toContain('A job was given up');
    const alert = await shop.app.db.job.findFirst({
      where: { dedupe: { startsWith: `alert:dead:${job?.id}:` } },
    });
    expect(alert).toMatchObject({ kind: 'mail' });
    // No client has this payment's secret, so no card can be tried on it, cancelled or not.
    const [attempt] = await attempts();
    expect(await statusOf(attempt?.paymentIntentId)).toBe('declined');
    expect(await remaining()).toBe(5);
  });
});
