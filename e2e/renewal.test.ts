import { signIn } from './calls.ts';
import { expect, testOfOwnSite } from './fixtures.ts';
import { open } from './open.ts';
import { WORDS as SHOP_WORDS } from './purchase-steps.ts';
import { subscribeByCall } from './subscription-steps.ts';
import { emailTo } from './user-steps.ts';

/** Can be saved, but is declined when charged. */
const FAILS_LATER = '4000000000000341';
const GOOD = '4242424242424242';

// These tests move the provider's clock, which cannot be set back.
const test = testOfOwnSite();

test('a declined renewal sends an e-mail whose link leads to the card form', async ({
  page,
  member,
  site,
}) => {
  const enterCard = async (number: string) => {
    await page.getByRole('button', { name: 'Nouvelle carte' }).click();
    const popup = page.getByRole('dialog');
    const { card } = SHOP_WORDS.fr;
    await popup.getByLabel(card.number).fill(number);
    await popup.getByLabel(card.expiry).fill('12 / 34');
    await popup.getByLabel(card.cvc).fill('123');
    await popup.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(page.getByText('C’est noté : votre carte est à jour.')).toBeVisible();
  };
  await signIn(page.context(), member);
  await subscribeByCall(page.request);
  await open(page, '/fr/mettre-a-jour-paiement');
  await enterCard(FAILS_LATER);

  site.provider.moveClock({ bySeconds: 32 * 86_400 });
  const { links } = await emailTo(site, member.email, { subject: /n’a pas abouti/ });
  await page.goto('/fr/profil');
  await expect(page.getByRole('main')).toContainText('Le dernier prélèvement a été refusé.');

  const link = links.find((candidate) => candidate.includes('/fr/mettre-a-jour-paiement'));
  await open(page, link ?? '');
  await enterCard(GOOD);
  site.provider.moveClock({ bySeconds: 8 * 86_400 });
  await expect
    .poll(async () => {
      await page.goto('/fr/profil');
      return page.getByText('Prochain prélèvement', { exact: true }).count();
    })
    .toBe(1);
});
