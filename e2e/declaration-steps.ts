import type { Locale } from '@agres/domain/locale';
import type { APIRequestContext, Page } from '@playwright/test';

import { call } from './calls.ts';

export const WORDS = {
  fr: {
    footer: 'Renoncer au contrat ici',
    reference: 'Votre numéro de commande',
    order: 'Une commande',
    subscription: 'Mon abonnement',
    name: 'Vos prénom et nom',
    email: 'Adresse e‑mail pour l’accusé de réception',
    showRecap: 'Relire ma déclaration',
    confirm: 'Confirmer la rétractation',
    notify: 'Notifier la résiliation',
    back: 'Revenir',
    withdrawn: 'Nous avons reçu votre rétractation',
    terminated: 'Nous avons reçu votre résiliation',
    download: 'Télécharger l’accusé de réception',
    file: 'retractation',
    free: /^Sans frais, sans préavis/,
    receipt: /Nous avons reçu votre rétractation/,
    renounces: 'je renonce au contrat suivant',
    orderCancelled: 'la commande est alors annulée et remboursée',
    ended: 'Votre abonnement a pris fin, et plus rien ne sera prélevé.',
    subscriptionEnds:
      'Nous arrêtons alors votre abonnement et vous le remboursons, moins les jours écoulés si vous avez demandé à commencer tout de suite.',
  },
  en: {
    footer: 'Withdraw from contract here',
    reference: 'Your order number',
    order: 'An order',
    subscription: 'My subscription',
    name: 'Your first and last name',
    email: 'Email address for the receipt',
    showRecap: 'Review my notice',
    confirm: 'Confirm withdrawal',
    notify: 'Confirm cancellation',
    back: 'Go back',
    withdrawn: 'We have received your withdrawal',
    download: 'Download the receipt',
    file: 'withdrawal',
    free: /^Free of charge, with no notice/,
    receipt: /We have received your withdrawal/,
    renounces: 'withdraw from the following contract',
    orderCancelled: 'we’ll then cancel and refund it',
    ended: 'Your subscription has ended. You won’t be charged again.',
    subscriptionEnds: 'We’ll then end your subscription and refund it, minus any days used.',
  },
} as const satisfies Record<Locale, object>;

type Declared = { reference?: string; name: string; email: string };

export async function fillDeclaration(
  page: Page,
  locale: Locale,
  { reference, name, email }: Declared,
): Promise<void> {
  const words = WORDS[locale];
  const main = page.getByRole('main');
  if (reference !== undefined) await main.getByLabel(words.reference).fill(reference);
  await main.getByLabel(words.name).fill(name);
  await main.getByLabel(words.email).fill(email);
  await main.getByRole('button', { name: words.showRecap }).click();
}

/** Declares a withdrawal by a REST call, as the logged-in member or as a visitor. */
export function withdrawByCall(request: APIRequestContext, data: object): Promise<void> {
  return call(request, { method: 'POST', path: '/api/withdrawals', data });
}
