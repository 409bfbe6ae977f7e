import { currentBrand, type Brand } from '@agres/domain/brand';

import type { Reminder } from './reminder.ts';

/** Screen readers read this beside a link; sighted users see an icon. */
const NEW_TAB = '(nouvel onglet)';

const sellerLine = ({ seller }: Brand) =>
  [seller.legalName, seller.telephone].filter((fact) => fact !== null).join(', ');

const mediatorLines = ({ mediator }: Brand): Reminder =>
  mediator === null
    ? []
    : [
        {
          label: 'Médiateur',
          text: mediator.name,
          link: { text: 'Site du médiateur', newTab: NEW_TAB, url: mediator.url },
        },
      ];

const RETURN_COSTS = {
  buyer: 'retour à vos frais',
  seller: 'retour à nos frais',
} as const satisfies Record<Brand['returnPaidBy'], string>;

/** Returns the reminder for the order of an item, shown beside the price. */
export function goodsReminder(brand: Brand = currentBrand()): Reminder {
  return [
    { label: 'Vendeur', text: sellerLine(brand) },
    {
      label: 'Rétractation',
      text: `14 jours après la réception, sans motif ; ${RETURN_COSTS[brand.returnPaidBy]}`,
      link: { text: 'Comment se rétracter', newTab: NEW_TAB, page: 'withdrawal' },
    },
    {
      label: 'Garantie légale',
      text: '2 ans de conformité',
      link: { text: 'Vos garanties', newTab: NEW_TAB, page: 'guarantees' },
    },
    ...mediatorLines(brand),
  ];
}

/** Returns the reminder for a subscription, shown beside the price. */
export function subscriptionReminder(brand: Brand = currentBrand()): Reminder {
  return [
    {
      label: 'Résiliation',
      text: 'À tout moment, sans frais. Vous gardez l’accès jusqu’à la fin de la période payée.',
    },
    { label: 'Vendeur', text: sellerLine(brand) },
    {
      label: 'Rétractation',
      text: '14 jours après la souscription, sans motif',
      link: { text: 'Comment se rétracter', newTab: NEW_TAB, page: 'withdrawal' },
    },
    {
      label: 'Garantie légale',
      text: 'Conformité du service pendant tout l’abonnement',
      link: { text: 'Vos garanties', newTab: NEW_TAB, page: 'guarantees' },
    },
    ...mediatorLines(brand),
  ];
}
