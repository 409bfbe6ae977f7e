import type { Locale } from '@agres/domain/locale';
import { pathOf, withQuery } from '@agres/domain/paths';
import type { Item, Order } from '@agres/domain/shapes';
import type { Locator, Page } from '@playwright/test';

import { signIn } from './calls.ts';
import { open } from './open.ts';

export const WORDS = {
  fr: {
    shop: '/fr/boutique',
    shopName: 'Boutique Agrès',
    buy: 'Acheter cet article',
    soldOut: 'Cet article est en rupture de stock',
    form: 'Livraison et destinataire',
    byHand: 'Saisir un point relais à la main',
    parts: ['Le point relais', 'Le destinataire', 'Vérifier et payer'],
    totalToEurope: /^39,99.€$/,
    relayCountry: 'Pays du point relais',
    europe: /^Europe/,
    france: /^France/,
    elsewhere: /^Reste du monde/,
    belgium: 'Belgique',
    faults: {
      noStreet: 'Saisissez la rue.',
      negative: 'Saisissez un nombre sans signe moins.',
      postcode: 'Ce code postal n’est pas valable : vérifiez-le.',
      tooLong: '12 caractères au plus.',
      noCountry: 'Choisissez un pays dans la liste.',
      farCountry: 'Australie',
      otherArea: 'Ce pays n’est pas dans la zone de livraison choisie.',
      otherAreaPostcode: 'Ce code postal n’est pas dans la zone de livraison choisie.',
    },
    reunion: {
      asked:
        /Le code postal 97400 est dans une autre zone de livraison\s: La Réunion\. Livraison 20,00.€\./,
      monacoAsked: /Le code postal 98000 .*\s: Monaco\. Livraison 10,00.€\./,
      choose: 'Choisir cette zone',
      name: 'La Réunion',
      total: /^49,99.€$/,
    },
    missing: {
      point: 'Choisir un point relais',
      search: 'Choisissez un point relais : cherchez par code postal ou par ville.',
      address: 'Ajouter mon adresse',
      still: 'Reste à compléter\u00a0:',
      wrong: 'À corriger\u00a0:',
      terms: 'Accepter les conditions',
    },
    doubt: 'Vérifiez le code postal : dans ce pays (France), il ressemble à 75011.',
    terms: /conditions générales/,
    noTerms: 'Acceptez les conditions générales pour commander.',
    confirm: "Confirmer l'achat",
    obligation: 'Commande avec obligation de paiement',
    cancel: 'Annuler',
    incomplete: 'Veuillez remplir tous les champs obligatoires.',
    pay: /^Payer/,
    paying: /Paiement en cours, veuillez patienter quelques instants\./,
    bought: 'Merci ! Votre commande est confirmée.',
    refusedCard: 'Votre carte a été refusée. Essayez une autre carte ou contactez votre banque.',
    noFunds: 'Votre banque signale un solde insuffisant sur cette carte. Essayez-en une autre.',
    justSoldOut: 'Cet article est en rupture de stock.',
    profile: '/fr/profil',
    orders: 'Mes commandes',
    waiting: 'En cours de traitement',
    card: { number: 'Numéro de carte', expiry: 'Date d’expiration', cvc: 'Code de sécurité' },
    fields: {
      relayName: 'Nom du point relais',
      number: 'Numéro dans la rue du point relais',
      name: 'Rue du point relais',
      zipCode: 'Code postal du point relais',
      city: 'Ville du point relais',
      firstName: 'Prénom',
      lastName: 'Nom',
      clientNumber: 'Numéro dans la rue du destinataire',
      clientName: 'Rue du destinataire',
      clientZipCode: 'Code postal du destinataire',
      clientCity: 'Ville du destinataire',
      clientCountry: 'Pays du destinataire',
    },
  },
  en: {
    shop: '/en/shop',
    shopName: 'Agrès shop',
    buy: 'Buy this item',
    form: 'Delivery and recipient',
    byHand: 'Enter a pickup point manually',
    parts: ['The pickup point', 'The recipient', 'Check and pay'],
    totalToEurope: '€39.99',
    relayCountry: 'Pickup point country',
    europe: /^Europe/,
    faults: {
      negative: 'Please enter a number without a minus sign.',
      postcode: 'Please enter a valid postcode.',
      tooLong: '12 characters at most.',
      noCountry: 'Choose a country from the list.',
      farCountry: 'Australia',
      otherArea: 'This country is not in the delivery area you chose.',
    },
    terms: /general terms/,
    confirm: 'Confirm purchase',
    obligation: 'Order with obligation to pay',
    cancel: 'Cancel',
    incomplete: 'Please fill all the required fields.',
    noRelayName: 'Enter the name of the pickup point.',
    pay: /^Pay/,
    bought: 'Your purchase is confirmed. Thank you!',
    refusedCard: 'Your card was declined. Try another card or contact your bank.',
    noFunds: 'The funds on this card are insufficient. Try another card.',
    profile: '/en/profile',
    orders: 'My orders',
    waiting: 'Being processed',
    card: { number: 'Card number', expiry: 'Expiration date', cvc: 'Security code' },
    fields: {
      relayName: 'Pickup point name',
      number: 'Pickup point street number',
      name: 'Pickup point street',
      zipCode: 'Pickup point postcode',
      city: 'Pickup point city',
      firstName: 'First name',
      lastName: 'Last name',
      clientNumber: 'Recipient’s street number',
      clientName: 'Recipient’s street',
      clientZipCode: 'Recipient’s postcode',
      clientCity: 'Recipient’s city',
      clientCountry: 'Recipient’s country',
    },
  },
} as const satisfies Record<Locale, object>;

/** An item that no test sells out. */
export const BALLS = {
  fr: 'Trois balles de jonglage',
  en: 'Set of three juggling balls',
} as const satisfies Record<Locale, string>;

/** The delivery data: the pickup point, then the recipient. */
export const DELIVERY = {
  relayName: 'Tabac des Halles',
  number: '12 bis',
  name: 'rue du Marché',
  zipCode: '01000',
  city: 'Bourg-en-Bresse',
  firstName: 'Jeanne',
  lastName: 'Martin',
  clientNumber: '3',
  clientName: 'allée des Tilleuls',
  clientZipCode: '01310',
  clientCity: 'Polliat',
  clientCountry: 'France',
} as const satisfies Record<keyof (typeof WORDS)['fr']['fields'], string>;

/** The provider's test cards (its page "Testing"). */
export const CARDS = {
  good: '4242424242424242',
  refused: '4000000000000002',
  withoutFunds: '4000000000009995',
  confirmedAtBank: '4000000000003220',
} as const;

/** Opens an item's page at its address. */
export async function openItem(page: Page, locale: Locale, title: string): Promise<void> {
  await open(page, await itemPathOf(page, locale, title));
}

/** Opens an item's page by its card in the list, which loads no new document. */
export async function openItemByCard(page: Page, locale: Locale, title: string): Promise<void> {
  await open(page, WORDS[locale].shop);
  await page.getByRole('link', { name: title }).click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

/** Opens the order form of an item by its card and its button, as a buyer does. */
export async function beginPurchase(page: Page, locale: Locale, title: string): Promise<void> {
  await openItemByCard(page, locale, title);
  await page.getByRole('button', { name: WORDS[locale].buy }).click();
  await page.getByRole('heading', { name: WORDS[locale].form }).waitFor();
}

type OrderForm = {
  locale: Locale;
  /** The item's title; by default the juggling balls. */
  item?: string;
  isFilled?: boolean;
};

/** Logs a member in and opens the order form of an item at its address. */
export async function openOrderForm(
  page: Page,
  member: { email: string },
  form: OrderForm,
): Promise<void> {
  await signIn(page.context(), member);
  await reopenOrderForm(page, form);
}

/** Opens the order form of an item at its address, as the logged-in member. */
export async function reopenOrderForm(
  page: Page,
  { locale, item = BALLS[locale], isFilled = false }: OrderForm,
): Promise<void> {
  await open(page, withQuery(await itemPathOf(page, locale, item), { buy: 'true' }));
  await page.getByRole('heading', { name: WORDS[locale].form }).waitFor();
  if (isFilled) await fillDelivery(page, locale);
}

async function itemPathOf(page: Page, locale: Locale, title: string): Promise<string> {
  const answer = await page.request.get('/api/items');
  const items: Item[] = await answer.json();
  const id = items.find((item) => item.title[locale] === title)?.id;
  if (id === undefined) throw new Error(`The shop has no item “${title}”.`);
  return pathOf('item', locale, { id });
}

/** Shows the pickup point's fields if the form shows only its search. */
export async function typeByHand(page: Page, locale: Locale): Promise<void> {
  const field = page.getByLabel(WORDS[locale].fields.relayName, { exact: true });
  await field.waitFor({ state: 'attached' });
  if (await field.isVisible()) return;
  await page.getByRole('button', { name: WORDS[locale].byHand }).click();
}

export async function fillDelivery(page: Page, locale: Locale): Promise<void> {
  await typeByHand(page, locale);
  for (const [name, label] of Object.entries(WORDS[locale].fields)) {
    const value = Object.entries(DELIVERY).find(([field]) => field === name)?.[1] ?? '';
    await page.getByLabel(label, { exact: true }).fill(value);
  }
  await page.getByRole('checkbox', { name: WORDS[locale].terms }).check();
}

export async function payWith(page: Page, locale: Locale, card: string): Promise<void> {
  await page.getByRole('button', { name: WORDS[locale].confirm }).click();
  await payInDialog(page, locale, card);
}

export async function payInDialog(page: Page, locale: Locale, card: string): Promise<void> {
  const words = WORDS[locale];
  const popup = page.getByRole('dialog', { name: words.shopName });
  await popup.getByLabel(words.card.number).fill(card);
  await popup.getByLabel(words.card.expiry).fill('12 / 34');
  await popup.getByLabel(words.card.cvc).fill('123');
  await popup.getByRole('button', { name: words.pay }).click();
}

export const refusalIn = (page: Page): Locator => page.getByRole('dialog').getByRole('alert');

export async function ordersOf(page: Page): Promise<Order[]> {
  const answer = await page.request.get('/api/users/status');
  return (await answer.json()).user.orders;
}
