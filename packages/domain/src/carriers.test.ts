import { expect, test } from 'vitest';

import {
  CARRIER_NAMES,
  CARRIERS,
  TRACKING_NUMBER,
  trackingNumberOf,
  trackingOf,
} from './carriers.ts';

test('trackingNumberOf removes spaces and punctuation', () => {
  expect(trackingNumberOf(' 6a 12.345-678 901\u00A02 ')).toBe('6A123456789012');
});

test.each(['1234', '6A12345678901', 'X'.repeat(40)])('%s is a tracking number', (number) => {
  expect(number).toMatch(TRACKING_NUMBER);
});

test.each(['', '123', 'X'.repeat(41), 'ABC/123', 'ÉTÉ123', '12 34', '6A1234567\n'])(
  '%j is not a tracking number',
  (number) => {
    expect(number).not.toMatch(TRACKING_NUMBER);
  },
);

test('each known carrier has an https tracking URL with the number; “other” has none', () => {
  const urls = CARRIER_NAMES.map((carrier) => CARRIERS[carrier].trackingUrl('12345678'));
  const isLink = expect.stringMatching(/^https:\/\/[\w.]+\/.*12345678$/);
  expect(urls).toEqual([isLink, isLink, isLink, null]);
});

test('trackingOf returns the carrier’s name and tracking URL', () => {
  expect(trackingOf('mondial_relay', '12345678')).toEqual({
    carrier: 'Mondial Relay',
    number: '12345678',
    url: 'https://www.mondialrelay.fr/suivi-de-colis?numeroExpedition=12345678',
  });
  expect(trackingOf('colissimo', null)).toBeNull();
  // A carrier of a later release, and none.
  for (const carrier of ['pigeon', 'constructor', null]) {
    expect(trackingOf(carrier, '12345678')).toEqual({
      carrier: null,
      number: '12345678',
      url: null,
    });
  }
});
