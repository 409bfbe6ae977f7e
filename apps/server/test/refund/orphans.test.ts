import { auditPayments } from '@agres/money/purchase/audit-payments';
import { valueOf } from '@agres/payments/testing/running-payments';
import { expect, test } from 'vitest';

import { startBuyer } from '../support/buyer.ts';
import { payLike } from '../support/lost-rows.ts';
import { startRefund } from '../support/refunds.ts';
import { useRunning } from '../support/running.ts';
import { buy, startTestShop } from '../support/shop.ts';

const shop = useRunning(startTestShop);

test('the audit refunds payments of refused purchases: three a day, the rest left to the owner', async () => {
  const { intentId } = await startRefund(shop);
  const paid = valueOf(await shop.payments.readIntent('main', intentId));
  const { client, item, attempts } = await startBuyer(shop);
  for (let count = 0; count < 4; count += 1) {
    const stripeToken = await shop.cardToken('4000000000000002');
    await buy(client, { id: item.id, stripeToken }, `refused-${count}`);
  }
  const refused = (await attempts()).filter(({ state }) => state === 'refused');
  expect(refused).toHaveLength(4);
  for (const { id } of refused) {
    await payLike(shop, paid, { metadata: { attempt_id: id } });
  }
  const [first] = await auditPayments(shop.jobDeps);
  expect(first).toMatchObject({ findings: 4, undecided: 1 });
  await shop.inBackground(
    async () => (await shop.app.db.refund.count({ where: { state: 'succeeded' } })) === 3,
  );
  expect(await shop.app.db.refund.findMany()).toEqual(
    Array.from({ length: 3 }, () =>
      expect.objectContaining({ key: 'orphan', origin: 'audit', by: 'audit', amountCents: 2999 }),
    ),
  );
  const [again] = await auditPayments(shop.jobDeps);
  expect(again).toMatchObject({ findings: 1, undecided: 1 });
});
