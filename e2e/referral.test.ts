import { signIn } from './calls.ts';
import type { Person } from './content.ts';
import { expect, test } from './fixtures.ts';
import { open } from './open.ts';
import { CARDS } from './purchase-steps.ts';
import type { Site } from './site.ts';
import {
  openSubscribePage,
  orderWith,
  subscribeByCall,
  userOf,
  WORDS,
} from './subscription-steps.ts';

test('the profile shows account and orders, and the referral code to subscribers only', async ({
  page,
  member,
  members,
  browser,
  site,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page.context(), member);
  const { personalDiscountCode } = await userOf(page.request);
  await page.goto('/fr/profil');
  await expect(page.getByRole('main')).toContainText('Pas encore d’abonnement ?');
  await expect(page.getByText(personalDiscountCode)).toHaveCount(0);

  await subscribeByCall(page.request);
  await open(page, '/fr/profil');
  await expect(page.getByText(personalDiscountCode)).toBeVisible();
  await expect(page.getByText(`${member.firstName} ${member.lastName}`)).toBeVisible();
  await expect(page.getByText(member.email)).toBeVisible();
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Modifier mon compte' }),
  ).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Mes commandes' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(
    'Chaque personne qui s’abonne avec votre code vous fait gagner 10,00 €',
  );
  await expect(page.getByRole('main')).toContainText('Parrainez trois personnes différentes');
  await page.getByRole('button', { name: 'Copier le code' }).click();
  await expect(page.getByText('Copié.')).toBeVisible();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  expect(await copied()).toBe(personalDiscountCode);
  await page.getByRole('button', { name: 'Copier un lien d’invitation' }).click();
  await expect.poll(copied).toBe(`${site.origin}/fr/s-abonner?code=${personalDiscountCode}`);

  const friend = await browser.newPage({ baseURL: site.origin });
  await signIn(friend.context(), members.next().value);
  await friend.goto(await copied());
  await expect(friend.getByLabel(WORDS.fr.code)).toHaveValue(personalDiscountCode);
  await friend.close();
});

test('an unknown code or one’s own is rejected at its field, and nothing is charged', async ({
  page,
  member,
}) => {
  await signIn(page.context(), member);
  const { personalDiscountCode } = await userOf(page.request);
  await openSubscribePage(page, 'fr', 'monthly');
  await page.getByText(WORDS.fr.codeFold).click();
  const code = page.getByLabel(WORDS.fr.code);
  for (const refused of ['ABCD2345', personalDiscountCode]) {
    await code.fill(refused);
    await orderWith(page, 'fr', CARDS.good);
    await expect(code).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText(WORDS.fr.badCode)).toBeVisible();
    await expect(code).toBeFocused();
  }
  await code.fill('?');
  await page.getByRole('button', { name: WORDS.fr.order }).click();
  await expect(code).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await userOf(page.request)).toMatchObject({ subscription: null });
});

test('three referrals are pending on the profile, and give no credit yet', async ({
  page,
  member,
  members,
  browser,
  site,
}) => {
  test.setTimeout(120_000);
  await signIn(page.context(), member);
  await subscribeByCall(page.request);
  const { personalDiscountCode } = await userOf(page.request);
  const creditsBefore = creditsCents(site);

  const bring = async (friend: Person) => {
    const friendPage = await browser.newPage({ baseURL: site.origin });
    await signIn(friendPage.context(), friend);
    await openSubscribePage(friendPage, 'en', 'monthly');
    const typed = personalDiscountCode.toLowerCase();
    await friendPage.getByText(WORDS.en.codeFold).click();
    await friendPage.getByLabel(WORDS.en.code).fill(` ${typed} `);
    await orderWith(friendPage, 'en', CARDS.good);
    await expect(friendPage.getByText(WORDS.en.subscribed)).toBeVisible();
    await friendPage.close();
  };

  await bring(members.next().value);
  await page.goto('/fr/profil');
  await expect(page.getByText('1 parrainage en attente.')).toBeVisible();
  await expect(page.getByRole('main')).toContainText(
    'une fois passés ses 14 jours de rétractation',
  );
  await bring(members.next().value);
  await bring(members.next().value);
  await page.goto('/en/profile');
  await expect(page.getByText('3 referrals are waiting.')).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('minus your referral credit');
  expect(creditsCents(site)).toBe(creditsBefore);
});

function creditsCents(site: Site): number {
  return site.provider
    .journal({ operation: 'customers.create_balance_transaction' })
    .filter(({ status }) => status === 200)
    .reduce((sum, { params }) => sum - Number(params['amount']), 0);
}
