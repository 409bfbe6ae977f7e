import { signIn } from '../calls.ts';
import { LAST_UNIT } from '../content.ts';
import { open } from '../open.ts';
import {
  CARDS,
  openItem,
  openOrderForm,
  payWith,
  reopenOrderForm,
  WORDS,
} from '../purchase-steps.ts';
import { signInDemo, type Screen, type Visit } from './screen.ts';

const ITEMS = {
  withOptions: { fr: 'Parallettes en hêtre', en: 'Beech parallettes' },
  soldOut: { fr: 'Trois massues de jonglage', en: 'Set of three juggling clubs' },
  withoutPicture: LAST_UNIT.title,
} as const;

const TELL_ME = /^(?:Me prévenir|Email me)/;
const ENLARGE = { fr: 'Agrandir la photo', en: 'Enlarge the picture' } as const;

const itemShown = (state: string, item: keyof typeof ITEMS): Screen => ({
  state,
  show: async ({ page, locale }) => {
    await openItem(page, locale, ITEMS[item][locale]);
    await page.waitForLoadState('networkidle');
  },
});

async function fillForm({ page, locale, newMember }: Visit): Promise<void> {
  await openOrderForm(page, newMember(), {
    locale,
    item: ITEMS.withOptions[locale],
    isFilled: true,
  });
}

async function zoom({ page, locale }: Visit): Promise<void> {
  await openItem(page, locale, ITEMS.withOptions[locale]);
  await page.getByRole('button', { name: ENLARGE[locale] }).click();
  await page.getByRole('dialog').waitFor();
}

export const itemScreens: [Screen, ...Screen[]] = [
  itemShown('opened', 'withOptions'),
  { state: 'zoomed', only: 'desk', show: zoom },
  { state: 'zoomed-tall', only: 'phone', show: zoom },
  itemShown('sold-out', 'soldOut'),
  {
    state: 'sold-out-option-of-member',
    show: async ({ page, locale, newMember }) => {
      await signIn(page.context(), newMember());
      await openItem(page, locale, ITEMS.withOptions[locale]);
      await page.getByRole('button', { name: TELL_ME }).waitFor();
    },
  },
  {
    state: 'asked-to-be-told',
    show: async ({ page, locale, newMember }) => {
      await signIn(page.context(), newMember());
      await openItem(page, locale, ITEMS.withOptions[locale]);
      await page.getByRole('button', { name: TELL_ME }).click();
      await page.getByRole('button', { name: /^(?:Ne plus me|Cancel)/ }).waitFor();
    },
  },
  {
    state: 'alert-by-email',
    show: async ({ page, locale }) => {
      await openItem(page, locale, ITEMS.withOptions[locale]);
      await page.getByRole('button', { name: TELL_ME }).click();
      await page.locator('main input:focus').waitFor();
    },
  },
  itemShown('without-picture', 'withoutPicture'),
  {
    state: 'another-option',
    show: async ({ page, locale }) => {
      await openItem(page, locale, ITEMS.withOptions[locale]);
      await open(page, `${page.url()}?option=2`);
    },
  },
  {
    state: 'form',
    show: async ({ page, locale, newMember }) => {
      await openOrderForm(page, newMember(), { locale, item: ITEMS.withOptions[locale] });
    },
  },
  {
    state: 'form-same-as-last-time',
    show: async (visit) => {
      const { page, locale } = visit;
      await signInDemo(visit, 'member');
      await reopenOrderForm(page, { locale, item: ITEMS.withOptions[locale] });
      await page.locator('main section section button').first().click();
      await page.locator('main section section output').filter({ hasText: /\S/ }).waitFor();
    },
  },
  {
    state: 'form-pickup-points',
    show: async (visit) => {
      const { page, locale } = visit;
      await openOrderForm(page, visit.newMember(), { locale, item: ITEMS.withOptions[locale] });
      await page.getByRole('searchbox').fill('Lyon');
      await page.getByRole('searchbox').press('Enter');
      await page.locator('main form button[aria-pressed]').first().click();
      await page.getByText(/^(Votre point relais|Your pickup point)$/).waitFor();
      // Scrolls past the fixed bar of a phone, which would cover part of the content.
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    },
  },
  {
    state: 'form-with-errors',
    show: async (visit) => {
      const { page, locale } = visit;
      const words = WORDS[locale];
      await fillForm(visit);
      await page.getByRole('radio', { name: words.europe }).check();
      await page.getByLabel(words.relayCountry).fill('Monaco');
      await page.getByLabel(words.fields.relayName).fill(' ');
      // Makes the form offer the area Réunion, with its delivery fee.
      await page.getByLabel(words.fields.zipCode).fill('97400');
      const zipCode = page.getByLabel(words.fields.clientZipCode, { exact: true });
      await zipCode.fill('-1');
      await zipCode.blur();
      await page.locator('main [aria-invalid=true]').nth(1).waitFor();
    },
  },
  {
    state: 'card-asked',
    show: async (visit) => {
      const { page, locale } = visit;
      await fillForm(visit);
      await page.getByRole('button', { name: WORDS[locale].confirm }).click();
      await page.getByRole('dialog').getByLabel(WORDS[locale].card.number).waitFor();
    },
  },
  {
    state: 'wallets-offered',
    show: async (visit) => {
      const { page, locale } = visit;
      await page.route('**/v3/device', (route) =>
        route.fulfill({
          json: { wallets: ['apple_pay', 'google_pay'], answers: 1 },
          headers: { 'access-control-allow-origin': '*' },
        }),
      );
      await fillForm(visit);
      await page.getByRole('button', { name: WORDS[locale].confirm }).click();
      await page.getByRole('dialog').getByLabel(WORDS[locale].card.number).waitFor();
      await page.getByRole('button', { name: 'Apple Pay' }).waitFor();
    },
  },
  {
    state: 'card-refused',
    show: async (visit) => {
      const { page, locale } = visit;
      await fillForm(visit);
      await payWith(page, locale, CARDS.refused);
      await page.getByText(WORDS[locale].refusedCard).waitFor();
    },
  },
  {
    state: 'price-changed',
    show: async (visit) => {
      const { page, locale } = visit;
      await fillForm(visit);
      // Only this page sees the price; the shop's own does not change.
      await page.route('**/trpc/*shop.items*', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replaceAll('"price":', '"price":1');
        await route.fulfill({ response, body });
      });
      await page.route('**/trpc/shop.buy*', (route) => {
        const data = { httpStatus: 409 };
        const json = { error: { message: 'price_changed', code: -32_000, data } };
        return route.fulfill({ status: 409, json });
      });
      await payWith(page, locale, CARDS.good);
      await page.getByRole('alert').filter({ hasText: /total/ }).waitFor();
    },
  },
  {
    state: 'paying',
    show: async (visit) => {
      const { page, locale } = visit;
      await fillForm(visit);
      // The call never reaches the shop, so nothing is bought.
      await page.route('**/trpc/shop.buy*', () => undefined);
      await payWith(page, locale, CARDS.good);
      await page.getByRole('alertdialog').waitFor();
    },
  },
];
