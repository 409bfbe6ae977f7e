import type { Page } from '@playwright/test';

import { expect, signIn, test } from './fixtures.ts';
import { open } from './open.ts';
import type { Site } from './site.ts';
import { newEmail } from './user-steps.ts';

const WORDS = {
  fr: {
    path: '/fr/nous-contacter',
    email: 'Votre adresse e‑mail',
    subject: 'Sujet',
    send: 'Envoyer le message',
    sent: 'Votre message a été envoyé. Nous répondons sous 48 heures.',
  },
  en: {
    path: '/en/contact-us',
    email: 'Your email address',
    subject: 'Subject',
    send: 'Send the message',
    sent: 'Your message has been sent. We’ll reply within 48 hours.',
  },
} as const;

const emailsFrom = (site: Site, sender: string) =>
  site
    .emails()
    .filter(({ to, replyTo }) => to.includes('contact@agres.test') && replyTo === sender);

async function write(page: Page, { subject, message }: { subject: string; message: string }) {
  const locale = page.url().includes('/fr/') ? 'fr' : 'en';
  await page.getByLabel(WORDS[locale].subject).fill(subject);
  await page.getByLabel('Message').fill(message);
  await page.getByRole('button', { name: WORDS[locale].send }).click();
}

test('a visitor’s message reaches the shop, with the visitor’s address for the reply', async ({
  page,
  site,
}) => {
  await open(page, WORDS.fr.path);
  const visitor = newEmail();
  await page.getByLabel(WORDS.fr.email).fill(visitor);
  await write(page, {
    subject: 'Point relais fermé',
    message: 'Mon point relais est fermé. Que faire ?',
  });
  const sent = page.getByRole('main').getByRole('status').filter({ hasText: WORDS.fr.sent });
  await expect(sent).toBeVisible();
  await expect(page.locator(':focus')).toContainText(WORDS.fr.sent);
  // A script moves the focus, so no focus ring shows.
  await expect(page.locator(':focus')).toHaveCSS('outline-style', 'none');
  // The sent message replaces the form, which is empty when it returns.
  await expect(page.getByRole('main')).toContainText('Mon point relais est fermé. Que faire ?');
  await expect(page.getByLabel(WORDS.fr.subject)).toHaveCount(0);
  await page.getByRole('button', { name: 'Écrire un autre message' }).click();
  await expect(page.getByLabel(WORDS.fr.subject)).toHaveValue('');

  await expect.poll(() => emailsFrom(site, visitor).length).toBe(1);
  const [letter] = emailsFrom(site, visitor);
  expect(letter?.subject).toContain('Point relais fermé');
  expect(letter?.text).toContain('Mon point relais est fermé.');
});

test('a member needs no address: the reply goes to that of the account', async ({
  page,
  site,
  member,
}) => {
  await signIn(page.context(), member);
  await open(page, WORDS.en.path);
  await expect(page.getByLabel(WORDS.en.email)).toHaveCount(0);
  await write(page, { subject: 'A late order', message: 'Where is my order, please?' });
  await expect(page.getByText(WORDS.en.sent)).toBeVisible();
  await expect.poll(() => emailsFrom(site, member.email).length).toBe(1);
  expect(emailsFrom(site, member.email)[0]?.subject).toContain('A late order');
});

test('a subject or message of the wrong length shows an error at its field, and sends nothing', async ({
  page,
  site,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  const visitor = newEmail();
  await open(page, WORDS.en.path);
  await page.getByLabel(WORDS.en.email).fill(visitor);
  await write(page, { subject: 'Four', message: 'Too short' });
  const subject = page.getByLabel(WORDS.en.subject);
  await expect(subject).toBeFocused();
  await expect(subject).toHaveAttribute('aria-invalid', 'true');
  await expect(subject).toHaveAccessibleDescription(
    /The subject must be 5 to 20 characters long\./,
  );
  await expect(page.getByLabel('Message')).toHaveAccessibleDescription(
    /The message must be 10 to 1,000 characters long\./,
  );
  expect(sent).toEqual([]);

  await write(page, { subject: 'Five!', message: 'Long enough' });
  await expect(page.getByText(WORDS.en.sent)).toBeVisible();
  await expect.poll(() => emailsFrom(site, visitor).length).toBe(1);
});

test('a subject that is too long is counted and reported, not cut off', async ({ page }) => {
  const long = 'Une question sur ma commande';
  await open(page, WORDS.fr.path);
  const subject = page.getByLabel(WORDS.fr.subject);
  await subject.fill('Une question');
  await expect(subject).toHaveAccessibleDescription(/12 \/ 20/);
  await subject.pressSequentially(' sur ma commande');
  await expect(subject).toHaveValue(long);
  await expect(subject).toHaveAccessibleDescription(/28 \/ 20/);
  await subject.blur();
  await expect(subject).toHaveAccessibleDescription(
    /Votre sujet doit compter entre 5 et 20\scaractères\./,
  );
  await page.getByLabel('Message').fill('x'.repeat(1001));
  await expect(page.getByLabel('Message')).toHaveAccessibleDescription(/1\s001 \/ 1\s000/);
});

test('a message that fails to send keeps its input', async ({ page }) => {
  await page.route('**/trpc/contact.send*', (route) => route.abort());
  await open(page, WORDS.fr.path);
  await page.getByLabel(WORDS.fr.email).fill('visiteuse@agres.test');
  await write(page, { subject: 'Ma séance', message: 'La vidéo ne se lance pas.' });
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'Une erreur est survenue ou la connexion a été interrompue. Réessayez un peu plus tard, ou contactez-nous.',
  );
  await expect(page.getByLabel(WORDS.fr.subject)).toHaveValue('Ma séance');
});

test('the contact page links to the FAQ', async ({ page }) => {
  await open(page, '/fr/nous-contacter');
  const answered = page.getByRole('region', { name: 'La réponse est peut-être ici' });
  await expect(answered.getByRole('link')).toHaveCount(4);
  await answered.getByRole('link', { name: 'Renvoyer un article' }).click();
  await expect(page).toHaveURL('/fr/faq#returns');
  await expect(page.locator('#returns')).toBeInViewport();
});
