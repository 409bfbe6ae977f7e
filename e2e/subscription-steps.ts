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
    codeFold: 'Un code de parrainage ?',
    code: 'Code de parrainage (facultatif)',
    badCode:
      'Ce code n’est pas utilisable : il n’existe pas, c’est le vôtre ou vous en avez déjà utilisé un.',
    terms: /conditions générales/,
    termsMissing: 'Acceptez les conditions générales pour vous abonner.',
    order: 'S’abonner avec obligation de paiement',
    cancellation: 'À tout moment, sans frais.',
    payment: 'Stripe conserve votre carte',
    pay: /^Payer/,
    paying: 'Paiement en cours, veuillez patienter quelques instants.',
    subscribed: 'Votre abonnement est actif. Bon entraînement !',
    cancel: 'Résilier votre contrat',
    notify: 'Notifier la résiliation',
    cancelled: 'Votre abonnement est résilié',
    resume: 'Reprendre mon abonnement',
    immediateStart: /commencer dès aujourd’hui/,
    firstTime:
      'Facultatif : votre accès s’ouvre aujourd’hui, que vous cochiez la case ou non. Si vous ne la cochez pas, le remboursement est intégral en cas de rétractation.',
    logInToSubscribe: /^Déjà un compte/,
    signUpToSubscribe: 'Créer mon compte',
    withdrawnBefore:
      'Après une première rétractation, un nouvel abonnement commence immédiatement. Cochez la case pour l’accepter.',
  },
  en: {
    plans: { monthly: /^Monthly subscription/, yearly: /^Yearly subscription/ },
    codeFold: 'Referred by a friend?',
    code: 'Referral code (optional)',
    badCode: 'This code won’t work: it doesn’t exist, it’s your own, or you’ve already used one.',
    terms: /general terms/,
    termsMissing: 'Accept the general terms to subscribe.',
    order: 'Subscribe with obligation to pay',
    cancellation: 'Any time, free of charge.',
    payment: 'Stripe stores your card',
    pay: /^Pay/,
    subscribed: 'Your subscription is active. Enjoy your training!',
    cancel: 'Cancel your contract',
    notify: 'Confirm cancellation',
    cancelled: 'Your contract is cancelled',
    resume: 'Resume my subscription',
    firstTime:
      'Optional: your access starts today whether or not you tick this box. If you leave it unticked, a withdrawal is refunded in full.',
    withdrawnBefore:
      'After an earlier withdrawal, a new subscription starts straight away. Tick the box to agree.',
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
