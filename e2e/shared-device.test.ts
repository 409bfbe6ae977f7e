import { pathOf } from '@agres/domain/paths';
import type { Page } from '@playwright/test';

import { expect, signIn, test } from './fixtures.ts';
import { loseSession, open } from './open.ts';
import { CARDS, fillDelivery, payWith, reopenOrderForm, WORDS as SHOP } from './purchase-steps.ts';
import { hold } from './screens/screen.ts';
import { openSubscribePage, orderWith, WORDS as SUBSCRIPTION } from './subscription-steps.ts';
import { WORDS as ACCOUNT } from './user-steps.ts';

/** The payments that resume after a reload: how each one starts, and how to recognize its form. */
const PAYMENTS = [
  {
    kind: 'purchase',
    procedure: 'shop.buy',
    openForm: (page: Page) => reopenOrderForm(page, { locale: 'fr' }),
    pay: async (page: Page) => {
      await fillDelivery(page, 'fr');
      await payWith(page, 'fr', CARDS.good);
    },
    form: (page: Page) => page.getByRole('button', { name: SHOP.fr.confirm }),
  },
  {
    kind: 'subscription',
    procedure: 'programmes.subscribe',
    openForm: (page: Page) => openSubscribePage(page, 'fr', 'yearly'),
    pay: (page: Page) => orderWith(page, 'fr', CARDS.good),
    form: (page: Page) => page.getByRole('button', { name: SUBSCRIPTION.fr.order }),
  },
] as const;

const keptIn = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('pending')));

for (const { kind, procedure, openForm, pay, form } of PAYMENTS) {
  test.describe(`a ${kind} in progress`, () => {
    /** Starts a payment and leaves it unanswered; returns the idempotency keys of its calls. */
    const begin = async (page: Page) => {
      const sent: (string | undefined)[] = [];
      page.on('request', (request) => {
        const isCall = new URL(request.url()).pathname.includes(procedure);
        if (isCall) sent.push(request.headers()['idempotency-key']);
      });
      await hold(page, procedure);
      await openForm(page);
      await pay(page);
      await expect(page.getByRole('alertdialog')).toBeVisible();
      expect(await keptIn(page)).toHaveLength(1);
      return sent;
    };

    test('is deleted when its member signs out', async ({ page, member }) => {
      await signIn(page.context(), member);
      await begin(page);
      await open(page, pathOf('profile', 'fr'));
      const navigation = page.getByRole('navigation').filter({ visible: true });
      await navigation.getByRole('button', { name: ACCOUNT.fr.signOut }).click();
      await expect(page).toHaveURL(pathOf('home', 'fr'));
      expect(await keptIn(page)).toEqual([]);
    });

    test('is neither resumed nor kept for the next member in the tab', async ({
      page,
      member,
      members,
    }) => {
      await signIn(page.context(), member);
      const sent = await begin(page);
      await loseSession(page);
      await signIn(page.context(), members.next().value);
      await openForm(page);
      await expect(form(page)).toBeVisible();
      await expect(page.getByRole('alertdialog')).toBeHidden();
      expect(await keptIn(page)).toEqual([]);
      expect(sent).toHaveLength(1);
    });
  });
}
