import { remindOfRenewals } from '@agres/money/subscription/remind-of-renewals';
import { describe, expect, test } from 'vitest';

import { useRunning } from '../support/running.ts';
import { startMailedShop } from '../support/shop.ts';
import { newSubscriber, subscribe, UNSUBSCRIBE } from '../support/subscribing.ts';

const DAY_SECONDS = 86_400;

describe('the yearly renewal reminder', () => {
  const shop = useRunning(() => startMailedShop({ clock: 'provider' }));

  const reminders = () =>
    shop.mailbox.emails().filter(({ subject }) => subject.includes('se renouvelle le'));
  const letDaysPass = async (days: number) => {
    for (let day = 0; day < days; day += 1) {
      shop.provider.moveClock({ bySeconds: DAY_SECONDS });
      await remindOfRenewals(shop.jobDeps);
    }
    await shop.mailSent();
  };

  test('is sent once before a yearly debit, one to three months ahead, with a cancellation link', async () => {
    const yearly = await newSubscriber(shop, { plan: 'yearly' });
    const cancelled = await newSubscriber(shop, { plan: 'yearly' });
    await cancelled.client.delete(UNSUBSCRIBE);
    const resumed = await newSubscriber(shop, { plan: 'yearly' });
    await resumed.client.delete(UNSUBSCRIBE);
    await newSubscriber(shop, { plan: 'monthly' });
    await letDaysPass(1);
    expect(reminders()).toEqual([]);

    shop.provider.moveClock({ bySeconds: (365 - 92) * DAY_SECONDS });
    await letDaysPass(1);
    expect(reminders(), 'three months ahead').toEqual([]);
    await letDaysPass(50);
    expect(reminders().map(({ to }) => to)).toEqual([[yearly.email]]);
    const [email] = reminders();
    // Jobs are deleted a week after they are done: only the log of emails prevents a second reminder.
    await shop.app.db.job.deleteMany({ where: { dedupe: { startsWith: 'renewal_ahead:' } } });
    expect((await subscribe(resumed.client, { plan: 'yearly' })).status).toBe(200);
    await letDaysPass(10);
    expect(reminders().map(({ to }) => to)).toEqual([[resumed.email], [yearly.email]]);
    expect(email?.text.replaceAll(/\s+/g, ' ')).toContain('199,99 €');
    expect(email?.links.some((link) => link.endsWith('/fr/resilier-votre-contrat'))).toBe(true);
  });
});
