import type { Item, Order } from '@agres/domain/shapes';
import { describe, expect, test } from 'vitest';

import { orderedItemsOf } from './ordered-item.ts';

const text = (name: string) => ({ fr: name, en: name });
const option = (name: string) => ({ title: text(name), remainingStock: 3 });

const ROPE: Item = {
  id: 7,
  title: text('rope'),
  description: text(''),
  price: 30,
  images: [
    { url: '/all.webp', optionIndex: null },
    { url: '/blue.webp', optionIndex: 1 },
  ],
  optionTitle: text('colour'),
  maker: null,
  warnings: null,
  use: null,
  relatedItemIds: [],
  options: [option('red'), option('blue')],
  remainingStock: 6,
  rating: null,
};

const ORDER: Order = {
  id: 12,
  status: 'waiting',
  orderDate: '2026-11-13T09:00:00.000Z',
  sentDate: null,
  tracking: null,
  postDate: null,
  cancelledDate: null,
  area: 0,
  firstName: 'Jeanne',
  lastName: 'Martin',
  shippingAddress: '',
  relayId: null,
  chosenOptionTitle: text('blue'),
  itemId: 7,
  optionId: 2,
  amountCents: 2999,
  currency: 'eur',
  refundedCents: 0,
  promisedBy: '2026-12-13',
  deliveryRequestedDate: null,
  cancellationRequestedDate: null,
  replacements: [],
  contractText: null,
  item: { title: text('rope'), description: text(''), optionTitle: text('colour'), price: 30 },
};

const of = (order: Partial<Order>, items = [ROPE]) =>
  orderedItemsOf(items, [{ ...ORDER, ...order }]);

describe('orderedItemsOf', () => {
  test('returns the picture and the index of the chosen option', () => {
    expect(of({})).toEqual({ 12: { pictureUrl: '/blue.webp', again: { id: '7', option: 1 } } });
  });

  test('falls back to the general picture if the chosen option has none', () => {
    expect(of({ chosenOptionTitle: text('red') })[12]).toEqual({
      pictureUrl: '/all.webp',
      again: { id: '7', option: 0 },
    });
  });

  test('leaves out the option if it has been renamed', () => {
    expect(of({ chosenOptionTitle: text('navy') })[12]).toEqual({
      pictureUrl: '/all.webp',
      again: { id: '7', option: undefined },
    });
  });

  test('leaves out the option of a single-option item, and a missing picture', () => {
    const single = { ...ROPE, images: [], options: [option('blue')] };
    expect(of({}, [single])[12]).toEqual({
      pictureUrl: null,
      again: { id: '7', option: undefined },
    });
  });

  test('returns nothing for an item that no longer exists', () => {
    expect(of({ itemId: 8 })).toEqual({});
    expect(of({ itemId: null })).toEqual({});
  });
});
