import { DEFAULT_LOCALE } from '@shop/domain/locale';
import { pathOf } from '@shop/domain/paths';

import { addressContactAcknowledged, addressContactMessage } from '../contact/letters.ts';
import { localeOf } from '../localized.ts';
import { addressCardUpdated } from '../payments/letters.ts';
import { orderOf, orderSelect } from '../shop/order.ts';
import {
  addressGiftEarned,
  addressPaymentFailed,
  addressReferralCredited,
  addressRenewalAhead,
  addressSubscriptionEnded,
  addressSubscriptionStarted,
  addressSubscriptionStopped,
} from '../subscription/letters.ts';
import {
  addressAccountDeleted,
  addressActivation,
  addressAddressTaken,
  addressEmailChanged,
  addressPasswordChanged,
  addressPasswordRecovery,
} from '../users/letters.ts';
import type { Addressed } from './addressed.ts';
import type { JobDeps } from './handlers.ts';
import { DONE, type JobOutcome } from './job.ts';
import type { LetterRequest, RequestOf } from './letter-request.ts';

/** Writes the letter that a job asks for and hands it to the mail server; a letter to nobody is done. */
export async function sendLetter(
  deps: JobDeps,
  request: LetterRequest,
  { id }: { id: number },
): Promise<JobOutcome> {
  const addressed = await addressLetter(deps, request);
  if (addressed === null) return DONE;
  const { to, letter } = addressed;
  const delivery = await deps.mailer.send({ ...letter, to, messageId: messageIdOf(deps, id) });
  switch (delivery.kind) {
    case 'accepted':
      return DONE;
    case 'postponed':
      return { outcome: 'postponed', reason: delivery.reason };
    case 'refused':
      return { outcome: 'given_up', reason: delivery.reason };
  }
}

/** Every letter that jobs ask for: whom it goes to and what it says; null if its reader is gone. */
function addressLetter(deps: JobDeps, request: LetterRequest): Promise<Addressed | null> {
  switch (request.letter) {
    case 'activation':
    case 'activationAgain':
      return addressActivation(deps, request);
    case 'addressTaken':
      return addressAddressTaken(deps, request);
    case 'passwordRecovery':
      return addressPasswordRecovery(deps, request);
    case 'passwordChanged':
      return addressPasswordChanged(deps, request);
    case 'emailChanged':
      return addressEmailChanged(deps, request);
    case 'accountDeleted':
      return addressAccountDeleted(deps, request);
    case 'orderConfirmed':
      return addressOrderConfirmed(deps, request);
    case 'cardUpdated':
      return addressCardUpdated(deps, request);
    case 'subscriptionStarted':
      return addressSubscriptionStarted(deps, request);
    case 'subscriptionEnded':
      return addressSubscriptionEnded(deps, request);
    case 'renewalAhead':
      return addressRenewalAhead(deps, request);
    case 'subscriptionStopped':
      return addressSubscriptionStopped(deps, request);
    case 'paymentFailed':
      return addressPaymentFailed(deps, request);
    case 'referralCredited':
      return addressReferralCredited(deps, request);
    case 'giftEarned':
      return addressGiftEarned(deps, request);
    case 'contactMessage':
      return addressContactMessage(deps, request);
    case 'contactAcknowledged':
      return addressContactAcknowledged(deps, request);
    case 'alert':
      return addressAlert(deps, request);
  }
}

async function addressOrderConfirmed(
  { db, config, writeLetter }: JobDeps,
  { orderId }: RequestOf<'orderConfirmed'>,
): Promise<Addressed | null> {
  const row = await db.order.findUnique({
    where: { id: orderId },
    select: { ...orderSelect, locale: true, user: { select: { email: true } } },
  });
  if (row === null || row.user === null) return null;
  const locale = localeOf(row.locale);
  const order = orderOf(row);
  const letter = writeLetter({
    kind: 'orderConfirmed',
    locale,
    data: {
      orderId: order.id,
      orderDate: order.orderDate,
      itemTitle: order.item.title,
      optionTitle: order.item.optionTitle,
      chosenOptionTitle: order.chosenOptionTitle,
      priceCents: row.priceCents,
      area: order.area,
      firstName: order.firstName,
      lastName: order.lastName,
      shippingAddress: order.shippingAddress,
      ordersLink: config.publicUrl + pathOf('profile', locale),
      termsLink: config.publicUrl + pathOf('terms', locale),
    },
  });
  return { to: row.user.email, letter };
}

async function addressAlert(
  { alertEmail, writeLetter }: JobDeps,
  { event, facts }: RequestOf<'alert'>,
): Promise<Addressed> {
  const letter = writeLetter({ kind: 'alert', locale: DEFAULT_LOCALE, data: { event, facts } });
  return { to: alertEmail, letter };
}

/** The same for every try of a job, so that mailboxes drop doubles. */
function messageIdOf({ config }: JobDeps, jobId: number): string {
  return `job-${jobId}@${new URL(config.publicUrl).hostname}`;
}
