import { expect, test } from 'vitest';

import { usePayments, valueOf } from './testing/running-payments.ts';

const { emulator, payments } = await usePayments();

const tokenOf = async (number: string, account: 'main' | 'bis' = 'main') => {
  const card = { number, exp_month: '12', exp_year: '2040', cvc: '123' };
  return (await emulator[account].tokens.create({ card })).id;
};
const read = async (token: string, account: 'main' | 'bis' = 'main') =>
  valueOf(await payments.readCardFingerprint(account, token));

test('a card has one fingerprint per account, with any token', async () => {
  const fingerprint = await read(await tokenOf('4242424242424242'));
  expect(fingerprint).toMatch(/^[\w-]{16}$/);
  expect(await read(await tokenOf('4242424242424242'))).toBe(fingerprint);
  expect(await read(await tokenOf('5555555555554444'))).not.toBe(fingerprint);
  expect(await read(await tokenOf('4242424242424242', 'bis'), 'bis')).not.toBe(fingerprint);
  const method = await emulator.main.paymentMethods.create({
    type: 'card',
    card: { token: await tokenOf('4242424242424242') },
  });
  expect(await read(method.id)).toBe(fingerprint);
});

test('an unknown token has no fingerprint', async () => {
  expect(await read('tok_gone')).toBeNull();
  expect(await read('pm_gone')).toBeNull();
  expect(await read(await tokenOf('4242424242424242', 'bis'))).toBeNull();
});
