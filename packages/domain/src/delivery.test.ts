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

test('deliveryAreaOf an unknown area is null', () => {
  expect([-1, 0, 2, 3, null].map(deliveryAreaOf)).toEqual([null, 0, 2, null, null]);
});

test('a fee is free only if it is zero', () => {
  expect(DELIVERY_AREAS.map(deliveryFeeCents).map(feeLabelOf)).toEqual([
    { kind: 'free' },
    { kind: 'amount', cents: 1000 },
    { kind: 'amount', cents: 2000 },
  ]);
});

test('only area 0 sets the country of the pickup point', () => {
  expect(DELIVERY_AREAS.map(relayCountryOf)).toEqual(['France', '', '']);
});

test('a shipping address is the pickup point, then the recipient', () => {
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
])('addressesOf does not split free text such as %j', (text) => {
  expect(addressesOf(text)).toBeNull();
});
