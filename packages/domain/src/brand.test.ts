import { expect, test } from 'vitest';

import { currentBrand, unsetBrandFacts } from './brand.ts';

test('unsetBrandFacts lists what is not set by its path', () => {
  expect(unsetBrandFacts()).toEqual(
    expect.arrayContaining([
      'socialUrl',
      'appStoreUrl.fr',
      'supportEmail',
      'seller.registration',
      'seller.address',
      'seller.telephone',
      'host.telephone',
      'mediator',
      'returnAddress',
      'producerIds',
      'delivery.days.0',
      'testimonials',
    ]),
  );
});

test('unsetBrandFacts omits what is set', () => {
  const entered = {
    ...currentBrand(),
    supportEmail: 'aide@agres.fr',
    seller: { ...currentBrand().seller, telephone: '+33 4 78 00 12 34' },
    mediator: {
      name: 'Médiation',
      address: '2 rue Neuve, 69002 Lyon',
      url: 'https://mediation.fr',
    },
    returnPaidBy: 'buyer',
    producerIds: ['FR012345_01ABCD'],
    delivery: { days: { 0: [2, 5], 1: [4, 9], 2: null } },
    testimonials: 'checked',
  };
  const unset = unsetBrandFacts(entered);
  expect(unset).toContain('delivery.days.2');
  for (const name of ['supportEmail', 'mediator', 'producerIds', 'testimonials', 'returnPaidBy']) {
    expect(unset).not.toContain(name);
  }
  expect(unset).not.toContain('seller.telephone');
  expect(unset).not.toContain('delivery.days.0');
});
