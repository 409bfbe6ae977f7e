import { expect, test } from 'vitest';

import { deliveryFeeCents } from './delivery-fees.ts';
import {
  addressesOf,
  DELIVERY_AREAS,
  deliveryAreaOf,
  feeLabelOf,
  relayCountryOf,
  shippingAddressOf,
} from './delivery.ts';

test('a stored area that is none of the areas is none', () => {
  expect([-1, 0, 2, 3, null].map(deliveryAreaOf)).toEqual([null, 0, 2, null, null]);
});

test('only a fee of zero reads as free', () => {
  expect(DELIVERY_AREAS.map(deliveryFeeCents).map(feeLabelOf)).toEqual([
    { kind: 'free' },
    { kind: 'amount', cents: 1000 },
    { kind: 'amount', cents: 2000 },
  ]);
});

test('only area 0 sets the relay’s country', () => {
  expect(DELIVERY_AREAS.map(relayCountryOf)).toEqual(['France', '', '']);
});

test('the shipping address is the relay’s, then the recipient’s', () => {
  const address = shippingAddressOf({
    relayName: 'Tabac du Port',
    number: '12 bis',
    name: 'quai des Brumes',
    zipCode: '01000',
    city: 'Bourg-en-Bresse',
    relayCountry: 'France',
    clientNumber: '0',
    clientName: 'chemin Vert',
    clientZipCode: '01001',
    clientCity: 'Péronnas',
    clientCountry: 'France',
  });
  expect(address.split('\n')).toEqual([
    'Tabac du Port',
    '12 bis quai des Brumes',
    '01000 Bourg-en-Bresse',
    'France',
    '',
    '0 chemin Vert',
    '01001 Péronnas',
    'France',
  ]);
  expect(addressesOf(address)).toEqual({
    pickupPoint: 'Tabac du Port\n12 bis quai des Brumes\n01000 Bourg-en-Bresse\nFrance',
    recipient: '0 chemin Vert\n01001 Péronnas\nFrance',
  });
});

test.each([
  'Tabac du Port\n12 quai des Brumes\n01000 Bourg',
  'a\n\nb',
  'a\nb\nc\nd\ne\nf\ng\nh',
  '\nb\nc\nd\n\nf\ng\nh',
])('a text that was not composed, such as %j, is not split', (text) => {
  expect(addressesOf(text)).toBeNull();
});
