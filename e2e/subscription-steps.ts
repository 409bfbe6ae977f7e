import type { Locale } from '@agres/domain/locale';
import { pathOf, withQuery } from '@agres/domain/paths';
import type { Plan } from '@agres/domain/shape-values';
import type { User } from '@agres/domain/shapes';
import type { APIRequestContext, Page } from '@playwright/test';

import { call } from './calls.ts';
import { open } from './open.ts';
import { WORDS as SHOP_WORDS } from './purchase-steps.ts';
import type { Site } from './site.ts';

export const WORDS = {
  fr: {
    plans: { monthly: /^Abonnement mensuel/, yearly: /^Abonnement annuel/ },
    codeFold: 'Vous avez le code d’un ami ?',
    code: 'Code de parrainage (facultatif)',
    badCode:
      'Ce code ne peut pas être utilisé : il est inconnu, c’est le vôtre, ou vous en avez déjà utilisé un.',
    terms: /conditions générales/,
    termsMissing: 'Acceptez les conditions générales pour vous abonner.',
    order: 'S’abonner avec obligation de paiement',
    noCommitment: 'Sans engagement : résiliez quand vous voulez',
    secure: 'Paiement sécurisé par carte',
    pay: /^Payer/,
    paying: 'Paiement en cours, veuillez patienter quelques instants.',
    subscribed: 'Votre abonnement est actif. Bon entraînement !',
    cancel: 'Résilier votre contrat',
    notify: 'Notifier la résiliation',
    cancelled: 'Votre contrat est résilié',
    resume: 'Reprendre mon abonnement',
    immediateStart: /commencer dès aujourd’hui/,
    firstTime:
      'Facultatif : votre accès s’ouvre aujourd’hui, case cochée ou non. Si vous la laissez vide, une rétractation est remboursée en entier.',
    withdrawnOnce:
      'Une rétractation du programme a déjà eu lieu avec votre compte : cochez-la pour vous réabonner.',
    logInToSubscribe: /^Déjà membre/,
    signUpToSubscribe: 'Créer mon compte',
    withdrawnBefore:
      'Une rétractation a déjà eu lieu avec votre compte, votre adresse ou cette carte : cochez cette case pour vous réabonner.',
  },
  en: {
    plans: { monthly: /^Monthly subscription/, yearly: /^Yearly subscription/ },
    codeFold: 'Have a referral code?',
    code: 'Referral code (optional)',
    badCode: 'This code won’t work: it doesn’t exist, it’s your own, or you’ve already used one.',
    terms: /general terms/,
    termsMissing: 'Accept the general terms to subscribe.',
    order: 'Subscribe with obligation to pay',
    noCommitment: 'No commitment: cancel at any time',
    secure: 'Secure payment by card',
    pay: /^Pay/,
    paying: 'Taking your payment. This may take a moment.',
    subscribed: 'Your subscription is active. Enjoy your training!',
    cancel: 'Cancel your contract',
    notify: 'Confirm cancellation',
    cancelled: 'Your contract is cancelled',
    resume: 'Resume my subscription',
    immediateStart: /start today/,
    firstTime:
      'Optional: your access opens today, ticked or not. If you leave it unticked, a withdrawal is refunded in full.',
    withdrawnOnce: 'You have withdrawn from the programme before: tick it to subscribe again.',
    logInToSubscribe: /^Already a member/,
    signUpToSubscribe: 'Create my account',
    withdrawnBefore:
      'Your account, address or card has been used for a withdrawal before. Tick this box to subscribe again.',
  },
} as const satisfies Record<Locale, object>;

export async function openSubscribePage(page: Page, locale: Locale, plan: Plan): Promise<void> {
  await open(page, withQuery(pathOf('subscribe', locale), { plan }));
}

export async function orderWith(page: Page, locale: Locale, card: string): Promise<void> {
  const words = WORDS[locale];
  const { shopName, card: fields } = SHOP_WORDS[locale];
  await page.getByRole('checkbox', { name: words.terms }).check();
  await page.getByRole('button', { name: words.order }).click();
  const popup = page.getByRole('dialog', { name: shopName });
  await popup.getByLabel(fields.number).fill(card);
  await popup.getByLabel(fields.expiry).fill('12 / 34');
  await popup.getByLabel(fields.cvc).fill('123');
  await popup.getByRole('button', { name: words.pay }).click();
}

/** Belongs to the withdrawal tests: no other test subscribes with it. */
export const WITHDRAWING_CARD = 'tok_discover';

export function subscribeByCall(
  request: APIRequestContext,
  {
    plan = 'monthly',
    discountCode,
    stripeToken = 'tok_visa',
  }: { plan?: Plan; discountCode?: string; stripeToken?: string } = {},
): Promise<void> {
  return call(request, {
    method: 'POST',
    path: '/api/programsPerso/subscribe',
    data: { stripeToken, plan, ...(discountCode ? { discountCode } : {}) },
  });
}

export function cancelByCall(request: APIRequestContext): Promise<void> {
  return call(request, { method: 'DELETE', path: '/api/programsPerso/unsubscribe' });
}

export async function userOf(request: APIRequestContext): Promise<User> {
  return (await (await request.get('/api/users/status')).json()).user;
}

/** Returns what the provider collected on the account of new subscriptions, in cents. */
export const takenCents = ({ provider }: Site) => provider.money()['main']?.amountCents ?? 0;
