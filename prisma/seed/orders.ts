import { shippingAddressOf, type DeliveryArea, type DeliveryDetails } from '@agres/domain/delivery';
import type { SavedDelivery } from '@agres/domain/shapes';

import type { DEMO_ACCOUNTS } from './accounts.ts';

export type DemoOrder = {
  email: (typeof DEMO_ACCOUNTS)[number]['email'];
  itemSlug: string;
  optionIndex: number;
  area: DeliveryArea;
  shippingAddress: string;
  boughtDaysAgo: number;
  /** Undefined if not delivered yet. */
  deliveredDaysAgo?: number;
};

/** The delivery address of the member's last parcel. */
const TO_BRUSSELS: DeliveryDetails = {
  relayName: 'Café du Marché',
  number: '8',
  name: 'rue Neuve',
  zipCode: '1000',
  city: 'Bruxelles',
  relayCountry: 'Belgique',
  clientNumber: '21',
  clientName: 'rue Antoine-Dansaert',
  clientZipCode: '1000',
  clientCity: 'Bruxelles',
  clientCountry: 'Belgique',
};

/** The delivery that the member's last purchase saved for the next one. */
export const DEMO_DELIVERY: SavedDelivery & { email: DemoOrder['email'] } = {
  email: 'member@agres.test',
  area: 1,
  firstName: 'Camille',
  lastName: 'Roussel',
  relayId: null,
  ...TO_BRUSSELS,
};

// Older than the three days covered by the hourly payment audit, because the payment provider does not know
// these orders.
export const DEMO_ORDERS: readonly DemoOrder[] = [
  {
    email: 'member@agres.test',
    itemSlug: 'juggling-balls',
    optionIndex: 0,
    area: 0,
    shippingAddress: shippingAddressOf({
      relayName: 'Librairie des Pentes',
      number: '12',
      name: 'rue des Tables-Claudiennes',
      zipCode: '69001',
      city: 'Lyon',
      relayCountry: 'France',
      clientNumber: '4',
      clientName: 'montée Saint-Sébastien',
      clientZipCode: '69001',
      clientCity: 'Lyon',
      clientCountry: 'France',
    }),
    boughtDaysAgo: 41,
    deliveredDaysAgo: 36,
  },
  {
    email: 'member@agres.test',
    itemSlug: 'parallettes',
    optionIndex: 0,
    area: 1,
    shippingAddress: shippingAddressOf(TO_BRUSSELS),
    boughtDaysAgo: 9,
  },
];
