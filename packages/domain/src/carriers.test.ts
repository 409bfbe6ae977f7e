import { expect, test } from 'vitest';

import {
  CARRIER_NAMES,
  CARRIERS,
  TRACKING_NUMBER,
  trackingNumberOf,
  trackingOf,
} from './carriers.ts';

test('a number is kept without what people put between its digits', () => {
  expect(trackingNumberOf(' 6a 12.345-678 901\u00A02 ')).toBe('6A123456789012');
});

test.each(['1234', '6A12345678901', 'X'.repeat(40)])('%s is a tracking number', (number) => {
  expect(number).toMatch(TRACKING_NUMBER);
});

test.each(['', '123', 'X'.repeat(41), 'ABC/123', 'ÉTÉ123', '12 34', '6A1234567\n'])(
  '%j is no tracking number',
  (number) => {
    expect(number).not.toMatch(TRACKING_NUMBER);
  },
);

test('every carrier leads to a page of https that names the number; another one to none', () => {
  const urls = CARRIER_NAMES.map((carrier) => CARRIERS[carrier].trackingUrl('12345678'));
  const isLink = expect.stringMatching(/^https:\/\/[\w.]+\/.*12345678$/);
  expect(urls).toEqual([isLink, isLink, isLink, null]);
});

test('what is stored is told with the carrier’s name and page', () => {
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
