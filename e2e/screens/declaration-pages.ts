import { pathOf } from '@agres/domain/paths';

import { signIn } from '../calls.ts';
import { fillDeclaration, WORDS } from '../declaration-steps.ts';
import { open } from '../open.ts';
import { subscribeByCall, WITHDRAWING_CARD } from '../subscription-steps.ts';
import {
  hold,
  leaveFieldsEmpty,
  opened,
  refuse,
  signInDemo,
  type Screen,
  type Visit,
} from './screen.ts';

const DECLARED = { reference: '12', name: 'Camille Roussel', email: 'camille@agres.test' };

async function showRecap({ page, locale }: Visit): Promise<void> {
  await open(page, pathOf('withdrawal', locale));
  await fillDeclaration(page, locale, DECLARED);
  await page.getByRole('button', { name: WORDS[locale].confirm }).waitFor();
}

export const withdrawalScreens: [Screen, ...Screen[]] = [
  opened((locale) => pathOf('withdrawal', locale)),
  {
    state: 'fields-wrong',
    show: async (visit) => {
      await open(visit.page, pathOf('withdrawal', visit.locale));
      await leaveFieldsEmpty(visit);
    },
  },
  { state: 'recap', show: showRecap },
  {
    state: 'sending',
    show: async (visit) => {
      const { page, locale } = visit;
      await hold(page, 'declarations.withdraw');
      await showRecap(visit);
      await page.getByRole('button', { name: WORDS[locale].confirm }).click();
      await page.getByRole('main').getByRole('status').waitFor();
    },
  },
  {
    state: 'failed',
    show: async (visit) => {
      const { page, locale } = visit;
      await refuse(page, 'declarations.withdraw', { httpStatus: 503, code: 'error_message' });
      await showRecap(visit);
      await page.getByRole('button', { name: WORDS[locale].confirm }).click();
      await page.getByRole('main').getByRole('alert').waitFor();
    },
  },
  {
    state: 'received',
    show: async (visit) => {
      const { page, locale } = visit;
      await showRecap(visit);
      await page.getByRole('button', { name: WORDS[locale].confirm }).click();
      await page.getByRole('heading', { name: WORDS[locale].withdrawn }).waitFor();
    },
  },
  {
    state: 'received-subscription',
    show: async (visit) => {
      const { page, locale, newMember } = visit;
      const words = WORDS[locale];
      await signIn(page.context(), newMember());
      await subscribeByCall(page.request, { stripeToken: WITHDRAWING_CARD });
      await open(page, pathOf('withdrawal', locale));
      await page.getByRole('main').getByLabel(words.name).fill(DECLARED.name);
      await page.getByRole('button', { name: words.showRecap }).click();
      await page.getByRole('button', { name: words.confirm }).click();
      await page.getByRole('heading', { name: words.withdrawn }).waitFor();
    },
  },
  {
    state: 'own-contracts',
    show: async (visit) => {
      await signInDemo(visit, 'member');
      await open(visit.page, pathOf('withdrawal', visit.locale));
      await visit.page.getByRole('radio').first().waitFor();
    },
  },
  {
    state: 'without-contract',
    show: async (visit) => {
      await signIn(visit.page.context(), visit.newMember());
      await open(visit.page, pathOf('withdrawal', visit.locale));
      await visit.page.getByLabel(WORDS[visit.locale].reference).waitFor();
    },
  },
];
