import { createDb } from '@agres/db/db';
import { pathOf, withQuery } from '@agres/domain/paths';
import type { Order } from '@agres/domain/shapes';
import { emailKeyOf } from '@agres/domain/users';
import {
  computeLinkKey,
  computeStockLinkSecret,
  computeVisitorLinkSecret,
} from '@agres/shop/stock-requests/stock-link';

import { call, signIn } from '../calls.ts';
import { PASSWORD } from '../content.ts';
import { open, untilAlive } from '../open.ts';
import { ordersOf, WORDS } from '../purchase-steps.ts';
import { cancelByCall, subscribeByCall } from '../subscription-steps.ts';
import {
  answer,
  hold,
  leaveFieldsEmpty,
  opened,
  pathInEmail,
  refuse,
  signInDemo,
  type Screen,
  type Visit,
} from './screen.ts';

const BUTTONS = {
  fr: {
    forgotten: 'Mot de passe oublié ?',
    remove: 'Supprimer mon compte',
    resend: 'Renvoyer l’e‑mail',
  },
  en: {
    forgotten: 'Forgotten password?',
    remove: 'Delete my account',
    resend: 'Send the email again',
  },
} as const;

async function send({ page }: Visit, values: readonly string[]): Promise<void> {
  // By tag: password fields have no textbox role.
  const fields = await page.locator('main form input').all();
  for (const [index, field] of fields.entries()) await field.fill(values[index] ?? '');
  await page.locator('main [type=submit]').click();
}

export const logInScreens: [Screen, ...Screen[]] = [
  opened((locale) => pathOf('logIn', locale)),
  {
    state: 'account-created',
    show: ({ page, locale }) => open(page, `${pathOf('logIn', locale)}?notice=account_created`),
  },
  {
    state: 'password-shown',
    show: async ({ page, locale }) => {
      await open(page, pathOf('logIn', locale));
      await page.locator('main input[type=password]').fill('Abcdef13');
      await page.locator('main button[aria-pressed=false]').click();
      await page.locator('main button[aria-pressed=true]').waitFor();
    },
  },
  {
    state: 'fields-empty',
    show: async (visit) => {
      await open(visit.page, pathOf('logIn', visit.locale));
      await leaveFieldsEmpty(visit);
    },
  },
  {
    state: 'refused',
    show: async (visit) => {
      await open(visit.page, pathOf('logIn', visit.locale));
      await send(visit, ['member@agres.test', 'Abcdef13']);
      await visit.page.getByRole('main').getByRole('alert').waitFor();
    },
  },
  {
    state: 'not-activated',
    show: async (visit) => {
      const email = `nouveau-${Date.now()}@agres.test`;
      await signUp(visit, email);
      await open(visit.page, pathOf('logIn', visit.locale));
      await send(visit, [email, PASSWORD]);
      await visit.page.getByRole('main').getByRole('alert').waitFor();
    },
  },
  {
    state: 'activation-sent-again',
    show: async (visit) => {
      const { page, locale } = visit;
      const email = `nouveau-${Date.now()}@agres.test`;
      await signUp(visit, email);
      await open(page, pathOf('logIn', locale));
      await send(visit, [email, PASSWORD]);
      await page.getByRole('button', { name: BUTTONS[locale].resend }).click();
      await page.getByRole('main').getByRole('status').waitFor();
    },
  },
  {
    state: 'password-forgotten',
    show: async ({ page, locale }) => {
      await open(page, pathOf('logIn', locale));
      await page.getByRole('button', { name: BUTTONS[locale].forgotten }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').fill('jeanne');
      await dialog.getByRole('textbox').blur();
      await dialog.locator('[aria-invalid=true]').waitFor();
    },
  },
];

export const signUpScreens: [Screen, ...Screen[]] = [
  opened((locale) => pathOf('signUp', locale)),
  {
    state: 'fields-wrong',
    show: async (visit) => {
      await open(visit.page, pathOf('signUp', visit.locale));
      await send(visit, ['jeanne', 'abc', 'abd']);
      await visit.page.locator('main [aria-invalid=true]').nth(2).waitFor();
    },
  },
  {
    state: 'under-way',
    show: async (visit) => {
      await hold(visit.page, 'users.register');
      await open(visit.page, pathOf('signUp', visit.locale));
      await send(visit, ['jeanne@agres.test', PASSWORD, PASSWORD]);
      await visit.page.locator('main output').waitFor();
    },
  },
  {
    state: 'link-sent',
    show: async (visit) => {
      await open(visit.page, pathOf('signUp', visit.locale));
      await send(visit, [`lea-${Date.now()}@agres.test`, PASSWORD, PASSWORD]);
      await visit.page.locator('main h1:focus').waitFor();
    },
  },
  {
    state: 'refused',
    show: async (visit) => {
      await open(visit.page, pathOf('signUp', visit.locale));
      await send(visit, ['member@agres.test', PASSWORD, PASSWORD]);
      await visit.page.getByRole('main').getByRole('alert').waitFor();
    },
  },
];

const signUp = ({ page, locale }: Visit, email: string) =>
  call(page.request, {
    method: 'POST',
    path: '/api/users',
    data: { email, mdp: PASSWORD, mdp2: PASSWORD, locale },
  });

async function followToActivate(visit: Visit): Promise<void> {
  const { page, locale, site } = visit;
  const email = `nouvelle-${Date.now()}@agres.test`;
  await signUp(visit, email);
  await page.goto(await pathInEmail(site, email, /\/\w\w\/activation\/\S+/));
  if (!page.url().includes(`/${locale}/`)) throw new Error(`The letter is not in ${locale}.`);
}

export const activationScreens: [Screen, ...Screen[]] = [
  {
    state: 'opened',
    show: async (visit) => {
      await hold(visit.page, 'users.activate');
      await followToActivate(visit);
      await visit.page.locator('main output').waitFor();
    },
  },
  {
    state: 'without-cookies',
    show: async (visit) => {
      const { page } = visit;
      await refuse(page, 'users.activate', { httpStatus: 403, code: 'invalid_xsrf_token' });
      await followToActivate(visit);
      await page.getByRole('main').getByRole('alert').waitFor();
    },
  },
];

async function askForAddress({ page, newMember }: Visit): Promise<{ email: string; next: string }> {
  const { email } = newMember();
  const next = `deplacee-${Date.now()}-${email}`;
  await signIn(page.context(), { email });
  await call(page.request, {
    method: 'PUT',
    path: '/api/users',
    data: { email: next, mdp: PASSWORD, mdp2: PASSWORD },
  });
  return { email, next };
}

async function followToConfirm(visit: Visit): Promise<void> {
  const { page, locale, site } = visit;
  const { next } = await askForAddress(visit);
  const path = await pathInEmail(site, next, /\/\w\w\/(?:confirmer-email|confirm-email)\/(\S+)/);
  const [id = '', nonce = ''] = path.split('/').slice(-2);
  await open(page, pathOf('confirmEmail', locale, { id, nonce }));
}

const press = ({ page }: Visit) => page.locator('main button').click();

export const confirmEmailScreens: [Screen, ...Screen[]] = [
  { state: 'opened', show: followToConfirm },
  {
    state: 'taken',
    show: async (visit) => {
      const { page } = visit;
      await refuse(page, 'users.confirmEmail', { httpStatus: 409, code: 'email_taken' });
      await followToConfirm(visit);
      await press(visit);
      await page.getByRole('main').getByRole('alert').waitFor();
    },
  },
  {
    state: 'failed',
    show: async (visit) => {
      const { page } = visit;
      await refuse(page, 'users.confirmEmail', { httpStatus: 503, code: 'error_message' });
      await followToConfirm(visit);
      await press(visit);
      await page.getByRole('main').getByRole('alert').waitFor();
    },
  },
];

async function followToUndo(visit: Visit): Promise<void> {
  const { page, locale, site } = visit;
  const { email } = await askForAddress(visit);
  const pattern = /\/\w\w\/(?:annuler-changement-email|undo-email-change)\/(\S+)/;
  const path = await pathInEmail(site, email, pattern);
  const [id = '', nonce = ''] = path.split('/').slice(-2);
  await open(page, pathOf('undoEmailChange', locale, { id, nonce }));
}

export const undoEmailChangeScreens: [Screen, ...Screen[]] = [
  { state: 'opened', show: followToUndo },
  {
    state: 'failed',
    show: async (visit) => {
      const { page } = visit;
      await refuse(page, 'users.undoEmailChange', { httpStatus: 503, code: 'error_message' });
      await followToUndo(visit);
      await press(visit);
      await page.getByRole('main').getByRole('alert').waitFor();
    },
  },
];

/** The item and option in the links of stock emails. */
const NAMED = { item: 1, option: 2 };

/** Opens the link in a back-in-stock email, signed by the database's key. */
async function openEndOfStockRequests({ page, locale, site }: Visit): Promise<void> {
  const { db, close } = createDb(site.databaseUrl);
  const nonce = await computeStockLinkSecret(db, 1);
  await close();
  await open(page, withQuery(pathOf('endStockRequests', locale, { id: 1, nonce }), NAMED));
}

async function openStockRequest({ page, locale, site }: Visit): Promise<void> {
  const { db, close } = createDb(site.databaseUrl);
  const email = `lea-${Date.now()}@agres.test`;
  const emailKey = emailKeyOf(email);
  const linkKey = await computeLinkKey(db, emailKey);
  const option = await db.itemOption.findFirstOrThrow({ where: { remaining: 0 } });
  const { id } = await db.visitorStockRequest.create({
    data: { email, emailKey, linkKey, locale, optionId: option.id },
  });
  const nonce = await computeVisitorLinkSecret(db, linkKey);
  await close();
  await open(page, withQuery(pathOf('confirmStockRequest', locale, { id, nonce }), NAMED));
}

export const confirmStockRequestScreens: [Screen, ...Screen[]] = [
  { state: 'opened', show: openStockRequest },
  {
    state: 'confirmed',
    show: async (visit) => {
      await openStockRequest(visit);
      await untilAlive(visit.page);
      await visit.page.locator('main button').click();
      await visit.page.locator('main h1:focus').waitFor();
    },
  },
];

export const endStockRequestsScreens: [Screen, ...Screen[]] = [
  { state: 'opened', show: openEndOfStockRequests },
  {
    state: 'ended',
    show: async (visit) => {
      await openEndOfStockRequests(visit);
      await untilAlive(visit.page);
      await visit.page.locator('main button').click();
      await visit.page.locator('main h1:focus').waitFor();
    },
  },
  {
    state: 'failed',
    show: async (visit) => {
      await refuse(visit.page, 'stockRequests.end', { httpStatus: 503, code: 'error_message' });
      await openEndOfStockRequests(visit);
      await untilAlive(visit.page);
      await visit.page.locator('main button').click();
      await visit.page.getByRole('main').getByRole('alert').waitFor();
    },
  },
];

async function followToRecover(visit: Visit): Promise<void> {
  const { page, site, locale, newMember } = visit;
  const { email } = newMember();
  await call(page.request, {
    method: 'PUT',
    path: '/api/users/forgottenPassword',
    data: { email },
  });
  const pattern = /\/\w\w\/(?:recuperation-mot-de-passe|password-recovery)\/(\S+)/;
  // The email is in the language of the account.
  const path = await pathInEmail(site, email, pattern);
  const name = locale === 'fr' ? 'recuperation-mot-de-passe' : 'password-recovery';
  await open(page, path.replace(/^\/\w\w\/[^/]+/, `/${locale}/${name}`));
}

export const passwordRecoveryScreens: [Screen, ...Screen[]] = [
  { state: 'opened', show: followToRecover },
  {
    state: 'refused',
    show: async (visit) => {
      const { page } = visit;
      await refuse(page, 'users.retrievePassword', { httpStatus: 503, code: 'error_message' });
      await followToRecover(visit);
      await send(visit, [PASSWORD, PASSWORD]);
      await page.getByRole('main').getByRole('alert').waitFor();
    },
  },
];

export const profileScreens: [Screen, ...Screen[]] = [
  {
    state: 'with-orders',
    show: async (visit) => {
      await signInDemo(visit, 'member');
      await open(visit.page, pathOf('profile', visit.locale));
    },
  },
  {
    state: 'without-orders',
    show: async ({ page, locale, newMember }) => {
      await signIn(page.context(), newMember());
      await open(page, pathOf('profile', locale));
    },
  },
  {
    state: 'address-waiting',
    show: async (visit) => {
      await askForAddress(visit);
      await open(visit.page, pathOf('profile', visit.locale));
    },
  },
  {
    state: 'subscriber',
    show: async (visit) => {
      await signInDemo(visit, 'subscriber');
      await open(visit.page, pathOf('profile', visit.locale));
    },
  },
  {
    state: 'subscription-cancelled',
    show: async ({ page, locale, newMember }) => {
      await signIn(page.context(), newMember());
      await subscribeByCall(page.request);
      await cancelByCall(page.request);
      await open(page, pathOf('profile', locale));
    },
  },
];

const orderThatIs = (status: Order['status']): Screen => ({
  state: status,
  show: async (visit) => {
    await signInDemo(visit, 'member');
    const order = (await ordersOf(visit.page)).find((one) => one.status === status);
    await open(visit.page, pathOf('order', visit.locale, { id: order?.id ?? 0 }));
    await visit.page.getByRole('heading', { level: 1, name: String(order?.id) }).waitFor();
  },
});

const SENT = {
  '"sentDate":null': `"sentDate":"${new Date().toISOString()}"`,
  '"tracking":null':
    '"tracking":{"carrier":"Mondial Relay","number":"12345678","url":"https://tracking.example/12345678"}',
} as const;

export const orderScreens: [Screen, ...Screen[]] = [
  orderThatIs('waiting'),
  {
    state: 'sent',
    show: async (visit) => {
      await visit.page.route('**/trpc/*orders.byId*', async (route) => {
        const response = await route.fetch();
        let body = await response.text();
        for (const [before, after] of Object.entries(SENT)) body = body.replace(before, after);
        await route.fulfill({ response, body });
      });
      // The profile's link makes the browser fetch the order; on a direct visit the server would render it.
      await signInDemo(visit, 'member');
      await open(visit.page, pathOf('profile', visit.locale));
      await untilAlive(visit.page);
      await visit.page.locator('main article h2 a').first().click();
      await visit.page.locator('main dl a[target=_blank]').waitFor();
    },
  },
  orderThatIs('delivered'),
  {
    state: 'review',
    show: async (visit) => {
      await orderThatIs('delivered').show(visit);
      await untilAlive(visit.page);
      await visit.page.locator('#review button').click();
      await visit.page.locator('#review textarea').waitFor();
      await visit.page.locator('#review button[type=submit]').click();
      await visit.page.locator('#review [aria-invalid=true]').first().waitFor();
    },
  },
  {
    state: 'paper',
    only: 'desk',
    show: async (visit) => {
      await orderThatIs('delivered').show(visit);
      await visit.page.emulateMedia({ media: 'print' });
    },
  },
];

export const profileEditScreens: [Screen, ...Screen[]] = [
  {
    state: 'opened',
    show: async (visit) => {
      await signInDemo(visit, 'member');
      await open(visit.page, pathOf('profileEdit', visit.locale));
    },
  },
  {
    state: 'refused',
    show: async (visit) => {
      await signInDemo(visit, 'member');
      await open(visit.page, pathOf('profileEdit', visit.locale));
      await send(visit, ['subscriber@agres.test', 'Camille', '', '', '', 'Demo1234!']);
      await visit.page.getByRole('main').getByRole('alert').waitFor();
    },
  },
  {
    state: 'password-refused',
    show: async (visit) => {
      const { page, locale } = visit;
      await signInDemo(visit, 'member');
      await refuse(page, 'users.update', { httpStatus: 401, code: 'incorrect_password' });
      await open(page, pathOf('profileEdit', locale));
      await send(visit, ['member@agres.test', '', '', 'Nouveau34', 'Nouveau34']);
      await page.getByRole('main').getByRole('alert').waitFor();
    },
  },
  {
    state: 'address-waiting',
    show: async (visit) => {
      await askForAddress(visit);
      await open(visit.page, pathOf('profileEdit', visit.locale));
    },
  },
  {
    state: 'deletion-asked',
    show: async (visit) => {
      await signInDemo(visit, 'subscriber');
      const told = visit.page.waitForResponse(/declarations\.rights/);
      await open(visit.page, pathOf('profileEdit', visit.locale));
      await told;
      await visit.page.getByRole('button', { name: BUTTONS[visit.locale].remove }).click();
      await visit.page.getByRole('dialog').waitFor();
    },
  },
  {
    state: 'deletion-refused',
    show: async (visit) => {
      const { page, locale } = visit;
      await signInDemo(visit, 'member');
      await open(page, pathOf('profileEdit', locale));
      await page.getByRole('button', { name: BUTTONS[locale].remove }).click();
      const dialog = page.getByRole('dialog');
      await dialog.locator('input').fill('Wrong1234');
      await dialog.locator('[type=submit]').click();
      await dialog.getByRole('alert').waitFor();
    },
  },
];

export const myDataScreens: [Screen, ...Screen[]] = [
  {
    state: 'opened',
    show: async (visit) => {
      await signInDemo(visit, 'member');
      await open(visit.page, pathOf('myData', visit.locale));
    },
  },
  {
    state: 'field-empty',
    show: async (visit) => {
      await signInDemo(visit, 'member');
      await open(visit.page, pathOf('myData', visit.locale));
      await send(visit, ['']);
      await visit.page.locator('main [aria-invalid=true]').waitFor();
    },
  },
  {
    state: 'refused',
    show: async (visit) => {
      await signInDemo(visit, 'member');
      await refuse(visit.page, 'users.export', { httpStatus: 401, code: 'incorrect_password' });
      await open(visit.page, pathOf('myData', visit.locale));
      await send(visit, ['Wrong1234']);
      await visit.page.getByRole('main').getByRole('alert').waitFor();
    },
  },
  {
    state: 'under-way',
    show: async (visit) => {
      await signInDemo(visit, 'member');
      await hold(visit.page, 'users.export');
      await open(visit.page, pathOf('myData', visit.locale));
      await send(visit, [PASSWORD]);
      await visit.page.locator('main output').waitFor();
    },
  },
  {
    state: 'too-many',
    show: async (visit) => {
      await signInDemo(visit, 'member');
      await refuse(visit.page, 'users.export', { httpStatus: 429, code: 'error_message' });
      await open(visit.page, pathOf('myData', visit.locale));
      await send(visit, [PASSWORD]);
      await visit.page.getByRole('main').getByRole('alert').waitFor();
    },
  },
  {
    state: 'downloaded',
    show: async (visit) => {
      await signInDemo(visit, 'member');
      await answer(visit.page, 'users.export', { copiedAt: '2026-11-22T08:00:00.000Z', data: {} });
      await open(visit.page, pathOf('myData', visit.locale));
      await send(visit, [PASSWORD]);
      await visit.page.getByRole('main').getByRole('status').waitFor();
    },
  },
];

export const updatePaymentMethodScreens: [Screen, ...Screen[]] = [
  {
    state: 'opened',
    show: async (visit) => {
      await signInDemo(visit, 'subscriber');
      await open(visit.page, pathOf('updatePaymentMethod', visit.locale));
      await visit.page.getByText('···· 4242').waitFor();
    },
  },
  {
    state: 'cancelled-before',
    show: async ({ page, locale, newMember }) => {
      await signIn(page.context(), newMember());
      await subscribeByCall(page.request);
      await cancelByCall(page.request);
      await open(page, pathOf('updatePaymentMethod', locale));
    },
  },
  {
    state: 'card-expired',
    show: async (visit) => {
      const { page, locale } = visit;
      const card = { brand: 'visa', last4: '4242', expMonth: 3, expYear: 2024 };
      await answer(page, 'payments.card', card);
      await signInDemo(visit, 'subscriber');
      await open(page, pathOf('updatePaymentMethod', locale));
      await page.getByText('···· 4242').waitFor();
    },
  },
  {
    state: 'card-asked',
    show: async (visit) => {
      const { page, locale } = visit;
      await signInDemo(visit, 'subscriber');
      await open(page, pathOf('updatePaymentMethod', locale));
      await page.locator('main section button').first().click();
      await page.getByRole('dialog').getByLabel(WORDS[locale].card.number).waitFor();
    },
  },
];
