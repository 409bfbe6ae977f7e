import { currentBrand, type Brand } from '@agres/domain/brand';

import type { Reminder } from './reminder.ts';

/** Screen readers read this beside a link; sighted users see an icon. */
const NEW_TAB = '(new tab)';

const sellerLine = ({ seller }: Brand) =>
  [seller.legalName, seller.telephone].filter((fact) => fact !== null).join(', ');

const mediatorLines = ({ mediator }: Brand): Reminder =>
  mediator === null
    ? []
    : [
        {
          label: 'Mediator',
          text: mediator.name,
          link: { text: 'The mediator’s site', newTab: NEW_TAB, url: mediator.url },
        },
      ];

const RETURN_COSTS = {
  buyer: 'you pay for sending it back',
  seller: 'we pay for sending it back',
} as const satisfies Record<Brand['returnPaidBy'], string>;

/** Returns the reminder for the order of an item, shown beside the price. */
export function goodsReminder(brand: Brand = currentBrand()): Reminder {
  return [
    { label: 'Seller', text: sellerLine(brand) },
    {
      label: 'Withdrawal',
      text: `14 days from receipt, without giving a reason; ${RETURN_COSTS[brand.returnPaidBy]}`,
      link: { text: 'How to withdraw', newTab: NEW_TAB, page: 'withdrawal' },
    },
    {
      label: 'Legal guarantee',
      text: '2-year guarantee of conformity',
      link: { text: 'Your guarantees', newTab: NEW_TAB, page: 'guarantees' },
    },
    ...mediatorLines(brand),
  ];
}

/** Returns the reminder for a subscription, shown beside the price. */
export function subscriptionReminder(brand: Brand = currentBrand()): Reminder {
  return [
    {
      label: 'Cancelling',
      text: 'Any time, free of charge. You keep access to the end of the period you’ve paid for.',
    },
    { label: 'Seller', text: sellerLine(brand) },
    {
      label: 'Withdrawal',
      text: '14 days from subscribing, without giving a reason',
      link: { text: 'How to withdraw', newTab: NEW_TAB, page: 'withdrawal' },
    },
    {
      label: 'Legal guarantee',
      text: 'Conformity of the service for as long as you subscribe',
      link: { text: 'Your guarantees', newTab: NEW_TAB, page: 'guarantees' },
    },
    ...mediatorLines(brand),
  ];
}
