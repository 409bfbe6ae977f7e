import { messages } from '@agres/i18n/messages';
import type { MessageDescriptor } from '@lingui/core';

import { composeForCustomer, type HeadTexts } from '../compose-email.ts';
import { action, note, paragraph } from '../content.ts';
import type { EmailContent } from '../mailer.ts';
import type { Voice } from '../voice.ts';

/** `firstName` is for the greeting, `link` for the button. */
type PlainData = { firstName?: string | null; link?: string };

/** All texts but the head, the button and the note are paragraphs, in this order. */
type PlainTexts = HeadTexts & { [name: string]: MessageDescriptor };

type ButtonOf<Data> = Data extends { link: string }
  ? { button: MessageDescriptor }
  : { button?: never };

/** Writes paragraphs, then a button and a note if there are texts for them. */
const plainEmail =
  <Data extends PlainData = Record<string, never>>(texts: PlainTexts & ButtonOf<Data>) =>
  (voice: Voice, { firstName = null, link }: Data): EmailContent => {
    const { say } = voice;
    const { subject, preview, title, button, note: addition, ...paragraphs }: PlainTexts = texts;
    return composeForCustomer(
      voice,
      { subject, preview, title },
      {
        firstName,
        blocks: [
          ...Object.values(paragraphs).map((text) => paragraph(say(text))),
          ...(button === undefined || link === undefined ? [] : [action(say(button), link)]),
          ...(addition === undefined ? [] : [note(say(addition))]),
        ],
      },
    );
  };

const { welcome, again, ...ACTIVATION } = messages('activation', {
  subject: 'Activate your {brand} account',
  preview: 'One click, and you can log in.',
  title: 'Activate your account',
  welcome: 'Welcome to {brand}! One last step: confirm that this is your email address.',
  again: 'Here is the new activation link that you asked for:',
  button: 'Activate my account',
  note: 'The link works for 72 hours. If you didn’t create an account, you can ignore this email.',
});

/** Emails about an account, and others whose only data is a name and a link. */
export const ACCOUNT_EMAILS = {
  /** The last email to a person whose account was deleted. */
  accountDeleted: plainEmail(
    messages('accountDeleted', {
      subject: 'Your {brand} account has been deleted',
      preview: 'What is gone, and what the law makes us keep.',
      title: 'Your account has been deleted',
      body: 'As you asked, we have deleted your account: your email address, your name, your password and your sessions are gone. If you had a subscription, it is cancelled, and you won’t be charged again.',
      orders:
        'The law requires us to keep accounting records of your orders for ten years, with the recipient’s name and address. They’re no longer linked to an account. Orders on their way will still be delivered, and you can still withdraw from them. For these orders alone we keep your email address until they have arrived.',
      goodbye: 'Thank you for training with us.',
    }),
  ),

  /** The link activates a new account within 72 hours. */
  activation: plainEmail<{ link: string }>({ ...ACTIVATION, welcome }),

  /** Sends the activation link again to a person who requests it. */
  activationAgain: plainEmail<{ link: string }>({ ...ACTIVATION, again }),

  /**
   * Tells the owner of an account about a sign-up with its address, because the response does not reveal the
   * account.
   */
  addressTaken: plainEmail<{ link: string }>(
    messages('addressTaken', {
      subject: 'You already have a {brand} account',
      preview: 'No second account is needed.',
      title: 'You already have an account',
      body: 'Someone, most likely you, has just tried to create a {brand} account with this address. It already has one: simply log in. If you lost your password, the same page lets you choose a new one.',
      button: 'Log in',
      note: 'If this wasn’t you, ignore this email: nothing has changed.',
    }),
  ),

  /** Tells an account's owner that another account wanted this address as its new one. */
  addressWanted: plainEmail<{ link: string }>(
    messages('addressWanted', {
      subject: 'This address already has a {brand} account',
      preview: 'It can’t be used for a second account.',
      title: 'This address already has an account',
      body: 'Someone, perhaps you, tried to move another {brand} account to this email address. That isn’t possible, because this address already has an account. Log in to it first, then keep it or delete it.',
      button: 'Log in',
      note: 'If this wasn’t you, ignore this email: nothing has changed.',
    }),
  ),

  /** Warns that the subscription uses another card, in case a third party changed it. */
  cardUpdated: plainEmail<{ firstName: string | null }>(
    messages('cardUpdated', {
      subject: 'Your card has been updated',
      preview: 'Your next payments will use your new card.',
      title: 'Your card has been updated',
      body: 'The next payments for your {brand} subscription will use your new card. We never see its number: it stays with our payment provider.',
      note: 'If this wasn’t you, change your password and contact us.',
    }),
  ),

  /**
   * Asks a new address for a confirmation; the link works for 72 hours. Reveals nothing about the person,
   * because the mailbox may belong to a stranger.
   */
  confirmEmail: plainEmail<{ link: string }>(
    messages('confirmEmail', {
      subject: 'Confirm the new email address of your {brand} account',
      preview: 'Until then, keep logging in with your old address.',
      title: 'Confirm your new email address',
      body: 'Someone, most likely you, wants to use this address for their {brand} account. If it was you, confirm it. If the page asks you to log in, use your old address.',
      button: 'Confirm this address',
      note: 'The link works once, for 72 hours. If this wasn’t you, ignore this email: the link only works for someone logged in to that account.',
    }),
  ),

  /** Acknowledges a message to the shop without quoting it: a visitor can enter another person’s address. */
  contactAcknowledged: plainEmail(
    messages('contactAcknowledged', {
      subject: 'We have received your message',
      preview: 'We reply within 48 hours.',
      title: 'Your message has arrived',
      body: 'Thank you for writing to us. Your message has arrived, and one of us will answer it within 48 hours, at this address.',
      note: 'If you did not write to us, someone gave your address by mistake: ignore this email.',
    }),
  ),

  /** Warns that an account's data were downloaded, in case a third party did it. */
  dataDownloaded: plainEmail<{ link: string }>(
    messages('dataDownloaded', {
      subject: 'Your {brand} data was downloaded',
      preview: 'A copy of everything that we keep about you.',
      title: 'Your data was downloaded',
      body: 'Someone, most likely you, has just used your password to download a copy of everything we keep about you: your account, your orders with their addresses and your messages.',
      alarm:
        'If this wasn’t you, ask for a new password from the log-in page right away, then contact us.',
      button: 'Go to the log-in page',
    }),
  ),

  /**
   * Tells the present address that another one is pending. The link cancels or undoes the change within 72
   * hours.
   */
  emailChangeAsked: plainEmail<{ link: string }>(
    messages('emailChangeAsked', {
      subject: 'A new email address for your {brand} account?',
      preview: 'Nothing changes until the new address is confirmed.',
      title: 'A new email address has been asked for',
      body: 'Someone, most likely you, asked to change the email address of your {brand} account. Nothing changes until the new address is confirmed: until then, keep logging in with this one.',
      alarm:
        'If this wasn’t you, cancel the change now: all devices are logged out. Then choose a new password.',
      button: 'Cancel the change',
      note: 'The link works for 72 hours. If you want the change, there is nothing to do here.',
    }),
  ),

  /** Tells the address that an account loses that the former address undid the change. */
  emailChangeUndone: plainEmail(
    messages('emailChangeUndone', {
      subject: 'This email address can no longer log in to {brand}',
      preview: 'The email address change was undone.',
      title: 'The email address change was undone',
      body: 'A {brand} account was moved to this email address. That change has now been undone from its previous address: you can no longer log in with this one, and all devices have been logged out.',
      note: 'If you did not make the change, there is nothing to do. If the account is yours, write to us.',
    }),
  ),

  /** Tells the old address about a change. The link undoes the change within 72 hours. */
  emailChanged: plainEmail<{ link: string }>(
    messages('emailChanged', {
      subject: 'Your {brand} email address has changed',
      preview: 'You can no longer log in with this address.',
      title: 'Your email address has changed',
      body: 'The email address of your {brand} account has just been replaced by another one. From now on, you log in and receive our emails with the new address.',
      alarm:
        'If this wasn’t you, undo the change now. You’ll get your account back at this address, and we’ll send you a link to choose a new password.',
      button: 'Undo the change',
      note: 'The link works for 72 hours. If you made the change, there is nothing to do.',
    }),
  ),

  /** Tells a former address that could still undo the change that the account was deleted. */
  formerAccountDeleted: plainEmail(
    messages('formerAccountDeleted', {
      subject: 'The {brand} account that had this address has been deleted',
      preview: 'The email address change can no longer be undone.',
      title: 'The account that had this address has been deleted',
      body: 'The {brand} account that used this email address until a few days ago has been deleted, under its new address. The link to undo the change no longer works, because the account is gone.',
      alarm: 'If this wasn’t you, contact us right away.',
    }),
  ),

  /** Warns that the password was changed, in case a third party did it. */
  passwordChanged: plainEmail<{ link: string }>(
    messages('passwordChanged', {
      subject: 'Your {brand} password has changed',
      preview: 'All other devices have been logged out.',
      title: 'Your password has changed',
      body: 'The password of your {brand} account has just been changed. For your safety, all other devices have been logged out.',
      alarm:
        'If this wasn’t you, ask for a new password from the log-in page right away, then contact us.',
      button: 'Go to the log-in page',
    }),
  ),

  /** The link sets a new password within one hour. */
  passwordRecovery: plainEmail<{ link: string }>(
    messages('passwordRecovery', {
      subject: 'Choose a new {brand} password',
      preview: 'Your link works for one hour.',
      title: 'Choose a new password',
      body: 'You asked to reset your password. Choose a new one with this link:',
      button: 'Choose a new password',
      note: 'The link works once, for one hour. If you didn’t ask for it, ignore this email: your password won’t change.',
    }),
  ),

  /** Requests another card after the bank declined a subscription payment. */
  paymentFailed: plainEmail<{ firstName: string | null; link: string }>(
    messages('paymentFailed', {
      subject: 'Your {brand} payment did not go through',
      preview: 'Update your card to keep your programmes.',
      title: 'Your payment did not go through',
      body: 'Your bank declined the latest payment for your subscription. You still have access to your programmes, and we’ll try again over the next few days.',
      advice: 'It’s usually because the card has expired. Updating your card takes a minute:',
      button: 'Change my card',
    }),
  ),

  /** Announces that a subscription ended because its renewal could not be charged. */
  subscriptionStopped: plainEmail<{ firstName: string | null; link: string }>(
    messages('subscriptionStopped', {
      subject: 'Your {brand} subscription has stopped',
      preview: 'The latest payment did not go through.',
      title: 'Your subscription has stopped',
      body: 'Your bank kept declining the latest payment for your subscription, so we’ve stopped trying. You won’t be charged again, and your access to the programmes has ended.',
      return: 'You can subscribe again at any time, with the card of your choice:',
      button: 'Subscribe again',
    }),
  ),
};
