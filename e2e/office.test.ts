import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { createDb } from '@agres/db/db';
import { makeInvoices } from '@agres/money/invoices/make-invoices';
import type { Page } from '@playwright/test';

import { DEMO_PASSWORD } from '../prisma/seed/accounts.ts';
import { expectAccessible } from './accessible.ts';
import { withdrawByCall } from './declaration-steps.ts';
import { expect, signIn, testOfOwnSite } from './fixtures.ts';
import {
  BALLS,
  beginPurchase,
  CARDS,
  fillDelivery,
  payWith,
  WORDS as SHOP_WORDS,
} from './purchase-steps.ts';
import type { Site } from './site.ts';

const ROOT = join(import.meta.dirname, '..');
const test = testOfOwnSite();
// Until a language is chosen, the office speaks that of the browser.
test.use({ locale: 'fr-FR' });

const PAGES = [
  '/',
  '/orders',
  '/orders/1',
  '/members',
  '/members?subscribers=true',
  '/members/1',
  '/contracts',
  '/contracts?named=1',
  '/reviews',
  '/reviews?state=published',
  '/declarations',
  '/declarations?all=true',
  '/declarations/1',
  '/settings',
  '/staff',
  '/journal',
  '/access',
  '/books',
  '/all',
  '/items',
  '/items?best=true',
  '/items/stock',
  '/items/1',
  '/items/new',
  '/articles',
  '/articles/1',
  '/articles/new',
  '/do/items.list',
  '/do/items.create',
];

/** Gives the page's browser a virtual authenticator whose user always consents. */
async function addDevice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

function shop({ databaseUrl }: Site, ...args: readonly string[]): string {
  return execFileSync(process.execPath, [join(ROOT, 'scripts/shop.ts'), ...args], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    encoding: 'utf8',
  });
}

/** Invites the first owner as docs/OPERATIONS.md describes; returns the path of the link. */
function invite(site: Site, email: string): string {
  const lea = ['--name', 'Léa Martin', '--roles', 'owner', '--locale', 'fr'];
  const printed = shop(site, 'staff', 'invite', email, ...lea);
  return /\/invitation#[\w-]+/.exec(printed)?.[0] ?? '';
}

/** Finds the one main action of the page by its style. */
const primary = (page: Page) => page.getByRole('main').locator('button.bg-accent:not([disabled])');

/** Opens the menu beside the title of the page. */
const openMore = (page: Page) =>
  page.getByRole('button', { name: 'Autres actions', exact: true }).click();

let sharedOffice: Promise<string> | undefined;

/** Returns the origin of the site's office, which starts with the first test. */
const officeOf = (site: Site) => (sharedOffice ??= site.addOffice());

/** Logs in with the device of a new owner; returns the office's origin. */
async function enterOffice(page: Page, site: Site, email: string): Promise<string> {
  const origin = await officeOf(site);
  await addDevice(page);
  await page.goto(`${origin}${invite(site, email)}`);
  await page.getByRole('button', { name: 'Ajouter cet appareil' }).click();
  await expect(page.getByRole('heading', { name: 'À faire' })).toBeVisible();
  return origin;
}

test('an owner logs in with a passkey, sends a parcel and invites an employee', async ({
  page,
  browser,
  site,
}) => {
  const office = await officeOf(site);
  const { db, close } = createDb(site.databaseUrl);
  await addDevice(page);

  await page.goto(`${office}/orders`);
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible();
  await expectAccessible(page);
  const english = await browser.newPage({ locale: 'en-GB' });
  await english.goto(office);
  await expect(english.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await english.close();

  const link = invite(site, 'lea@example.fr');
  await page.goto(`${office}${link}`);
  await expect(page.getByText('Bienvenue, Léa Martin (lea@example.fr).')).toBeVisible();
  expect(await db.staffPasskey.count()).toBe(0);
  await page.getByRole('button', { name: 'Ajouter cet appareil' }).click();
  await expect(page.getByRole('heading', { name: 'À faire' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ajouter un deuxième appareil' })).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${office}/access`);
  const { label } = await db.staffPasskey.findFirstOrThrow();
  await expect(
    page.getByRole('region', { name: 'Mes sessions' }).getByRole('listitem'),
  ).toContainText(label);

  const used = await page.context().newPage();
  await used.goto(`${office}${link}`);
  await expect(used.getByRole('alert')).toContainText('Cette invitation a déjà servi');
  await used.close();

  await page.goto(`${office}/do/staff.list`);
  await page.getByRole('button', { name: 'Se déconnecter' }).click();
  await page.getByRole('button', { name: 'Se connecter avec une clé d’accès' }).click();
  await expect(page.getByRole('heading', { name: 'Équipe' })).toBeVisible();
  await expect(page.getByText('lea@example.fr')).toBeVisible();

  await page.getByRole('navigation').getByRole('link', { name: 'Commandes' }).click();
  await page.getByRole('checkbox', { name: 'Cocher la commande 2' }).check();
  await page.getByRole('button', { name: 'Préparer les colis' }).click();
  await expect(
    page.getByRole('heading', { name: /^1\scolis préparé\s: commande\s2$/ }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Imprimer' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('address').first()).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Marquer comme expédiée' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Transporteur').selectOption('colissimo');
  await dialog.getByLabel('Numéro de suivi').fill('6A12345678901');
  await dialog.getByRole('button', { name: 'Marquer comme expédiée' }).click();
  await expect(page.getByText(/^Marquée comme expédiée\s: n°\s2\./)).toBeVisible();
  const sent = await db.order.findUniqueOrThrow({ where: { id: 2 } });
  expect(sent).toMatchObject({ carrier: 'colissimo', trackingNumber: '6A12345678901' });

  // After five minutes, granting permissions requires the passkey again.
  await db.staffSession.updateMany({ data: { provedAt: new Date(Date.now() - 6 * 60_000) } });
  await page.getByRole('link', { name: 'Réglages' }).click();
  await page.getByRole('link', { name: 'Équipe' }).click();
  await page.getByRole('button', { name: 'Inviter une personne' }).click();
  await dialog.getByLabel('Nom', { exact: true }).fill('Max');
  await dialog.getByRole('button', { name: 'Inviter une personne' }).click();
  await expect(dialog.getByLabel('Adresse e‑mail')).toBeFocused();
  await dialog.getByLabel('Adresse e‑mail').fill('max@example.fr');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Inviter une personne' }).click();
  const question = page.getByRole('dialog', { name: 'Confirmez avec votre clé d’accès' });
  const useKey = question.getByRole('button', { name: 'Utiliser ma clé d’accès' });
  await page.evaluate(() => {
    const { credentials } = navigator;
    const refuse = () => {
      Reflect.deleteProperty(credentials, 'get');
      return Promise.reject(new DOMException('', 'NotAllowedError'));
    };
    Object.defineProperty(credentials, 'get', { configurable: true, value: refuse });
  });
  await useKey.click();
  await expect(question.getByRole('alert')).toContainText('La clé d’accès n’a pas servi');
  await expect(question.getByRole('button', { name: 'Réessayer' })).toBeEnabled();
  await question.getByRole('button', { name: 'Retour' }).click();
  await expect(page.getByRole('alert')).toContainText('La clé d’accès n’a pas servi');
  await dialog.getByRole('button', { name: 'Inviter une personne' }).click();
  await useKey.click();
  await expect(page.getByText('L’invitation de Max part par e‑mail.')).toBeVisible();
  const invitation = page.getByText(`${office}/invitation#`);
  await expect(invitation).toBeVisible();
  await expectAccessible(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copier le lien' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Le lien est copié.' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    await invitation.innerText(),
  );
  // A browser that cannot copy selects the link.
  await page.evaluate(() =>
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined }),
  );
  await page.getByRole('button', { name: 'Copier le lien' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'copiez-le' })).toBeVisible();
  expect(await page.evaluate(() => String(getSelection()))).toBe(await invitation.innerText());
  const max = await db.staff.findUniqueOrThrow({ where: { email: 'max@example.fr' } });
  expect(max.roles).toEqual(['preparer']);
  const person = page.getByRole('region', { name: 'Max' });
  await expect(person.getByText('Invitation envoyée')).toBeVisible();

  const mailed = () => site.emails().find(({ to }) => to.includes('max@example.fr'));
  await expect.poll(mailed).toBeDefined();
  const browserOfMax = await browser.newContext();
  const guest = await browserOfMax.newPage();
  await addDevice(guest);
  await guest.goto(mailed()?.links[0] ?? '');
  await expect(guest.getByText('Bienvenue, Max (max@example.fr).')).toBeVisible();
  await guest.getByLabel('Nom de l’appareil').fill(' ');
  await guest.getByRole('button', { name: 'Ajouter cet appareil' }).click();
  await expect(guest.getByLabel('Nom de l’appareil')).toBeFocused();
  await expect(guest.getByText('Ce champ est obligatoire.')).toBeVisible();
  await guest.getByLabel('Nom de l’appareil').fill('Pixel');
  await guest.getByRole('button', { name: 'Ajouter cet appareil' }).click();
  await expect(guest.getByRole('heading', { name: 'À faire' })).toBeVisible();
  await guest.goto(`${office}/settings`);
  await expect(guest.getByRole('heading', { name: 'réservée aux propriétaires' })).toBeVisible();

  await page.reload();
  await expect(person.getByText('Pixel')).toBeVisible();
  await person.getByRole('button', { name: 'Modifier' }).click();
  await dialog.getByLabel('Suspendu').check();
  await dialog.getByRole('button', { name: 'Modifier les droits de Max' }).click();
  await expect(person.getByText('accès suspendu')).toBeVisible();
  await guest.reload();
  await expect(guest.getByRole('heading', { name: 'Connexion' })).toBeVisible();
  await person.getByRole('button', { name: 'Autres actions' }).click();
  await person.getByRole('button', { name: 'Retirer de l’équipe…' }).click();
  await dialog.getByRole('button', { name: 'Retirer Max de l’équipe' }).click();
  await expect(page.getByText('Max n’a plus accès au bureau.')).toBeVisible();
  await expect(person).toBeHidden();
  await browserOfMax.close();
  await close();
});

test('a staff member chooses e-mails, and renames, adds and removes devices', async ({
  page,
  site,
}) => {
  await enterOffice(page, site, 'zoe@example.fr');
  const { db, close } = createDb(site.databaseUrl);
  const dialog = page.getByRole('dialog');
  await page.getByRole('link', { name: 'Mon accès' }).click();
  await page.getByRole('radio', { name: 'À chaque commande' }).check();
  await page.getByLabel('Langue des e‑mails').selectOption('en');
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect(page.getByText('Enregistré')).toBeVisible();
  const staff = () => db.staff.findUniqueOrThrow({ where: { email: 'zoe@example.fr' } });
  expect(await staff()).toMatchObject({ notices: 'orders', locale: 'en' });
  await expect(page.getByText('ajoutez un deuxième appareil')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Retirer/ })).toBeHidden();
  await page.getByRole('button', { name: /^Renommer Chrome sur / }).click();
  await dialog.getByLabel('Nom de l’appareil').fill('Fairphone');
  await dialog.getByRole('button', { name: /^Renommer Chrome sur / }).click();
  await expect(page.getByText('Renommé.')).toBeVisible();

  const { id: staffId } = await staff();
  await db.staffPasskey.create({
    data: {
      id: 'old',
      staffId,
      publicKey: new Uint8Array(1),
      counter: 0,
      transports: [],
      label: 'Ancien',
    },
  });
  // A new device ends all sessions.
  await page.reload();
  await page.getByRole('button', { name: 'Se connecter avec une clé d’accès' }).click();
  await expect(page.getByRole('heading', { name: 'Mon accès' })).toBeVisible();
  await db.staffSession.updateMany({ data: { provedAt: new Date(Date.now() - 6 * 60_000) } });
  await db.staffSession.create({ data: { id: 'elsewhere', staffId } });
  await page.reload();
  await page.getByRole('button', { name: 'Fermer les autres sessions' }).click();
  await expect(page.getByText('Vos autres sessions sont fermées.')).toBeVisible();
  expect(await db.staffSession.count({ where: { id: 'elsewhere' } })).toBe(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Retirer cet appareil\s: Ancien$/ }).click();
  await dialog.getByRole('button', { name: 'Retirer cet appareil' }).click();
  await page.getByRole('button', { name: 'Utiliser ma clé d’accès' }).click();
  await expect(page.getByText('L’appareil Ancien est retiré.')).toBeVisible();
  await page.getByRole('link', { name: 'À faire' }).click();
  await expect(page.getByRole('heading', { name: 'À faire' })).toBeVisible();
  await expect(page.getByText('Aucune sauvegarde pour l’instant')).toBeVisible();
  await db.installation.updateMany({ data: { backedUpAt: new Date(Date.now() - 5 * 3_600_000) } });
  await page.reload();
  await expect(page.getByText('Dernière sauvegarde : il y a 5 heures')).toBeVisible();
  await close();
});

test('a log-in without a passkey in development adds the device when one is required', async ({
  page,
  site,
}) => {
  const office = await site.addOffice({ NODE_ENV: 'development' });
  const { db, close } = createDb(site.databaseUrl);
  await addDevice(page);
  await page.goto(office);
  await page.evaluate(async () => {
    const [, token = ''] = /office-xsrf=([^;]+)/.exec(document.cookie) ?? [];
    const headers = { 'content-type': 'application/json', 'x-office-xsrf': token };
    await fetch('/trpc/access.enterAs', { method: 'POST', headers, body: '{"role":"owner"}' });
  });
  await db.staffSession.updateMany({ data: { provedAt: new Date(Date.now() - 6 * 60_000) } });
  await page.goto(`${office}/staff`);
  await page.getByRole('button', { name: 'Inviter une personne' }).click();
  const form = page.getByRole('dialog', { name: 'Inviter une personne' });
  await form.getByLabel('Nom', { exact: true }).fill('Nils');
  await form.getByLabel('Adresse e‑mail').fill('nils@example.fr');
  await form.getByRole('button', { name: 'Inviter une personne' }).click();
  const question = page.getByRole('dialog', { name: 'Ajouter cet appareil' });
  await expect(question).toContainText('Ce compte n’a pas encore de clé d’accès.');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Ajouter cet appareil' }).click();
  await expect(question).toBeHidden();
  await expect(form).toBeHidden();
  const own = { staff: { email: 'owner@agres.example' } };
  expect(await db.staffPasskey.count({ where: own })).toBe(1);
  expect(await db.staff.count({ where: { email: 'nils@example.fr' } })).toBe(1);
  await close();
});

test('input survives an error and a log-in, and the form names missing fields', async ({
  page,
  site,
}) => {
  const office = await enterOffice(page, site, 'nina@example.fr');
  await page.goto(`${office}/do/refunds.request?order=1`);
  await page.getByLabel('Montant').fill('12,5O');
  await page.getByRole('button', { name: 'Rembourser une commande' }).click();
  await expect(page.getByLabel('Montant')).toBeFocused();
  await expect(page.getByText('Saisissez un montant en euros, par exemple 19,99.')).toBeVisible();
  await expect(page.getByText('Ce champ est obligatoire.')).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${office}/do/refunds.request`);
  await page.getByLabel('Commande', { exact: true }).fill('balles');
  await page.getByRole('button', { name: /^1 · .* · Trois balles de jonglage/ }).click();
  await expect(page.getByText(/^Reste à rembourser sur la commande 1\s:/)).toBeVisible();
  await page.goto(`${office}/do/refunds.request?order=2`);
  await expect(page.getByLabel('Commande', { exact: true })).toHaveValue('2');
  await expect(page.getByText(/^Reste à rembourser sur la commande 2\s: \d+,\d\d/)).toBeVisible();
  await expect(page.getByLabel('Montant')).toHaveValue('');
  // An empty amount is everything that is left.
  await page.getByLabel('Motif').fill('Une rayure');
  await page.getByRole('button', { name: 'Rembourser une commande' }).click();
  await expect(page.getByRole('button', { name: /^Rembourser \d+,\d\d/ })).toBeVisible();
  await page.getByRole('button', { name: 'Retour' }).click();
  await page.goto(`${office}/do/refunds.request?order=1`);
  await page.getByLabel('Montant').fill('5,00');
  await page.getByLabel('Motif').fill('Une rayure');
  await page.getByRole('button', { name: 'Rembourser une commande' }).click();
  await page.getByRole('button', { name: /^Rembourser 5,00/ }).click();
  await expect(page.getByRole('alert')).toContainText('Personne n’a payé');
  await expect(page.getByLabel('Motif')).toHaveValue('Une rayure');

  // The session ends meanwhile; a new log-in keeps the form.
  const { db, close } = createDb(site.databaseUrl);
  await db.staffSession.deleteMany({});
  await page.getByRole('button', { name: 'Rembourser une commande' }).click();
  await page.getByRole('button', { name: 'Se connecter avec une clé d’accès' }).click();
  await expect(page.getByLabel('Motif')).toHaveValue('Une rayure');
  await expect(page.getByLabel('Montant')).toHaveValue('5,00');

  // A read-only page returns after the log-in too, and a log-out clears the tab.
  await db.staffSession.deleteMany({});
  await page.goto(`${office}/orders`);
  await page.getByRole('button', { name: 'Se connecter avec une clé d’accès' }).click();
  await expect(page.getByRole('link', { name: 'Commande 1' })).toBeVisible();
  await db.staffSession.deleteMany({});
  await page.getByRole('link', { name: 'Commande 1' }).click();
  await page.getByRole('button', { name: 'Se connecter avec une clé d’accès' }).click();
  await expect(page.getByRole('heading', { name: 'Commande 1' })).toBeVisible();
  const bought = page.getByRole('region', { name: 'Article', exact: true });
  await expect(bought.getByRole('link', { name: 'Trois balles de jonglage' })).toBeVisible();
  await expect(bought).toContainText(/1 × 29,99\s€.*offerte.*Total payé\s*29,99\s€/s);
  // The journal lacks its delivery.
  await expect(page.getByRole('region', { name: 'Historique' }).getByText('Livrée')).toBeVisible();
  await page.goto(`${office}/orders/abc`);
  await expect(page.getByText('Un numéro de commande n’a que des chiffres.')).toBeVisible();
  await page.goto(`${office}/messages/999`);
  await expect(page.getByRole('heading', { name: 'Le message 999 n’existe pas' })).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
  await page.getByRole('button', { name: 'Se déconnecter' }).click();
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await close();
});

test('an order is found, sent, unsent, annotated and corrected', async ({ page, site }) => {
  const { db, close } = createDb(site.databaseUrl);
  await db.order.updateMany({
    where: { id: { in: [1, 2] } },
    data: { status: 'waiting', sentAt: null, postDate: null, printedAt: null },
  });
  await db.order.update({ where: { id: 2 }, data: { firstName: 'Zoé', lastName: 'Lefèvre' } });
  await enterOffice(page, site, 'ines@example.fr');
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Commandes/ })
    .click();
  await page.getByLabel('Numéro, nom, e‑mail ou article').fill('zoe lef');
  await page.getByRole('button', { name: 'Rechercher' }).click();
  await expect(page.getByRole('link', { name: 'Commande 2' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Commande 1' })).toBeHidden();
  await expect(page.getByRole('checkbox', { name: 'Tout sélectionner' })).not.toBeChecked();
  await page.getByRole('checkbox', { name: 'Cocher la commande 2' }).check();
  await expect(page.getByRole('checkbox', { name: 'Tout sélectionner' })).toBeChecked();
  await expect(primary(page)).toHaveAccessibleName('Préparer les colis');
  await page.getByRole('button', { name: 'Préparer les colis' }).click();
  const print = page.getByRole('button', { name: 'Imprimer' });
  await expect(primary(page)).toHaveAccessibleName('Imprimer');
  await expect(page.getByRole('region', { name: /^1\scolis préparé/ })).toBeFocused();
  await expect(print).toBeInViewport();
  await print.click();
  await expect(primary(page)).toHaveAccessibleName('Marquer comme expédiée');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Fichier transporteur' }).click();
  expect(readFileSync(await (await saved).path(), 'utf8')).toContain('2;Zoé;Lefèvre');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Marquer comme expédiée' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Transporteur').selectOption('colissimo');
  await dialog.getByLabel('Numéro de suivi').fill('?');
  await dialog.getByRole('button', { name: 'Marquer comme expédiée' }).click();
  await expect(dialog.getByText('Saisissez de 4 à 40 lettres et chiffres.')).toBeVisible();
  await expect(dialog.getByLabel('Numéro de suivi')).toBeFocused();
  await expectAccessible(page);
  await dialog.getByLabel('Numéro de suivi').fill('');
  await dialog.getByRole('button', { name: 'Marquer comme expédiée' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Annuler', exact: true }).click();
  await expect(page.getByText('Expédition annulée pour : 2.')).toBeVisible();
  expect((await db.order.findUniqueOrThrow({ where: { id: 2 } })).sentAt).toBeNull();

  await openMore(page);
  await page.getByRole('button', { name: 'Importer les numéros de suivi' }).click();
  await dialog.getByLabel('Lignes').fill('999;6A11111111111');
  await dialog.getByRole('button', { name: 'Importer les numéros de suivi' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Ligne 1');
  await dialog.getByLabel('Transporteur', { exact: true }).selectOption('colissimo');
  await dialog.getByLabel('Lignes').fill('1;6A11');
  await dialog.getByRole('button', { name: 'Importer les numéros de suivi' }).click();
  await expect(page.getByText('Numéros de suivi lus : 1.')).toBeVisible();
  await expect(
    page.getByText('Commande 1 : ce numéro ne ressemble pas à un numéro Colissimo.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Dates' }).click();
  await page.getByLabel('Passées à partir du').fill('2026-05-02');
  await page.getByLabel('Passées jusqu’au').fill('2026-05-01');
  await page.getByRole('button', { name: 'Afficher ces commandes' }).click();
  await expect(page.getByLabel('Passées jusqu’au')).toBeFocused();
  await expect(page.getByLabel('Passées jusqu’au')).toHaveAccessibleDescription(
    'Le dernier jour ne peut pas précéder le premier.',
  );

  await page.getByRole('link', { name: 'Commande 2' }).click();
  const next = async (state: object, words: string | null) => {
    await db.order.update({ where: { id: 2 }, data: state });
    await page.reload();
    await openMore(page);
    await expect(page.getByRole('button', { name: 'Note', exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Note', exact: true })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Autres actions' })).toBeFocused();
    await expect(primary(page)).toHaveText(words === null ? [] : [words]);
  };
  await next({}, 'Marquer comme expédiée');
  await next({ printedAt: null }, 'Préparer le colis');
  await next({ heldFor: 'withdrawal' }, null);
  await expect(
    page.getByRole('button', { name: /^Il est encore là : annuler et rembourser \d/ }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Le colis est parti' })).toBeVisible();
  await expectAccessible(page);
  await openMore(page);
  await page.getByRole('button', { name: 'Remettre à expédier' }).click();
  await expect(dialog.getByText('Elle revient parmi les colis à expédier.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Retour' }).click();
  expect((await db.order.findUniqueOrThrow({ where: { id: 2 } })).heldFor).toBe('withdrawal');
  await next({ heldFor: null, sentAt: new Date(), trackingNumber: null }, 'Marquer comme livrée');
  await page.getByRole('button', { name: 'Ajouter le suivi' }).click();
  await expect(page.getByRole('dialog', { name: 'Ajouter le suivi' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Ajouter le suivi' })).toBeFocused();
  await next({ status: 'delivered', postDate: new Date() }, null);
  const back = { status: 'waiting', postDate: null, sentAt: null, printedAt: new Date() };
  await next(back, 'Marquer comme expédiée');
  await openMore(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Imprimer de nouveau' }).click();
  await expect(primary(page)).toHaveAccessibleName('Imprimer');
  // The page shows the address already: the slip is for the paper.
  await expect(page.locator('address').first()).toBeHidden();
  await page.getByRole('button', { name: 'Marquer comme expédiée' }).click();
  await expect(dialog.getByLabel('Transporteur')).toHaveValue('colissimo');
  await dialog.getByRole('button', { name: 'Marquer comme expédiée' }).click();
  await expect(page.getByText(/^Marquée comme expédiée\s: n°/)).toBeVisible();
  await openMore(page);
  await page.getByRole('button', { name: 'Annuler l’expédition' }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Annuler l’expédition' }).click();
  await expect(page.getByText('Expédition annulée. L’acheteur')).toBeVisible();
  await openMore(page);
  await page.getByRole('button', { name: 'Corriger l’adresse' }).click();
  await dialog.getByLabel('Nom', { exact: true }).fill('');
  await dialog.getByRole('button', { name: 'Enregistrer l’adresse' }).click();
  await expect(dialog.getByText('Ce champ est obligatoire.')).toBeVisible();
  await dialog.getByLabel('Nom', { exact: true }).fill('Lefebvre');
  await dialog.getByRole('button', { name: 'Enregistrer l’adresse' }).click();
  await expect(page.getByText('L’adresse est corrigée. Imprimez de nouveau')).toBeVisible();
  await openMore(page);
  await page.getByRole('button', { name: 'Note', exact: true }).click();
  await dialog.getByLabel('Note', { exact: true }).fill('Rappeler lundi');
  await dialog.getByRole('button', { name: 'Enregistrer la note' }).click();
  await expect(page.getByText('Rappeler lundi')).toBeVisible();
  const history = page.getByRole('region', { name: 'Historique' });
  await expect(history.getByText('Adresse corrigée · nom')).toBeVisible();
  await expect(history.getByText('Expédition annulée').first()).toBeVisible();
  await openMore(page);
  await page.getByRole('button', { name: 'Rembourser' }).click();
  // An unsent order is cancelled and refunded in full.
  await expect(dialog.getByRole('radio', { name: /^Tout ce qui reste/ })).toBeHidden();
  await expect(dialog.getByRole('button', { name: 'Annuler et rembourser' })).toBeVisible();
  await dialog.getByLabel('Montant').fill('0');
  await dialog.getByRole('button', { name: 'Rembourser', exact: true }).click();
  await expect(dialog.getByText('Saisissez un montant.')).toBeVisible();
  await dialog.getByLabel('Montant').fill('5,00');
  await dialog.getByLabel('Motif').fill('Une rayure');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Rembourser 5,00\s€$/ }).click();
  await expect(dialog.getByRole('alert')).toContainText('Personne n’a payé');
  await close();
});

test('a member gets support, from an order to its buyer', async ({ page, site }) => {
  const { db, close } = createDb(site.databaseUrl);
  await db.order.update({ where: { id: 2 }, data: { note: 'Rappeler lundi' } });
  await close();
  const office = await enterOffice(page, site, 'agathe@example.fr');
  await page.goto(`${office}/orders/2`);
  const dialog = page.getByRole('dialog');
  const buyer = page.getByRole('region', { name: 'Acheteur' });
  await expect(buyer.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:.+@/);
  await buyer.getByRole('link').first().click();
  // The order has other actions too.
  await expect(page).toHaveURL(/\/members\/\d+$/);
  await openMore(page);
  await page.getByRole('button', { name: 'Envoyer un lien de réinitialisation' }).click();
  await expect(dialog.getByText('un lien pour choisir un nouveau mot de passe')).toBeVisible();
  await dialog.getByRole('button', { name: 'Envoyer' }).click();
  await expect(page.getByText('Le lien de nouveau mot de passe part à l’adresse')).toBeVisible();
  await openMore(page);
  await page.getByRole('button', { name: 'Déconnecter partout' }).click();
  await dialog.getByRole('button', { name: 'Déconnecter partout' }).click();
  await expect(page.getByText('Déconnecté de tous ses appareils.')).toBeVisible();
  const copy = page.waitForEvent('download');
  await openMore(page);
  await page.getByRole('button', { name: 'Exporter ses données' }).click();
  expect(readFileSync(await (await copy).path(), 'utf8')).toContain('Rappeler lundi');
  await openMore(page);
  await page.getByRole('button', { name: 'Supprimer le compte' }).click();
  await expect(dialog.getByText('Sera conservé : les commandes et les factures')).toBeVisible();
  await dialog.getByLabel('Adresse e‑mail du membre').fill('autre@example.fr');
  await dialog.getByRole('button', { name: 'Supprimer le compte' }).click();
  await expect(dialog.getByText(/^Saisissez .*@/)).toBeVisible();
  await expect(dialog.getByText('Ce champ est obligatoire.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Retour' }).click();
  await page.getByRole('link', { name: 'Membres', exact: true }).click();
  await expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible();
  await page.getByLabel('Nom, adresse e‑mail ou numéro').fill('inconnue');
  await page.getByRole('button', { name: 'Rechercher' }).click();
  await expect(page.getByText('Aucun membre trouvé.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Chercher dans les commandes' }).click();
  await expect(page.getByLabel('Numéro, nom, e‑mail ou article')).toHaveValue('inconnue');
});

test('the journal tells each change in a sentence, by day and person', async ({ page, site }) => {
  const { db, close } = createDb(site.databaseUrl);
  const of = (actorName: string) => ({ actorKind: 'staff', actorName });
  const option = await db.itemOption.findFirstOrThrow({
    select: { id: true, itemId: true, item: { select: { titleFr: true } } },
  });
  await db.journalEntry.createMany({
    data: [
      {
        ...of('Odile'),
        operation: 'shop.setDelivery',
        subjectKind: 'setting',
        subjectId: 'delivery 1',
        changes: { feeCents: [1000, 1150] },
      },
      {
        ...of('Léa Martin'),
        operation: 'stock.adjust',
        subjectKind: 'item_option',
        subjectId: String(option.id),
        changes: { remaining: [0, 5] },
      },
    ],
  });
  const office = await enterOffice(page, site, 'judith@example.fr');
  await page.goto(`${office}/journal`);
  const line = page.getByRole('main').locator('ol > li');
  const changed = line.filter({ hasText: 'Odile' });
  await expect(changed).toContainText(/\d\d:\d\dOdile a modifié la livraison en Europe/);
  await expect(changed.getByText(/^frais 10,00\s€ → 11,50\s€$/)).toBeHidden();
  await changed.getByRole('button', { name: 'Détails' }).click();
  await expect(changed.getByText(/^frais 10,00\s€ → 11,50\s€$/)).toBeVisible();
  const corrected = line.filter({
    hasText: `Léa Martin a corrigé le stock de ${option.item.titleFr}`,
  });
  await expect(corrected).toContainText(' de 0 à 5');
  await expect(corrected.getByRole('link')).toHaveAttribute('href', `/items/${option.itemId}`);
  await expectAccessible(page);
  const topics = page.getByRole('navigation', { name: 'Sujet' });
  await topics.getByRole('link', { name: 'Articles' }).click();
  await expect(changed).toHaveCount(0);
  await expect(corrected).toBeVisible();
  await topics.getByRole('link', { name: 'Réglages' }).click();
  await expect(changed).toBeVisible();
  await page.getByLabel('Personne').selectOption('Léa Martin');
  await expect(changed).toHaveCount(0);
  await page.getByLabel('Jusqu’au').fill('2020-01-01');
  await expect(page.getByText('Rien n’est enregistré pour ce choix.')).toBeVisible();
  await close();
});

test('the to-do list updates itself while the page stays open', async ({ page, site }) => {
  const { db, close } = createDb(site.databaseUrl);
  await page.clock.install();
  await enterOffice(page, site, 'iris@example.fr');
  const menu = page.getByRole('navigation', { name: 'Bureau' });
  const answer = page.getByRole('main').getByRole('link', { name: /^Répondre à \d+ messages?$/ });
  const count = async () => Number(/\d+/.exec((await answer.allInnerTexts()).join(''))?.[0] ?? 0);
  await expect(page.getByText('Chargement…')).toBeHidden();
  const before = await count();
  const write = () =>
    db.contactMessage.create({
      data: { email: 'jo@example.fr', subject: 'Bonjour', message: 'Bonjour', locale: 'fr' },
    });
  await write();
  await menu.getByRole('link', { name: 'À faire' }).click();
  await expect.poll(count).toBe(before + 1);
  await expect(menu.getByRole('link', { name: `Messages ${before + 1}` })).toBeVisible();
  // Without input the page refreshes within a minute, which does not keep the session alive.
  await write();
  const usedAt = new Date(Date.now() - 600_000);
  await db.staffSession.updateMany({ data: { usedAt } });
  await page.clock.fastForward(61_000);
  await expect.poll(count).toBe(before + 2);
  expect((await db.staffSession.findFirstOrThrow({ where: { usedAt } })).usedAt).toEqual(usedAt);
  await db.contactMessage.deleteMany({ where: { email: 'jo@example.fr' } });
  await close();
});

test('on a phone several parcels are sent, each with its number, and marked as delivered', async ({
  page,
  site,
}) => {
  const { db, close } = createDb(site.databaseUrl);
  const both = { id: { in: [1, 2] } };
  await db.order.updateMany({
    where: both,
    data: {
      status: 'waiting',
      printedAt: null,
      sentAt: null,
      postDate: null,
      trackingNumber: null,
      heldFor: null,
    },
  });
  await page.setViewportSize({ width: 360, height: 740 });
  const office = await enterOffice(page, site, 'anna@example.fr');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Préparer \d+ colis$/ })
    .click();
  await expect(
    page.getByRole('checkbox', { name: /^Cocher la commande/, checked: true }),
  ).toHaveCount(
    await db.order.count({
      where: { status: 'waiting', sentAt: null, printedAt: null, cancelledAt: null, heldFor: null },
    }),
  );
  await page.goto(`${office}/orders?status=waiting`);
  await expect(
    page.getByRole('navigation', { name: 'Statut des commandes' }).locator('[aria-current=page]'),
  ).toHaveText(/^À expédier \(\d+\)$/);
  await expect(page.getByLabel('Passées à partir du')).toBeHidden();
  const send = page.getByRole('button', { name: 'Marquer comme expédiées' });
  await expect(send).toBeHidden();
  const first = await page
    .getByRole('checkbox', { name: /^Cocher la commande/ })
    .first()
    .boundingBox();
  expect(first?.y ?? 740).toBeLessThan(300);
  await openMore(page);
  await page.getByRole('button', { name: 'Importer les numéros de suivi' }).click();
  const submit = page.getByRole('dialog').locator('button[type=submit]');
  expect((await submit.boundingBox())?.width).toBeLessThan(340);
  await page.getByRole('dialog').getByRole('button', { name: 'Retour' }).click();
  await page.getByRole('checkbox', { name: 'Cocher la commande 1' }).check();
  await page.getByRole('checkbox', { name: 'Cocher la commande 2' }).check();
  await expect(page.getByText('2 sélectionnées')).toBeVisible();
  await expect(send).toBeInViewport({ ratio: 1 });
  await send.click();
  const dialog = page.getByRole('dialog');
  const numbers = dialog.getByLabel(/^Numéro de suivi de la commande/);
  await expect(numbers).toHaveCount(2);
  await numbers.first().evaluate((element) => {
    const data = new DataTransfer();
    data.setData('text', '6A11111111111\n6A22222222222\n');
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await expect(numbers.first()).toHaveValue('6A11111111111');
  await expect(numbers.last()).toHaveValue('6A22222222222');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Marquer comme expédiées' }).click();
  await expect(page.getByText(/^Marquées comme expédiées/)).toBeInViewport();
  const sent = await db.order.findMany({
    where: both,
    select: { trackingNumber: true },
    orderBy: { id: 'asc' },
  });
  expect(sent.map(({ trackingNumber }) => trackingNumber)).toEqual([
    '6A11111111111',
    '6A22222222222',
  ]);

  await db.order.updateMany({
    where: both,
    data: { sentAt: new Date(Date.now() - 9 * 86_400_000) },
  });
  await page.goto(office);
  await page.getByRole('button', { name: /^Marquer comme livrée\s: 2$/ }).click();
  await expect(page.getByText(/^Marquée?s? comme livrées?\s: n°\s2\.$/)).toBeVisible();
  expect((await db.order.findUniqueOrThrow({ where: { id: 2 } })).status).toBe('delivered');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(page);
  await close();
});

test('a contact message is answered by e-mail', async ({ page, site }) => {
  const { db, close } = createDb(site.databaseUrl);
  const write = (subject: string, createdAt: Date) =>
    db.contactMessage.create({
      data: {
        email: 'ada@example.fr',
        subject,
        message: 'Bonjour,\n<i>quand ?</i>\nMa commande n° 2',
        locale: 'fr',
        createdAt,
      },
    });
  await write('Ma barre', new Date(Date.now() - 3 * 86_400_000));
  const { id: other } = await write('Mes balles', new Date());
  const office = await enterOffice(page, site, 'eva@example.fr');
  await page.getByRole('link', { name: 'Ma barre' }).click();
  await expect(page.getByRole('heading', { name: 'Ma barre' })).toBeVisible();
  await expect(page.getByText('<i>quand ?</i>')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Commande 2' })).toBeVisible();
  await expectAccessible(page);

  const answer = page.getByLabel('Votre réponse');
  await page.getByRole('button', { name: 'Répondre par e‑mail' }).click();
  await expect(answer).toBeFocused();
  await expect(answer).toHaveAccessibleDescription(/Ce champ est obligatoire\./);
  await expectAccessible(page);
  await answer.fill('B');
  await expect(page.getByText('Ce champ est obligatoire.')).toBeHidden();

  await page.getByLabel('Votre réponse').fill('Bonjour Ada,\nlundi.');
  await db.staffSession.deleteMany({});
  await page.getByRole('button', { name: 'Répondre par e‑mail' }).click();
  await page.getByRole('button', { name: 'Se connecter avec une clé d’accès' }).click();
  await expect(page.getByLabel('Votre réponse')).toHaveValue('Bonjour Ada,\nlundi.');
  await page.getByRole('button', { name: 'Répondre par e‑mail' }).click();
  await expect(page.getByText('Votre réponse part à l’adresse ada@example.fr.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Réponse de Léa Martin' })).toBeVisible();
  await expect(page.getByText('Votre réponse part à l’adresse')).toBeInViewport();
  await expect(page.getByLabel('Votre réponse')).toBeHidden();
  await page.getByRole('button', { name: 'Écrire de nouveau' }).click();
  await expect(page.getByLabel('Votre réponse')).toHaveValue('');
  const subjects = () =>
    site
      .emails()
      .filter(({ to }) => to.includes('ada@example.fr'))
      .map(({ subject }) => subject);
  await expect.poll(subjects).toEqual(['Re: Ma barre']);

  await page.goto(`${office}/messages/${other}`);
  await page.getByLabel('Votre réponse').fill('Pas encore envoyé');
  await page.getByRole('button', { name: 'Marquer comme traité' }).click();
  const asking = page.getByRole('dialog', { name: 'Fermer sans envoyer votre réponse ?' });
  await asking.getByRole('button', { name: 'Retour' }).click();
  await expect(page.getByLabel('Votre réponse')).toHaveValue('Pas encore envoyé');
  await page.getByRole('button', { name: 'Marquer comme traité' }).click();
  await asking.getByRole('button', { name: 'L’effacer et fermer' }).click();
  await expect(page.getByText('Message marqué comme traité. Aucun e‑mail ne part.')).toBeVisible();
  await expect(page.getByRole('term').filter({ hasText: 'Traité' })).toBeVisible();
  await page.getByRole('button', { name: 'Remettre à traiter' }).click();
  await expect(page.getByText('Le message est de nouveau à traiter.')).toBeVisible();
  await page.getByRole('button', { name: 'Écrire de nouveau' }).click();
  await page.getByRole('button', { name: 'Marquer comme traité' }).click();
  await expect(page.getByText('Message marqué comme traité. Aucun e‑mail ne part.')).toBeVisible();
  await page.getByRole('link', { name: 'Tous les messages' }).click();
  await expect(page.getByText(/^Aucun message à traiter\./)).toBeVisible();
  await page.getByRole('link', { name: 'Traités' }).first().click();
  await expect(page.getByRole('link', { name: 'Mes balles' })).toBeVisible();
  await expect(page.getByText('Bonjour, <i>quand ?</i> Ma commande n° 2').first()).toBeVisible();
  await page.setViewportSize({ width: 360, height: 780 });
  for (const path of ['/messages?state=answered', `/messages/${other}`]) {
    await page.goto(`${office}${path}`);
    await expect(page.locator('h1')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await expectAccessible(page);
  }
  await close();
});

test('an owner replaces a damaged parcel on a phone, and its buyer tracks the new one', async ({
  page,
  browser,
  site,
}) => {
  const { db, close } = createDb(site.databaseUrl);
  await db.order.update({
    where: { id: 1 },
    data: { status: 'delivered', sentAt: new Date(), postDate: new Date(), heldFor: null },
  });
  await page.setViewportSize({ width: 360, height: 740 });
  const office = await enterOffice(page, site, 'rose@example.fr');
  await page.goto(`${office}/orders/1`);
  await openMore(page);
  await page.getByRole('button', { name: 'Envoyer un remplacement' }).click();
  const dialog = page.getByRole('dialog');
  const create = dialog.getByRole('button', { name: 'Créer le remplacement' });
  await create.click();
  await expect(dialog.getByText('Ce champ est obligatoire.')).toBeVisible();
  await dialog.getByLabel('Motif').selectOption('damaged');
  await dialog.getByLabel('Note pour la boutique').fill('Carton écrasé');
  await expectAccessible(page);
  await create.click();
  await expect(page.getByText('Le remplacement est créé')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Envoyer un remplacement' })).toBeHidden();

  await page.goto(office);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Préparer \d+ colis$/ })
    .click();
  await expect(page.getByLabel(/^Cocher le remplacement R\d+$/)).toBeChecked();
  const openMoreOfIt = () =>
    page.getByRole('button', { name: /^Autres actions pour le remplacement R\d+$/ }).click();
  await page.goto(`${office}/orders/1`);
  await openMoreOfIt();
  await page.getByRole('button', { name: 'Corriger son adresse' }).click();
  await dialog.getByLabel('Nom', { exact: true }).fill('Lefebvre');
  await dialog.getByRole('button', { name: 'Enregistrer l’adresse' }).click();
  await expect(page.getByText('L’adresse est corrigée.')).toBeVisible();
  await page.goto(`${office}/orders?status=waiting`);
  await page.getByLabel(/^Cocher le remplacement R\d+$/).check();
  await page.getByRole('button', { name: 'Préparer les colis' }).click();
  await expect(page.getByRole('button', { name: 'Imprimer' })).toBeVisible();
  await expect(page.getByText('Expéditeur').first()).toBeVisible();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Fichier transporteur' }).click();
  const path = await (await file).path();
  expect(readFileSync(path, 'utf8')).toMatch(/\r\nR\d+;[^;]+;Lefebvre;/);
  await expect(page.getByText('Fichier téléchargé.')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(page);
  await page.goto(`${office}/orders/1`);
  await page.getByRole('button', { name: 'Marquer comme expédié', exact: true }).click();
  await dialog.getByLabel('Transporteur', { exact: true }).selectOption('colissimo');
  await dialog.getByLabel('Numéro de suivi').fill('6A33333333333');
  await dialog.getByRole('button', { name: 'Marquer le remplacement comme expédié' }).click();
  await expect(page.getByText('Le remplacement est marqué comme expédié')).toBeVisible();
  const history = page.getByRole('region', { name: 'Historique' });
  await expect(
    history.getByText('Remplacement marqué comme expédié · 6A33333333333'),
  ).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(page);
  await expect(page.getByText('Remplacement en route')).toBeVisible();
  await page.getByRole('button', { name: 'Marquer comme livré', exact: true }).click();
  await expect(page.getByText('Le remplacement est marqué comme livré.')).toBeVisible();
  await openMoreOfIt();
  await page.getByRole('button', { name: 'Annuler sa livraison' }).click();
  await dialog.getByRole('button', { name: 'Annuler sa livraison' }).click();
  await expect(page.getByText('Le remplacement n’est plus marqué comme livré.')).toBeVisible();
  await openMoreOfIt();
  await page.getByRole('button', { name: 'Changer son suivi' }).click();
  await dialog.getByLabel('Numéro de suivi').fill('6A44444444444');
  await dialog.getByRole('button', { name: 'Changer le suivi' }).click();
  await expect(history.getByText('Suivi du remplacement changé · 6A44444444444')).toBeVisible();

  const { userId } = await db.order.findUniqueOrThrow({ where: { id: 1 } });
  const { email } = await db.user.findUniqueOrThrow({ where: { id: userId ?? 0 } });
  const buyer = await browser.newPage({
    baseURL: site.origin,
    viewport: { width: 360, height: 780 },
  });
  await signIn(buyer.context(), { email }, DEMO_PASSWORD);
  await buyer.goto('/fr/profil/commandes/1');
  await expect(buyer.getByRole('heading', { name: 'Votre colis de remplacement' })).toBeVisible();
  await expect(buyer.getByText('6A44444444444')).toBeVisible();
  await expectAccessible(buyer);
  await buyer.close();
  await close();
});

test('a buyer reviews an item on a phone, and the owner publishes and declines it', async ({
  page,
  browser,
  site,
}) => {
  const buyer = await browser.newPage({
    baseURL: site.origin,
    viewport: { width: 360, height: 780 },
  });
  // Earlier tests sent this order again and delivered another one.
  const { db, close } = createDb(site.databaseUrl);
  await db.order.updateMany({
    where: { id: { not: 1 } },
    data: { status: 'waiting', postDate: null },
  });
  await db.order.update({
    where: { id: 1 },
    data: { status: 'delivered', postDate: new Date(), heldFor: null },
  });
  await close();
  await signIn(buyer.context(), { email: 'member@agres.test' }, DEMO_PASSWORD);
  await buyer.goto('/fr/profil');
  const link = buyer.getByRole('link', { name: /^Mon avis sur la commande/ });
  // The link is there only for the order that has arrived.
  await expect(link).toHaveCount(1);
  await link.click();
  await expect(buyer.getByRole('heading', { level: 2, name: 'Mon avis' })).toBeInViewport();
  await buyer.getByRole('button', { name: 'Donner mon avis' }).click();
  const form = buyer.getByRole('form', { name: 'Mon avis' });
  await form.getByRole('button', { name: 'Envoyer mon avis' }).click();
  await expect(form).toContainText('Choisissez une note, de 1 à 5 étoiles.');
  await form.getByRole('radio', { name: '2 étoiles' }).check();
  const text = form.getByRole('textbox', { name: 'Mon avis' });
  await text.fill('Moins cher sur exemple.fr');
  await expect(form.getByLabel('Prénom affiché avec l’avis')).toHaveValue('Camille');
  await expect(text).toHaveAccessibleDescription(/Texte simple uniquement\s: retirez les liens/);
  await text.fill('Elles s’usent vite.\nLe grip est bon.');
  await expectAccessible(buyer);
  expect(await buyer.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await form.getByRole('button', { name: 'Envoyer mon avis' }).click();
  await expect(buyer.getByText('Merci ! Nous le lirons avant de le publier.')).toBeVisible();

  const office = await enterOffice(page, site, 'avis@example.fr');
  await page.getByRole('link', { name: 'Lire 1 avis' }).click();
  const card = page.getByRole('article').filter({ hasText: 'Elles s’usent vite.' });
  await expect(card).toContainText('2 étoiles');
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Publier l’avis de Camille' }).click();
  await expect(page.getByText('L’avis de Camille est publié.')).toBeVisible();
  await expect(page.getByText('Aucun avis à approuver.')).toBeVisible();
  await expect(page.getByText(/^moyenne de \d+ avis publiés?$/)).toBeVisible();

  const itemPath = await buyer.evaluate(async () => {
    const items: { id: number; title: { fr: string } }[] = await (await fetch('/api/items')).json();
    return `/fr/boutique/materiel/${items.find(({ title }) => title.fr.includes('balles'))?.id}`;
  });
  const visitor = await browser.newPage({ baseURL: site.origin });
  await expect(async () => {
    await visitor.goto(itemPath);
    await expect(visitor.getByText('Elles s’usent vite.')).toBeVisible({ timeout: 100 });
  }).toPass({ timeout: 5000 });
  const review = visitor.getByRole('article').filter({ hasText: 'Elles s’usent vite.' });
  await expect(review).toContainText('2 étoiles sur 5');
  await expect(review).toContainText('Camille');
  await expect(review).toContainText(/Publié le .+, acheté le /);
  // A label marks demonstration reviews, which have no date.
  await expect(visitor.getByText('Les avis sans date sont des exemples')).toBeVisible();
  await expect(visitor.getByText(/Publié le .+, acheté le /)).toHaveCount(1);
  await expect(visitor.getByRole('link', { name: /Note\s: 2,0 sur 5, 1 avis/ })).toBeVisible();
  await expectAccessible(visitor);

  await page.goto(`${office}/reviews?state=published`);
  await card.getByRole('button', { name: /^Retirer/ }).click();
  const declining = page.getByRole('dialog', { name: 'Retirer l’avis de Camille' });
  await declining.getByRole('button', { name: 'Refuser et envoyer le motif' }).click();
  await expect(declining.getByLabel('Motif du refus')).toHaveAccessibleDescription(
    /Saisissez au moins \d+\scaractères/,
  );
  await declining.getByLabel('Motif du refus').fill('Votre avis parle d’un autre article.');
  await declining.getByRole('button', { name: 'Refuser et envoyer le motif' }).click();
  await expect(page.getByText('L’avis de Camille est refusé.')).toBeVisible();
  await buyer.reload();
  await expect(buyer.getByText('Votre avis parle d’un autre article.')).toBeVisible();
  await buyer.getByRole('button', { name: 'Supprimer mon avis' }).click();
  await buyer.getByRole('button', { name: 'Supprimer définitivement' }).click();
  await expect(buyer.getByRole('button', { name: 'Donner mon avis' })).toBeVisible();
  for (const opened of [buyer, visitor]) await opened.close();
});

test('a declaration is accepted for its contract, and its goods are returned', async ({
  page,
  request,
  member,
  site,
}) => {
  const { db, close } = createDb(site.databaseUrl);
  await signIn(page.context(), member);
  await beginPurchase(page, 'fr', BALLS.fr);
  await fillDelivery(page, 'fr');
  await payWith(page, 'fr', CARDS.good);
  await expect(page.getByRole('status').filter({ hasText: SHOP_WORDS.fr.bought })).toBeVisible();
  const order = Number(new URL(page.url()).searchParams.get('order'));
  await db.order.update({ where: { id: order }, data: { sentAt: new Date() } });
  await withdrawByCall(request, {
    reference: `commande ${order}`,
    name: 'Camille Roussel',
    email: member.email,
  });

  await enterOffice(page, site, 'ana@example.fr');
  const { id } = await db.declaration.findFirstOrThrow({ orderBy: { id: 'desc' } });
  await page.getByRole('link', { name: `Rétractation n° ${id}` }).click();
  await expect(page.locator('h1')).toContainText(String(id));
  await expect(page.getByText('À traiter au plus tard le')).toBeVisible();
  await expectAccessible(page);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Accepter' }).click();
  await expect(dialog.getByRole('radio', { name: `Commande ${order}` })).toBeChecked();
  await expect(dialog).toContainText('Le remboursement part quand vous enregistrez le retour ici.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Accepter' }).click();
  await expect(page.getByText('Acceptée. L’acheteur reçoit un e‑mail')).toBeVisible();
  await expect(page.getByText(`Acceptée pour la commande ${order}`)).toBeVisible();

  const marks = page.getByRole('main').locator('span.rounded-pill');
  await page.getByRole('link', { name: `Commande ${order}` }).click();
  await expect(marks).toHaveText(['Expédiée', 'Retour attendu']);
  await page.getByRole('link', { name: `Rétractation n° ${id}` }).click();

  await expect(page.getByRole('definition').filter({ hasText: `${BALLS.fr} · ` })).toBeVisible();
  await page.getByRole('button', { name: 'L’article est revenu' }).click();
  await dialog.getByRole('radio', { name: 'Utilisé au-delà' }).check();
  await dialog.getByLabel('Somme retenue').fill('999,00');
  await dialog
    .getByRole('textbox', { name: 'Motif' })
    .fill('Une balle est percée de part en part.');
  await dialog.getByRole('button', { name: /^Rembourser/ }).click();
  await expect(dialog.getByRole('alert')).toContainText('vous ne pouvez pas retenir plus');
  await expect(dialog.getByRole('textbox', { name: 'Motif' })).toHaveValue(
    'Une balle est percée de part en part.',
  );
  await expectAccessible(page);
  await dialog.getByLabel('Somme retenue').fill('5,00');
  await dialog.getByRole('radio', { name: 'Pas notre article' }).check();
  await expect(dialog.getByRole('button', { name: 'Refuser la demande' })).toBeVisible();
  await dialog.getByRole('radio', { name: 'Utilisé au-delà' }).check();
  await dialog.getByRole('button', { name: /^Rembourser \d+,\d\d\s€$/ }).click();
  await expect(page.getByText('C’est noté.')).toBeVisible();
  // A process of the site sends the refund, once it polls for work.
  const refunded = page.getByText(/^Remboursement de .* demandé, retenue de 5,00\s€/);
  await expect(refunded).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Close : l’article est revenu')).toBeVisible();
  await expect(page.getByRole('button', { name: 'L’article est revenu' })).toBeHidden();
  const refund = await db.refund.findFirstOrThrow({ where: { orderId: order } });
  const { amountCents } = await db.order.findUniqueOrThrow({ where: { id: order } });
  expect(refund.amountCents).toBe(amountCents - 500);

  await db.order.update({
    where: { id: order },
    data: { refundedCents: amountCents - 500 },
  });
  await page.getByRole('link', { name: `Commande ${order}` }).click();
  await expect(marks).toHaveText(['Retournée', 'Remboursée en partie']);
  await expect(page.getByRole('button', { name: 'Marquer comme livrées' })).toBeHidden();
  await expect(
    page.getByRole('region', { name: 'Historique' }).getByText(`Rétractation, demande ${id}`),
  ).toBeVisible();
  await close();
});

test('a declaration closed by another person meanwhile shows an error, and the input stays', async ({
  page,
  site,
}) => {
  await enterOffice(page, site, 'eva@example.fr');
  await page.getByRole('link', { name: /^Rétractations/ }).click();
  await page.getByRole('button', { name: 'Saisir une demande' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Envoyée le').fill('2026-01-05');
  await dialog.getByLabel('Prénom et nom').fill('Ada Lovelace');
  await dialog.getByRole('button', { name: 'Saisir une demande' }).click();
  await expect(dialog.getByText('Ce champ est obligatoire.')).toBeVisible();
  await dialog.getByLabel('Le contrat, comme').fill('le tapis de l’automne');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Saisir une demande' }).click();
  const recorded = page.getByRole('status').getByRole('link');
  await expect(page.getByText('En retard')).toBeVisible();
  const id = (/\d+/.exec((await recorded.textContent()) ?? '') ?? [''])[0];
  await recorded.click();
  await expect(page.getByText('Enregistrée : reçue par courrier')).toBeVisible();

  await page.getByRole('button', { name: 'Refuser la demande' }).click();
  const reason = 'Le délai a pris fin le 12 décembre 2025.';
  await dialog.getByRole('textbox', { name: 'Motif' }).fill(reason);
  shop(site, 'declarations', 'close', id, '--reason', 'Answered on the telephone');
  await dialog.getByRole('button', { name: 'Refuser la demande' }).click();
  await expect(dialog.getByRole('alert')).toContainText(`La demande ${id} a été close`);
  await expect(dialog.getByRole('textbox', { name: 'Motif' })).toHaveValue(reason);
  await dialog.getByRole('button', { name: 'Retour' }).click();
  await expect(page.getByText('Answered on the telephone')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refuser la demande' })).toBeHidden();
});

test('an owner uploads a picture, and its item shows it on the site', async ({ page, site }) => {
  const office = await enterOffice(page, site, 'zoe@example.fr');
  await page.goto(`${office}/do/items.set?item=1`);
  await page.getByLabel('Titre en français').fill('Balles neuves');
  const files = page.getByLabel('Ajouter des images');
  await files.setInputFiles({
    name: 'photo.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('This is text.'),
  });
  await expect(page.getByRole('alert')).toContainText('Ce n’est pas une image');
  await files.setInputFiles(
    ['chalk-1-400.webp', 'default-400.webp'].map((name) =>
      join(ROOT, 'apps/web/public/pictures/items', name),
    ),
  );
  await expect(page.getByRole('alert')).toHaveCount(0);
  const pictures = page.getByRole('img', { name: /^Image \d$/ });
  await expect(pictures).toHaveCount(2, { timeout: 30_000 });
  const [first, second] = await Promise.all(
    [0, 1].map((index) => pictures.nth(index).getAttribute('src')),
  );
  expect(first).toMatch(/^\/pictures\/stored\/[\da-f]{32}\/400x400\.webp$/);
  await expect
    .poll(() => pictures.first().evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(400);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Image 1 Couverture' }).press('Enter');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Reculer l’image 1' }).press('Enter');
  await expect(pictures.first()).toHaveAttribute('src', second ?? '');
  const back = page.getByRole('button', { name: 'Reculer l’image 2' });
  await expect(back).toBeFocused();
  await expect(back).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Mettre en couverture' }).click();
  await expect(pictures.first()).toHaveAttribute('src', first ?? '');
  await pictures.nth(1).dragTo(pictures.first());
  await expect(pictures.first()).toHaveAttribute('src', second ?? '');
  await page.getByRole('button', { name: 'Retirer l’image 1' }).click();
  await expect(pictures).toHaveCount(1);
  await expect(page.getByLabel('Titre en français')).toHaveValue('Balles neuves');
  await page.getByRole('button', { name: 'Modifier un article' }).click();
  await expect(page.getByText('C’est fait.')).toBeVisible();

  await page.goto(`${site.origin}/fr/boutique/materiel/1`);
  const shown = page.getByRole('img', { name: 'Balles neuves' }).first();
  await expect(shown).toHaveAttribute('src', first ?? '');
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  expect(await shown.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/\.avif$/);
});

test('sales are paused with a message, and a question is added to the FAQ', async ({
  page,
  member,
  site,
}) => {
  await signIn(page.context(), member);
  const shopper = await page.context().newPage();
  await beginPurchase(shopper, 'fr', BALLS.fr);
  await fillDelivery(shopper, 'fr');
  await enterOffice(page, site, 'ines@example.fr');
  await page.getByRole('link', { name: 'Réglages' }).click();
  await expect(page.getByRole('heading', { name: 'Boutique ouverte' })).toBeVisible();
  await page.getByRole('button', { name: 'Suspendre les ventes…' }).click();
  await page.getByLabel('Message aux visiteurs, en français').fill('Inventaire : retour lundi.');
  await page.reload();
  await expect(page.getByLabel('Message aux visiteurs, en français')).toHaveValue(
    'Inventaire : retour lundi.',
  );
  await page.getByRole('button', { name: 'Suspendre les ventes', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Les ventes sont en pause' })).toBeVisible();
  await expect(page.getByText('Les ventes sont en pause.')).toBeVisible();
  await expectAccessible(page);

  // A form that was already open shows the text and does not pay.
  await payWith(shopper, 'fr', CARDS.good);
  await expect(shopper.getByRole('alert')).toHaveText('Inventaire : retour lundi.');
  await expect
    .poll(async () => {
      await shopper.reload();
      return shopper.getByRole('button', { name: SHOP_WORDS.fr.confirm }).count();
    })
    .toBe(0);
  await expect(shopper.getByText('Inventaire : retour lundi.').first()).toBeVisible();
  await expectAccessible(shopper);
  const promise = shopper.getByText(/au plus tard le \d/);
  await expect(promise).toHaveCount(0);
  await shopper.goto(site.origin + new URL(shopper.url()).pathname);
  await expect(shopper.getByText('Inventaire : retour lundi.')).toBeVisible();
  await expect(shopper.getByText('Livraison en point relais')).toBeVisible();
  await expect(promise).toHaveCount(0);
  await shopper.goto(`${site.origin}/fr/s-abonner`);
  await expect(shopper.getByText('Inventaire : retour lundi.').first()).toBeVisible();
  await expect(shopper.getByText('Ce que vous recevez aujourd’hui')).toHaveCount(0);

  await page.getByRole('link', { name: 'À faire' }).click();
  await expect(page.getByRole('heading', { name: 'Les ventes sont en pause' })).toBeVisible();
  await page.getByRole('link', { name: 'Reprendre les ventes' }).click();
  await page.getByRole('button', { name: 'Reprendre les ventes' }).click();
  await expect(page.getByText('La boutique vend de nouveau.')).toBeInViewport();
  await expect(page.getByLabel('Message aux visiteurs, en français')).toBeHidden();
  await page.getByRole('button', { name: 'Suspendre les ventes…' }).click();
  await expect(page.getByLabel('Message aux visiteurs, en français')).toHaveValue('');
  await page.getByRole('button', { name: 'Annuler' }).click();

  await page.goto(new URL('/do/faq.add', page.url()).href);
  await expect(page.getByLabel('Question en français')).toBeFocused();
  await expect(page.getByLabel('Question en français')).toBeInViewport();
  await page.getByRole('button', { name: 'Annuler' }).click();
  const add = async (question: string) => {
    await page.getByRole('button', { name: 'Ajouter une question' }).click();
    await page.getByLabel('Question en français').fill(question);
    await page.getByLabel('Réponse en français').fill('Oui.\n\n<script>alert(1)</script>');
    await page.getByLabel('Question en anglais').fill(`${question} (English)`);
    await page.getByRole('button', { name: 'Ajouter à la FAQ' }).click();
    await expect(page.getByLabel('Réponse en anglais')).toBeFocused();
    await page.getByLabel('Réponse en anglais').fill('Yes.');
    await page.getByRole('button', { name: 'Ajouter à la FAQ' }).click();
    await expect(page.getByRole('heading', { name: question })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: question })).toBeFocused();
  };
  await add('Livrez-vous en Suisse ?');
  await add('Vendez-vous des cordes ?');
  await page.getByRole('button', { name: 'Monter Vendez-vous des cordes ?' }).focus();
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('button', { name: 'Descendre Vendez-vous des cordes ?' }),
  ).toBeFocused();
  await expectAccessible(page);

  await shopper.goto(`${site.origin}/fr/faq`);
  const questions = shopper.getByRole('region', { name: 'Autres questions' }).locator('summary');
  await expect(questions).toHaveText(['Vendez-vous des cordes ?', 'Livrez-vous en Suisse ?']);
  await questions.first().click();
  await expect(shopper.getByText('<script>alert(1)</script>').first()).toBeVisible();
  await questions.last().click();
  await expect(shopper.locator('details[open]')).toHaveCount(1);
  await expectAccessible(shopper);

  await page.getByRole('button', { name: 'Modifier : Livrez-vous en Suisse ?' }).click();
  await page.getByLabel('Question en français').fill('Livrez-vous en Belgique ?');
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Livrez-vous en Belgique ?' })).toBeVisible();
  await page.getByRole('button', { name: 'Retirer : Livrez-vous en Belgique ?' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retirer' }).click();
  await expect(page.getByText('La question est retirée.')).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'Livrez-vous en Belgique ?' })).toBeHidden();

  const lost = 'Comment récupérer mon mot de passe ?';
  await page.getByRole('button', { name: `Modifier : ${lost}` }).click();
  await page.getByLabel('Question en français').fill('Mot de passe perdu ?');
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await page
    .getByRole('button', { name: 'Rétablir le texte du site : Mot de passe perdu ?' })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rétablir' }).click();
  await expect(page.getByRole('heading', { name: lost })).toBeVisible();

  await page.getByRole('heading', { name: 'Livraison' }).click();
  const area = page.getByRole('group', { name: 'France métropolitaine' });
  await area.getByRole('button', { name: 'Modifier' }).click();
  await expect(area.getByLabel('Frais, en euros')).toBeFocused();
  await area.getByLabel('Promis : de (j)').fill('trois');
  await area.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(area.getByRole('alert')).toHaveText(
    /^Promis\s: de \(j\)\s: Saisissez un nombre entier\.$/,
  );
  await expect(area.getByLabel('Promis : de (j)')).toBeFocused();
  await area.getByLabel('Promis : de (j)').fill('9');
  await area.getByLabel('Promis : à (j)').fill('2');
  await area.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(area.getByLabel('Promis : à (j)')).toBeFocused();
  await expect(area.getByText('Pas avant le premier jour.', { exact: true })).toBeVisible();
});

test('the owner completes the seller’s data; invoices are issued, and the buyer sees one', async ({
  page,
  browser,
  site,
}) => {
  const { db, close } = createDb(site.databaseUrl);
  await enterOffice(page, site, 'eva@example.fr');
  await expect(
    page.getByRole('heading', { name: /^Obligations légales à compléter \(\d+\)$/ }),
  ).toBeVisible();
  await expect(
    page.getByText(/^Aucune facture n’est établie .* saisi\s: Adresse, Immatriculation\.$/),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Dire si vous facturez la TVA' }).click();
  await expect(
    page.getByText('Aucune facture n’est établie tant que vous n’avez pas dit'),
  ).toBeVisible();

  await page.getByRole('radio', { name: 'Oui : mes prix comprennent la TVA' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.type('vingt');
  await page.keyboard.press('Enter');
  const rate = page.getByLabel('Taux en pour cent');
  await expect(rate).toBeFocused();
  await expect(rate).toHaveValue('vingt');
  await expect(page.getByRole('alert')).toContainText('Saisissez un taux supérieur à 0');
  await expectAccessible(page);
  await rate.fill('20');
  const other = page.getByLabel('Taux des abonnements, s’il est différent');
  await other.fill('dix');
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect(other).toBeFocused();
  await other.fill('10');
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect(
    page.getByText(/^Les prix comprennent la TVA à 20.*abonnements sont soumis à 10/),
  ).toBeVisible();
  await expect(page.getByText('Enregistré.', { exact: true })).toBeVisible();

  const email = 'member@agres.test';
  const { id } = await db.order.findFirstOrThrow({ where: { user: { email } } });
  await db.order.update({ where: { id }, data: { orderDate: new Date(Date.now() - 120_000) } });
  // The seller is an example: the shop numbers no invoice, and the buyer reads that it follows.
  expect(await makeInvoices({ db, clock: () => new Date() })).toBe(0);
  const buyer = await browser.newPage({ baseURL: site.origin });
  await signIn(buyer.context(), { email }, DEMO_PASSWORD);
  await buyer.goto(`/fr/profil/commandes/${id}`);
  await expect(buyer.getByText(/^Votre facture suivra/)).toBeVisible();
  await page.getByRole('link', { name: 'Saisir ce qui manque' }).click();
  for (const [label, text] of [
    ['Immatriculation', 'RCS Lyon 123 456 789'],
    ['Numéro de TVA', 'FR12 123 456 789'],
    ['Adresse', '12 quai Neuf, 69002 Lyon, France'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(text);
  }
  const seller = page.locator('#seller');
  await seller.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect(seller.getByText('Enregistré.')).toBeVisible();
  await expect(seller.getByText('RCS Lyon 123 456 789')).toBeVisible();
  await expect(seller.getByRole('button', { name: 'Modifier' })).toBeFocused();
  await page.getByRole('link', { name: 'Comptabilité', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Saisir ce qui manque' })).toBeHidden();
  await makeInvoices({ db, clock: () => new Date() });
  const invoice = await db.invoice.findFirstOrThrow({ where: { orderId: id, kind: 'invoice' } });
  await page.reload();
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Facture', exact: false }).last().click(),
  ]);
  await expect(opened.getByRole('heading', { level: 1 })).toContainText('Facture n°');
  await expect(opened.getByText('Agrès SAS')).toBeVisible();
  await expect(opened.getByText('12 quai Neuf')).toBeVisible();
  await expectAccessible(opened);
  await opened.close();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Autres actions' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Commandes (CSV)' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^commandes-\d{4}-\d{2}\.csv$/);
  const [head, first] = readFileSync(await file.path(), 'utf8').split('\r\n');
  expect(head).toMatch(/^\uFEFFCommande;Passée le;État;.*;Compte Stripe;Paiement$/);
  expect(first).toMatch(
    /^\d+;\d{4}-\d{2}-\d{2};(?:À expédier|Expédiée);.*;(?:France métropolitaine|Europe);\d+,\d{2};/,
  );
  const row = page.getByRole('row', { name: 'Total' });
  await expect(row).toContainText('€');
  await expect(page.getByText('Viré sur votre compte')).toBeVisible();

  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('button', { name: 'Other actions' }).click();
  const [english] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Orders (CSV)' }).click(),
  ]);
  const { itemTitleEn } = await db.order.findUniqueOrThrow({ where: { id } });
  const line = readFileSync(await english.path(), 'utf8').match(new RegExp(`^${id},.*$`, 'm'))?.[0];
  expect(line).toContain(`,${itemTitleEn},`);
  expect(line).toMatch(/,(?:Metropolitan France|Europe),\d+\.\d{2},/);
  await expect(page.getByRole('rowheader', { name: itemTitleEn })).toBeVisible();

  await buyer.reload();
  const link = buyer.getByRole('link', { name: 'Facture n°' });
  await expect(link).toHaveAttribute('href', `/invoices/${invoice.id}`);
  await buyer.goto(`/invoices/${invoice.id}`);
  await expect(buyer.getByText('TVA 20')).toBeVisible();
  await buyer.close();
  await close();
});

test('a draft is saved in one language, and published in both', async ({ page, site }) => {
  const { db, close } = createDb(site.databaseUrl);
  const office = await enterOffice(page, site, 'ugo@example.fr');
  await page.goto(`${office}/articles/new`);
  await page.getByLabel('Titre en français').fill('Bien respirer');
  await page.getByRole('textbox', { name: 'Texte en français' }).fill('Doucement.');
  await page.getByRole('button', { name: 'Créer l’article du blog' }).click();
  await expect(page.getByRole('heading', { name: 'Bien respirer' })).toBeVisible();
  await page.getByRole('button', { name: 'Publier maintenant' }).click();
  await expect(page.getByLabel('Titre en anglais')).toBeFocused();
  await expect(
    page.getByText(/^À corriger\s: Titre en anglais, Texte en anglais\.$/),
  ).toBeVisible();
  await expectAccessible(page);
  const draft = () => db.article.findFirstOrThrow({ where: { titleFr: 'Bien respirer' } });
  expect(await draft()).toMatchObject({ titleEn: '', publishedAt: null });
  await page.getByRole('button', { name: /^Copier les textes français/ }).click();
  await expect(page.getByLabel('Titre en anglais')).toHaveValue('Bien respirer');
  await expect(page.getByText(/^À corriger/)).toBeHidden();
  await page.getByLabel('Titre en anglais').fill('Breathing well');
  await page.getByRole('textbox', { name: 'Texte en anglais' }).fill('Gently.');
  await page.getByRole('button', { name: 'Enregistrer et publier maintenant' }).click();
  await expect(page.getByText('Il est sur le site.')).toBeVisible();
  expect((await draft()).publishedAt).not.toBeNull();

  // Someone who writes only French publishes it in English too.
  await page.goto(`${office}/articles/new`);
  await page.getByLabel('Titre en français').fill('Bien marcher');
  await page.getByRole('textbox', { name: 'Texte en français' }).fill('Pas à pas.');
  await page.getByRole('button', { name: 'Créer l’article du blog' }).click();
  await page.getByRole('button', { name: 'Publier maintenant' }).click();
  await page
    .getByRole('button', { name: 'Publier avec le texte français aussi en anglais' })
    .click();
  await expect(page.getByText('Il est sur le site.')).toBeVisible();
  const titles = ['Bien respirer', 'Bien marcher'];
  expect(await db.article.findFirst({ where: { titleFr: 'Bien marcher' } })).toMatchObject({
    titleEn: 'Bien marcher',
    contentEn: '<p>Pas à pas.</p>',
    publishedAt: expect.any(Date),
  });
  await db.article.deleteMany({ where: { titleFr: { in: titles } } });
  await close();
});

test('an item with two options and three pictures is created on a phone, and shown on the site', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const office = await enterOffice(page, site, 'mia@example.fr');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Articles' }).click();
  await page.getByRole('link', { name: 'Nouvel article' }).click();
  const create = page.getByRole('button', { name: 'Créer l’article' });
  await create.click();
  await expect(page.getByText('Ce champ est obligatoire.', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText(/^À corriger\s: Titre en français, Prix\.$/);
  await expect(page.getByRole('button', { name: /à corriger/ })).toHaveCount(1);
  const wrong = await page.getByLabel('Titre en français').boundingBox();
  const bar = await page.getByRole('alert').boundingBox();
  expect((wrong?.y ?? 0) + (wrong?.height ?? 740)).toBeLessThan(bar?.y ?? 0);
  await expectAccessible(page);

  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(create).toBeInViewport();
  await page.getByLabel('Titre en français').fill('Élastique de force');
  await page.getByLabel('Prix').fill('19,9O');
  await page.getByRole('textbox', { name: 'Description en français' }).fill('Un élastique.');
  await page.getByRole('button', { name: /^Anglais · à remplir/ }).click();
  await expect(page.getByLabel('Titre en français')).toBeHidden();
  await page.getByLabel('Titre en anglais').fill('Strength band');
  await page.getByRole('textbox', { name: 'Description en anglais' }).fill('A band.');
  await page.getByRole('button', { name: 'Français' }).click();
  const only = page.getByRole('group', { name: 'Option 1' });
  await expect(only.getByLabel('Nom en anglais')).toHaveValue('One size');
  await only.getByLabel('Nom en français').fill('6 mm');
  await expect(only.getByLabel('Nom en anglais')).toHaveValue('');
  await only.getByLabel('Nom en français').fill('Modèle unique');
  await page.getByRole('button', { name: 'Ajouter une option' }).click();
  await expect(only.getByLabel('Nom en français')).toHaveValue('');
  const options = [
    [1, 'Léger', 'Light'],
    [2, 'Lourd', 'Heavy'],
  ] as const;
  const group = (number: number) => page.getByRole('group', { name: `Option ${number}` });
  for (const [number, fr] of options) {
    await group(number).getByLabel('Nom en français').fill(fr);
    await group(number).getByLabel('Stock').fill('4');
  }
  await page.getByRole('button', { name: /^Anglais/ }).click();
  for (const [number, , en] of options) await group(number).getByLabel('Nom en anglais').fill(en);
  await page
    .getByLabel('Ajouter des images')
    .setInputFiles(
      ['chalk-1-400.webp', 'default-400.webp', 'chalk-1-400.webp'].map((name) =>
        join(ROOT, 'apps/web/public/pictures/items', name),
      ),
    );
  await expect(page.getByRole('img', { name: /^Image \d$/ })).toHaveCount(3, {
    timeout: 30_000,
  });
  await page.getByRole('button', { name: 'Image 2' }).click();
  await page.getByLabel('Image de l’option').selectOption('Lourd');
  await expect(page.getByRole('button', { name: 'Image 2 Lourd' })).toBeVisible();
  await create.click();
  await expect(
    page.getByText('Saisissez un montant en euros, par exemple 19,99.', { exact: true }),
  ).toBeVisible();
  await expect(page.getByLabel('Prix')).toBeFocused();
  await page.getByLabel('Prix').fill('19,90');
  await create.click();
  await expect(page.getByLabel('Type d’option, en français')).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel('Type d’option, en français').fill('Résistance');
  await page
    .getByRole('group', { name: 'Langue des textes' })
    .getByRole('button', { name: /^Anglais/ })
    .click();
  await page.getByLabel('Type d’option, en anglais').fill('Resistance');
  await create.click();
  await expect(page.getByRole('heading', { name: 'Élastique de force' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.getByLabel('Titre en français').scrollIntoViewIfNeeded();
  const save = page.getByRole('button', { name: 'Enregistrer', exact: true });
  await expect(save).toHaveCount(0);
  await expectAccessible(page);

  const draftPath = `/fr/boutique/materiel/${/\d+$/.exec(new URL(page.url()).pathname)?.[0]}`;
  expect((await page.request.get(`${site.origin}${draftPath}`)).status()).toBe(404);
  await page.getByRole('button', { name: 'Aperçu' }).click();
  const shownDraft = page.getByRole('dialog');
  await expect(shownDraft.getByRole('heading', { name: 'Élastique de force' })).toBeVisible();
  await expect(shownDraft.getByText(/19,90\s€/)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(page);
  await shownDraft.getByRole('button', { name: /^Anglais/ }).click();
  await expect(shownDraft.getByText('A band.')).toBeVisible();
  await shownDraft.getByRole('button', { name: 'Fermer l’aperçu' }).click();
  await page.getByRole('button', { name: 'Publier maintenant' }).click();
  await expect(page.getByText('Il est sur le site.')).toBeVisible();

  await page.getByLabel('Prix').fill('9,90');
  await expect(save).toBeInViewport();
  await save.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('19,90');
  await dialog.getByRole('button', { name: 'Oui, mettre ce prix' }).click();
  await expect(page.getByText('Enregistré.')).toBeVisible();
  await page.getByRole('button', { name: 'Corriger le stock : Lourd' }).click();
  await dialog.getByLabel('Retirer').check();
  await expect(dialog.getByLabel('Pourquoi').getByRole('option')).toHaveText([
    'Perte ou casse',
    'Autre',
  ]);
  await dialog.getByLabel('Combien').fill('9');
  await dialog.getByLabel('Note (facultative)').fill('Une casse');
  await dialog.getByRole('button', { name: 'Enregistrer le stock' }).click();
  await expect(dialog.getByLabel('Combien')).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog).not.toContainText(/[-−]5/);
  await dialog.getByLabel('Combien').fill('1');
  await dialog.getByRole('button', { name: 'Enregistrer le stock' }).click();
  await expect(page.getByText('Lourd : 3 en stock.')).toBeVisible();

  const itemUrl = page.url();
  await page.goto(`${office}/items/stock`);
  await page.getByRole('link', { name: /^Stock faible/ }).click();
  const numberOf = (remaining: number) =>
    page.getByRole('button', {
      name: `Corriger le stock : Élastique de force · Lourd, ${remaining}`,
    });
  await numberOf(3).click();
  await dialog.getByLabel('Ajouter').check();
  await dialog.getByLabel('Combien').fill('1');
  await dialog.getByRole('button', { name: 'Enregistrer le stock' }).click();
  await expect(page.getByText('Lourd : 4 en stock.')).toBeVisible();
  await page.getByRole('link', { name: 'Stock', exact: true }).click();
  const numbers = page.getByRole('button', { name: /^Corriger le stock/ });
  const all = await numbers.count();
  const search = page.getByRole('searchbox', { name: 'Chercher un article' });
  await search.fill('elastique de FORCE');
  await search.press('Enter');
  await expect(numbers).toHaveCount(2);
  expect(all).toBeGreaterThan(2);
  await expectAccessible(page);
  await numberOf(4).click();
  await expect(
    page.getByRole('dialog', { name: 'Stock : Élastique de force · Lourd' }),
  ).toBeVisible();
  await expect(dialog.getByLabel('Compté')).toBeChecked();
  await dialog.getByLabel('Combien').fill('7');
  await dialog.getByRole('button', { name: 'Enregistrer le stock' }).click();
  await expect(page.getByText('Lourd : 7 en stock.')).toBeVisible();
  await expect(numberOf(7)).toBeFocused();

  await page.goto(itemUrl);
  const stock = page.getByRole('textbox', { name: 'Stock : Lourd' });
  await stock.fill('huit');
  await expect(stock).toHaveAttribute('aria-invalid', 'true');
  await expect(save).toBeDisabled();
  await expectAccessible(page);
  await stock.press('Escape');
  await expect(stock).toHaveValue('7');
  await page.getByRole('button', { name: 'Un de plus : Lourd' }).click();
  await stock.press('Enter');
  await expect(page.getByRole('listitem').filter({ has: stock })).toContainText('Enregistré.');
  // Units that leave while the person types still count.
  await expect(stock).toHaveValue('8');
  await stock.fill('9');
  const elsewhere = await page.context().newPage();
  await elsewhere.goto(itemUrl);
  const sameStock = elsewhere.getByRole('textbox', { name: 'Stock : Lourd' });
  await sameStock.fill('7');
  await sameStock.press('Enter');
  await expect(elsewhere.getByText('Enregistré.')).toBeVisible();
  await elsewhere.close();
  const fresh = page.waitForResponse(/items\.get/);
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await fresh;
  await stock.press('Enter');
  await expect(page.getByRole('listitem').filter({ has: stock })).toContainText('Enregistré.');
  await expect(stock).toHaveValue('8');
  await expect(save).toHaveCount(0);
  await page.goto(`${office}/items/stock?low=true`);
  await expect(numbers.first()).toBeVisible();
  await expect(numberOf(8)).toHaveCount(0);
  await page.goto(itemUrl);

  const [id] = /\d+$/.exec(new URL(page.url()).pathname) ?? [];
  const link = page.getByRole('link', { name: 'Voir sur le site' });
  await expect(link).toHaveAttribute('href', `${site.origin}/fr/boutique/materiel/${id}`);
  await page.goto((await link.getAttribute('href')) ?? '');
  await expect(page.getByRole('heading', { name: 'Élastique de force' })).toBeVisible();
  await expect(page.getByText('Résistance').first()).toBeVisible();
  await expect(page.getByText(/9,90\s€/).first()).toBeVisible();
  const { db, close } = createDb(site.databaseUrl);
  const images = await db.itemImage.findMany({ where: { itemId: Number(id) } });
  expect(images).toHaveLength(3);

  await page.goto(`${office}/items`);
  const price = page.getByRole('button', { name: 'Changer le prix de Élastique de force' });
  await price.click();
  await expect(page.getByLabel('Nouveau prix')).toBeFocused();
  await page.keyboard.type('neuf');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Nouveau prix')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Nouveau prix').fill('29,90');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Ce prix est-il le bon ?' })).toContainText('9,90');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Oui, mettre ce prix' }).click();
  await expect(price).toBeFocused();
  await expect(price).toContainText(/29,90\s€/);
  await expect(page.getByText(/^29,90\s€\s: c’est sur le site\.$/)).toBeVisible();
  expect((await db.item.findUniqueOrThrow({ where: { id: Number(id) } })).priceCents).toBe(2991);
  const item = page.getByRole('listitem').filter({ has: price });
  await expect(item.getByText('Brouillon')).toBeHidden();
  const { width = 0, height = 0 } = (await item.boundingBox()) ?? {};
  await item.click({ position: { x: width - 8, y: height - 8 } });
  await expect(page.getByRole('heading', { name: 'Élastique de force' })).toBeVisible();
  await close();
});

test('changes are saved before publishing, and a VAT rate and a second option are entered', async ({
  page,
  site,
}) => {
  const { db, close } = createDb(site.databaseUrl);
  const office = await enterOffice(page, site, 'olga@example.fr');
  const { id } = await db.item.create({
    data: {
      priceCents: 2001,
      titleFr: 'Corde lisse',
      titleEn: 'Climbing rope',
      descriptionFr: '<p>Une corde.</p>',
      descriptionEn: '<p>A rope.</p>',
      options: {
        create: { position: 0, titleFr: '2 m', titleEn: '2 m', initialStock: 3, remaining: 3 },
      },
    },
  });
  const item = () => db.item.findUniqueOrThrow({ where: { id } });
  await page.goto(`${office}/items/${id}`);

  await page.getByText('Fabricant, avertissements et TVA').click();
  await page.getByLabel('Taux de TVA propre').fill('cinq');
  const publish = page.getByRole('button', { name: 'Enregistrer et publier maintenant' });
  await publish.click();
  await expect(page.getByLabel('Taux de TVA propre')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('Rien n’est publié')).toBeVisible();
  await expectAccessible(page);
  expect((await item()).publishedAt).toBeNull();
  await page.getByLabel('Taux de TVA propre').fill('5,5');
  await page.getByLabel('Prix').fill('9,90');
  await publish.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Retour' }).click();
  await expect(page.getByText('Rien n’est publié')).toBeVisible();
  expect((await item()).publishedAt).toBeNull();
  await publish.click();
  await dialog.getByRole('button', { name: 'Oui, mettre ce prix' }).click();
  await expect(page.getByText('Il est sur le site.')).toBeVisible();
  await expect(page.getByText('Rien n’est publié')).toBeHidden();
  expect(await item()).toMatchObject({ vatPercent: 5.5, priceCents: 991 });
  expect((await item()).publishedAt).not.toBeNull();

  const french = page.getByLabel('Type d’option, en français');
  await expect(french).toHaveCount(0);
  await page.getByRole('button', { name: 'Ajouter une option' }).click();
  await dialog.getByLabel('Nom en français').fill('4 m');
  await dialog.getByLabel('Nom en anglais').fill('4 m');
  await dialog.getByRole('button', { name: 'Ajouter l’option' }).click();
  await expect(french).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await french.fill('Longueur');
  await dialog.getByLabel('Type d’option, en anglais').fill('Length');
  await dialog.getByRole('button', { name: 'Ajouter l’option' }).click();
  await expect(page.getByText('L’option est ajoutée.')).toBeVisible();
  await expect(french).toHaveValue('Longueur');

  const article = await db.article.findFirstOrThrow();
  await page.goto(`${office}/articles/${article.id}`);
  const more = page.getByRole('button', { name: 'Autres actions' });
  await more.click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await more.press('Enter');
  await page.getByRole('button', { name: 'Retirer du site' }).click();
  await expect(dialog.getByText('Les visiteurs ne le trouvent plus.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Retirer du site' }).click();
  await expect(page.getByText('Il n’est plus sur le site.')).toBeVisible();
  await page.getByLabel('Titre en français').fill('');
  const schedule = async () => {
    await more.click();
    await page.getByRole('button', { name: 'Publier un autre jour…' }).click();
    await dialog.getByLabel('Sur le site à partir de ce jour').fill('2041-05-06');
    await dialog.getByRole('button', { name: 'Enregistrer et publier ce jour-là' }).click();
  };
  await schedule();
  await expect(page.getByText('Ce n’est pas publié')).toBeVisible();
  await page.getByLabel('Titre en français').fill('Un nouveau titre');
  await schedule();
  await expect(page.getByText('Il sera sur le site à partir de ce jour.')).toBeVisible();
  expect(await db.article.findUniqueOrThrow({ where: { id: article.id } })).toMatchObject({
    titleFr: 'Un nouveau titre',
    publishedAt: new Date('2041-05-05T22:00:00Z'),
  });
  await db.article.update({
    where: { id: article.id },
    data: { titleFr: article.titleFr, publishedAt: article.publishedAt },
  });

  const before = await db.setting.findUnique({ where: { name: 'vat' } });
  const value = { regime: 'franchise' };
  await db.setting.upsert({
    where: { name: 'vat' },
    create: { name: 'vat', value },
    update: { value },
  });
  await page.goto(`${office}/items/${id}`);
  await page.getByText('Fabricant, avertissements et TVA').click();
  await expect(page.getByLabel('Nom du fabricant')).toBeVisible();
  await expect(page.getByLabel('Taux de TVA propre')).toHaveCount(0);
  await (before === null
    ? db.setting.delete({ where: { name: 'vat' } })
    : db.setting.update({ where: { name: 'vat' }, data: { value: before.value ?? {} } }));
  await db.item.delete({ where: { id } });
  await close();
});

test('an article is written with a heading, bold and a link, and shown on the site', async ({
  page,
  site,
}) => {
  const office = await enterOffice(page, site, 'iris@example.fr');
  await page.getByRole('link', { name: 'Blog' }).click();
  await page.getByRole('link', { name: 'Nouvel article du blog' }).click();
  await page.getByLabel('Titre en français').fill('Tenir debout');
  await page.getByLabel('Titre en anglais').fill('Standing up');
  const french = page.getByRole('textbox', { name: 'Texte en français' });
  const tools = page.getByRole('group', { name: 'Mise en forme' }).first();
  await french.click();
  await tools.getByRole('button', { name: 'Titre', exact: true }).click();
  await expect(french).toBeFocused();
  await page.keyboard.type('Pourquoi');
  await page.keyboard.press('Enter');
  await tools.getByRole('button', { name: 'Gras' }).click();
  await expect(french).toBeFocused();
  await page.keyboard.type('Chaque jour');
  await tools.getByRole('button', { name: 'Gras' }).click();
  await expect(french).toBeFocused();
  await page.keyboard.type(' un peu : ');
  await tools.getByRole('button', { name: 'Lien' }).click();
  const address = page.getByLabel('Adresse du lien');
  await address.fill('javascript:alert(1)');
  await address.press('Enter');
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await address.fill('https://example.fr/debout');
  await address.press('Enter');
  await french.evaluate((element) => {
    const data = new DataTransfer();
    data.setData('text/html', '<p>Collé<script>window.pasted = 1</script><img src="x"></p>');
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await tools.getByRole('button', { name: 'Image' }).click();
  const photo = join(ROOT, 'apps/web/public/pictures/items/chalk-1.webp');
  // The second is that of the cover.
  await page.getByLabel('Choisir une image').first().setInputFiles(photo);
  await page.getByLabel('Ce que montre l’image').fill('Un bloc de "magnésie" <b>');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(french.getByRole('img', { name: 'Un bloc de "magnésie" <b>' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Texte en anglais' }).fill('Every day.');
  await page.getByLabel('Mots-clés').fill('force, maison');
  await page.getByRole('button', { name: 'Créer l’article du blog' }).click();
  await expect(page.getByRole('heading', { name: 'Tenir debout' })).toBeVisible();
  await page.getByRole('button', { name: 'Aperçu' }).click();
  const preview = page.getByRole('dialog');
  await expect(preview.getByRole('heading', { name: 'Pourquoi', level: 2 })).toBeVisible();
  await preview.getByRole('button', { name: 'Ordinateur' }).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Publier maintenant' }).click();
  await expect(page.getByText('Il est sur le site.')).toBeVisible();
  await expectAccessible(page);
  const path = new URL(page.url()).pathname;

  await page.goto(
    (await page.getByRole('link', { name: 'Voir sur le site' }).getAttribute('href')) ?? '',
  );
  await expect(page.getByRole('heading', { name: 'Pourquoi', level: 2 })).toBeVisible();
  await expect(page.locator('strong', { hasText: 'Chaque jour' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'https://example.fr/debout' })).toHaveAttribute(
    'href',
    'https://example.fr/debout',
  );
  await expect(page.getByText('Collé')).toBeVisible();
  // On a phone the picture file is no wider than the text needs.
  const inText = page.getByRole('img', { name: 'Un bloc de "magnésie" <b>' });
  await inText.scrollIntoViewIfNeeded();
  await expect
    .poll(() => inText.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.setViewportSize({ width: 1280, height: 720 });

  await page.goto(`${office}${path}`);
  await page.getByLabel('Titre en français').fill('Tenir bien debout');
  const [id = ''] = /\d+$/.exec(path) ?? [];
  shop(site, 'articles', 'set', id, '--title-fr', 'Debout');
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('a modifié cette fiche');
  await expect(page.getByLabel('Titre en français', { exact: true })).toHaveValue(
    'Tenir bien debout',
  );
  await expect(page.getByLabel('Titre en français, tel qu’il est enregistré')).toHaveValue(
    'Debout',
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Enregistrer ma version' }).click();
  await expect(page.getByRole('heading', { name: 'Tenir bien debout' })).toBeVisible();

  await page.goto(`${office}/articles/new`);
  await page.getByLabel('Titre en français').fill('Un brouillon');
  await page.getByLabel('Titre en anglais').fill('A draft');
  await page.getByRole('textbox', { name: 'Texte en français' }).fill('Un.');
  await page.getByRole('textbox', { name: 'Texte en anglais' }).fill('One.');
  await page.getByRole('button', { name: 'Créer l’article du blog' }).click();
  await page.getByRole('button', { name: 'Supprimer ce brouillon' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer ce brouillon' }).click();
  await expect(page.getByRole('heading', { name: 'Blog' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Tenir bien debout' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Un brouillon' })).toBeHidden();
});

test('an owner moves an item by dragging, and back by keyboard', async ({ page, site }) => {
  const office = await enterOffice(page, site, 'nora@example.fr');
  await page.goto(`${office}/items`);
  await page.getByRole('button', { name: 'Réorganiser' }).click();
  const rows = page.getByRole('main').locator('tbody > tr');
  const titleOf = (index: number) => rows.nth(index).getByRole('link').first();
  const title = (await titleOf(0).textContent()) ?? '';
  await rows.nth(0).dragTo(rows.nth(2));
  await expect(titleOf(2)).toHaveText(title);
  for (const index of [1, 0]) {
    await page.getByRole('button', { name: `Monter ${title}` }).press('Enter');
    await expect(titleOf(index)).toHaveText(title);
  }
});

test('every page of the office fits a phone of 360 px, in English too', async ({
  page,
  request,
  site,
}) => {
  await withdrawByCall(request, {
    reference: 'order 1',
    name: 'Camille Roussel',
    email: 'camille@agres.test',
  });
  await page.setViewportSize({ width: 360, height: 780 });
  const office = await enterOffice(page, site, 'lou@example.fr');
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.click();
  // Reaches nothing on the dimmed page.
  await page.locator('main').getByRole('link').first().click({ force: true });
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await expect(page).toHaveURL(`${office}/`);
  await menu.click();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await menu.click();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'To do' })).toBeVisible();
  for (const path of PAGES) {
    await page.goto(`${office}${path}`);
    await expect(page.locator('h1')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await expectAccessible(page);
  }
  await page.goto(`${office}/items/1`);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'English' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('the production build contains no log-in without a passkey', () => {
  const scripts = globSync('apps/office/dist/assets/*.js', { cwd: ROOT });
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) {
    expect(readFileSync(join(ROOT, script), 'utf8')).not.toContain('enterAs');
  }
});
