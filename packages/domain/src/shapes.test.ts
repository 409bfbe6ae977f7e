import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';

import {
  articleSchema,
  connectionStatusSchema,
  contractTextSchema,
  errorTextsSchema,
  homeSchema,
  itemSchema,
  successSchema,
  orderSchema,
  payingCardSchema,
  paymentConfigSchema,
  personalDataSchema,
  presentContractTextSchema,
  errorAnswerSchema,
  subscribedSchema,
  unsubscribedSchema,
  userSchema,
} from './shapes.schema.ts';
import type { Item, Order, User } from './shapes.ts';

const TEXT = { fr: 'Balle', en: 'Ball' };
const ITEM = {
  id: 1,
  title: TEXT,
  description: TEXT,
  price: 29.99,
  images: [{ url: '/images/ball.avif', optionIndex: null }],
  optionTitle: null,
  maker: {
    name: 'Balles & Fils',
    address: '1 rue de la Balle, 69001 Lyon, France',
    contact: 'contact@balles.example',
    reference: null,
  },
  warnings: TEXT,
  use: 'juggling',
  relatedItemIds: [2],
  options: [{ title: TEXT, remainingStock: 2 }],
  remainingStock: 2,
  rating: { average: 4.5, count: 2, isDemonstration: false },
} satisfies Item;
const ORDER = {
  id: 4,
  status: 'waiting',
  orderDate: '2026-11-21T08:00:00.000Z',
  sentDate: '2026-11-22T08:00:00.000Z',
  tracking: { carrier: null, number: '12345678', url: null },
  postDate: null,
  cancelledDate: null,
  area: 0,
  firstName: 'Ada',
  lastName: 'Lovelace',
  shippingAddress: 'Tabac du Port',
  relayId: null,
  chosenOptionTitle: TEXT,
  itemId: 3,
  optionId: null,
  amountCents: 2999,
  currency: 'eur',
  refundedCents: 0,
  promisedBy: '2026-12-21',
  deliveryRequestedDate: null,
  cancellationRequestedDate: '2027-01-08T10:00:00.000Z',
  replacements: [{ sentDate: null, tracking: null, chosenOptionTitle: null }],
  contractText: null,
  item: { title: TEXT, description: TEXT, optionTitle: null, price: 30 },
} satisfies Order;
const USER = {
  id: 7,
  email: 'ada@example.fr',
  pendingEmail: null,
  firstName: null,
  lastName: null,
  personalDiscountCode: 'ABCDEFGH',
  orders: [ORDER],
  subscription: {
    subscriptionDate: '2026-11-21T08:00:00.000Z',
    isStripeBis: false,
    plan: 'yearly',
    accessEndsOn: null,
    contractText: 'a'.repeat(64),
  },
} satisfies User;

test('a response passes unchanged, without fields that are not declared', () => {
  expect(homeSchema.parse({ items: [ITEM], lastArticle: null })).toEqual({
    items: [ITEM],
    lastArticle: null,
  });
  const stored = { ...USER, passwordHash: '$argon2id$', stripeCustomerId: 'cus_1' };
  expect(connectionStatusSchema.parse({ isConnected: true, user: stored })).toEqual({
    isConnected: true,
    user: USER,
  });
});

test('dates are ISO 8601 in UTC', () => {
  for (const orderDate of ['2026-11-21', '2026-11-21T08:00:00+01:00', 'yesterday', 0]) {
    expect(orderSchema.safeParse({ ...ORDER, orderDate }).success).toBe(false);
  }
});

test('a success message has exactly one code', () => {
  const schema = successSchema('account_created');
  expectTypeOf<z.output<typeof schema>>().toEqualTypeOf<{ message: 'account_created' }>();
  expect(schema.safeParse({ message: 'account_updated' }).success).toBe(false);
});

test('an error response has a known code, never prose', () => {
  const refusal = { message: 'not_found', code: 'not_found' };
  expect(errorAnswerSchema.safeParse(refusal).success).toBe(true);
  for (const wrong of [{ message: 'Input validation failed' }, { code: 'too_fast' }]) {
    expect(errorAnswerSchema.safeParse({ ...refusal, ...wrong }).success).toBe(false);
  }
});

test.each([
  ['Item', itemSchema],
  ['Order', orderSchema],
  ['User', userSchema],
  ['Article', articleSchema],
  ['Home', homeSchema],
  ['ConnectionStatus', connectionStatusSchema],
  ['ContractText', contractTextSchema],
  ['PresentContractText', presentContractTextSchema],
  ['PaymentConfig', paymentConfigSchema],
  ['PayingCard', payingCardSchema],
  ['PersonalData', personalDataSchema],
  ['Subscribed', subscribedSchema],
  ['Unsubscribed', unsubscribedSchema],
  ['ErrorTexts', errorTextsSchema],
  ['Refusal', errorAnswerSchema],
])('a response is in the OpenAPI document as %s', (id, schema) => {
  expect(schema.meta()).toMatchObject({ id });
  expect(() => z.toJSONSchema(schema)).not.toThrow();
});
