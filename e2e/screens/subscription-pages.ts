import { pathOf } from '@agres/domain/paths';

import { signIn } from '../calls.ts';
import { withdrawByCall } from '../declaration-steps.ts';
import { open } from '../open.ts';
import { CARDS, WORDS as SHOP_WORDS } from '../purchase-steps.ts';
import {
  cancelByCall,
  openSubscribePage,
  orderWith,
  subscribeByCall,
  WITHDRAWING_CARD,
  WORDS,
} from '../subscription-steps.ts';
import { hold, opened, refuse, signInDemo, type Screen, type Visit } from './screen.ts';

async function signInSubscriber({ page, newMember }: Visit): Promise<void> {
  await signIn(page.context(), newMember());
  await subscribeByCall(page.request);
}

async function openOrder({ page, locale, newMember }: Visit): Promise<void> {
  await signIn(page.context(), newMember());
  await openSubscribePage(page, locale, 'yearly');
}

export const subscribeScreens: [Screen, ...Screen[]] = [
  {
    state: 'visitor',
    show: ({ page, locale }) => open(page, pathOf('subscribe', locale)),
  },
  { state: 'opened', show: openOrder },
  {
    state: 'fields-wrong',
    show: async (visit) => {
      const { page, locale } = visit;
      await openOrder(visit);
      await page.getByText(WORDS[locale].codeFold).click();
      await page.getByLabel(WORDS[locale].code).fill('???');
      await page.getByRole('button', { name: WORDS[locale].order }).click();
      await page.locator('main [aria-invalid=true]').nth(1).waitFor();
    },
  },
  {
    state: 'card-asked',
    show: async (visit) => {
      const { page, locale } = visit;
      await openOrder(visit);
      await page.getByRole('checkbox', { name: WORDS[locale].terms }).check();
      await page.getByRole('button', { name: WORDS[locale].order }).click();
      await page.getByRole('dialog').getByLabel(SHOP_WORDS[locale].card.number).waitFor();
    },
  },
  {
    state: 'paying',
    show: async (visit) => {
      const { page, locale } = visit;
      await hold(page, 'programmes.subscribe');
      await openOrder(visit);
      await orderWith(page, locale, CARDS.good);
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    state: 'card-refused',
    show: async (visit) => {
      const { page, locale } = visit;
      await openOrder(visit);
      await orderWith(page, locale, CARDS.refused);
      await page.getByRole('main').getByRole('alert').waitFor();
    },
  },
  {
    state: 'code-refused',
    show: async (visit) => {
      const { page, locale } = visit;
      await openOrder(visit);
      await page.getByText(WORDS[locale].codeFold).click();
      await page.getByLabel(WORDS[locale].code).fill('ABCD2345');
      await orderWith(page, locale, CARDS.good);
      await page.getByText(WORDS[locale].badCode).waitFor();
    },
  },
  {
    state: 'withdrawn-before',
    show: async ({ page, locale, newMember }) => {
      const member = newMember();
      await signIn(page.context(), member);
      await subscribeByCall(page.request, { stripeToken: WITHDRAWING_CARD });
      const name = 'Ada Lovelace';
      await withdrawByCall(page.request, { name, email: member.email, subscription: true });
      await openSubscribePage(page, locale, 'monthly');
      await page.getByText(WORDS[locale].withdrawnBefore).waitFor();
      await page.getByRole('checkbox', { name: WORDS[locale].terms }).check();
      await page.getByRole('button', { name: WORDS[locale].order }).click();
      await page.locator('main [aria-invalid=true]').waitFor();
    },
  },
  {
    state: 'subscribed-already',
    show: async (visit) => {
      await signInDemo(visit, 'subscriber');
      await open(visit.page, pathOf('subscribe', visit.locale));
    },
  },
  {
    state: 'cancelled-before',
    show: async (visit) => {
      await signInSubscriber(visit);
      await cancelByCall(visit.page.request);
      await open(visit.page, pathOf('subscribe', visit.locale));
    },
  },
];

export const cancelContractScreens: [Screen, ...Screen[]] = [
  opened((locale) => pathOf('cancelContract', locale)),
  {
    state: 'without-contract',
    show: async (visit) => {
      await signInDemo(visit, 'member');
      await open(visit.page, pathOf('cancelContract', visit.locale));
      await visit.page
        .locator('main')
        .getByRole('button')
        .or(visit.page.locator('main a'))
        .first()
        .waitFor();
    },
  },
  {
    state: 'contract',
    show: async (visit) => {
      await signInDemo(visit, 'subscriber');
      await open(visit.page, pathOf('cancelContract', visit.locale));
    },
  },
  {
    state: 'refused',
    show: async (visit) => {
      const { page } = visit;
      await refuse(page, 'programmes.unsubscribe', { httpStatus: 503, code: 'error_message' });
      await signInDemo(visit, 'subscriber');
      await notify(visit);
      await page.getByRole('main').getByRole('alert').waitFor();
    },
  },
  {
    state: 'cancelled',
    show: async (visit) => {
      await signInSubscriber(visit);
      await notify(visit);
      await visit.page.getByRole('heading', { name: WORDS[visit.locale].cancelled }).waitFor();
    },
  },
  {
    state: 'cancelled-before',
    show: async (visit) => {
      await signInSubscriber(visit);
      await cancelByCall(visit.page.request);
      await open(visit.page, pathOf('cancelContract', visit.locale));
    },
  },
];

async function notify({ page, locale }: Visit): Promise<void> {
  await open(page, pathOf('cancelContract', locale));
  const main = page.getByRole('main');
  await main.getByRole('button', { name: WORDS[locale].cancel }).click();
  await main.getByRole('button', { name: WORDS[locale].notify }).click();
}
