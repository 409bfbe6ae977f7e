import type { Locale } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import type { ReceivedEmail } from '@agres/mail/received-email';
import type { Browser, Locator, Page } from '@playwright/test';

import { call, signIn } from './calls.ts';
import { PASSWORD } from './content.ts';
import { expect } from './fixtures.ts';
import { open, untilAlive } from './open.ts';
import type { Site } from './site.ts';

export const WORDS = {
  fr: {
    email: 'Adresse e‑mail',
    password: 'Mot de passe',
    showPassword: 'Afficher le mot de passe',
    newPassword: 'Nouveau mot de passe',
    present: 'Mot de passe actuel',
    presentHelp: 'Pour changer de mot de passe, saisissez d’abord votre mot de passe actuel.',
    pending: 'Nouvelle adresse à confirmer',
    cancelChange: 'Annuler le changement',
    again: 'Confirmation du mot de passe',
    firstName: 'Prénom (facultatif)',
    lastName: 'Nom (facultatif)',
    logIn: 'Se connecter',
    create: 'Créer mon compte',
    linkSent: 'Votre lien est en route',
    changeAddress: 'Corriger l’adresse',
    toLogInInstead: 'Se connecter',
    forgotten: 'Mot de passe oublié ?',
    sendLink: 'Envoyer le lien',
    sendAgain: 'Renvoyer, ou changer d’adresse',
    newLink: 'Demander un nouveau lien',
    deadLink: 'Votre lien de mot de passe ne fonctionne plus',
    recover: 'Récupérer mon mot de passe',
    changePassword: 'Changer mon mot de passe',
    resend: 'Renvoyer l’e‑mail d’activation',
    sendOnceMore: 'Renvoyer l’e‑mail',
    perhapsResent:
      'Si un compte attend son activation à cette adresse, son nouveau lien est en route.',
    edit: 'Modifier mon compte',
    update: 'Mettre à jour mon compte',
    tryAgain: 'Réessayer',
    confirmAddress: 'Confirmer cette adresse',
    undoEmail: 'Annuler le changement d’adresse',
    undoChange: 'Annuler le changement',
    signOutEverywhere: 'Se déconnecter partout',
    signOut: 'SE DECONNECTER',
    profile: 'MON PROFIL',
    toLogIn: 'CONNEXION',
    account: 'Mon compte',
    loading: 'Chargement…',
    activating: 'Activation de votre compte…',
    sending: 'Envoi en cours…',
    remove: 'Supprimer mon compte',
    removeForGood: 'Supprimer définitivement',
    keep: 'Garder mon compte',
    goes: 'Ce qui est supprimé',
    stays: 'Ce que nous devons garder',
    whyPassword: 'Toute modification demande votre mot de passe actuel.',
    welcome: 'Bienvenue ! Votre compte est activé.',
    codes: {
      created:
        'Votre compte est créé. Activez-le avec le lien que nous venons de vous envoyer par e‑mail. Rien reçu ? Regardez dans vos courriers indésirables.',
      activated: 'Votre compte est activé. Vous pouvez maintenant vous connecter.',
      notActivated: /^Votre compte n’est pas encore activé\./,
      updated: 'Votre compte a été mis à jour.',
      deleted: 'Votre compte a été supprimé. Un e‑mail vous le confirme.',
      recoverySent:
        'Nous vous avons envoyé un e‑mail. Ouvrez le lien qu’il contient pour choisir un nouveau mot de passe.',
      passwordChanged: 'Votre mot de passe a été modifié. Vous pouvez maintenant vous connecter.',
      badRecovery: /^Ce lien de récupération n’est pas valable, ou a expiré\./,
      unknownEmail: 'Aucun compte n’utilise cette adresse e‑mail. Vérifiez-la, ou créez un compte.',
      incorrectEmail: 'L’adresse e‑mail est incorrecte.',
      incorrectPassword: 'Le mot de passe est incorrect.',
      emailTaken: 'Cette adresse e‑mail est déjà utilisée. Choisissez-en une autre.',
      failure:
        'Une erreur est survenue ou la connexion a été interrompue. Réessayez un peu plus tard, ou contactez-nous.',
    },
    rules: {
      email: 'Veuillez saisir une adresse e‑mail valide.',
      password: 'Le mot de passe doit contenir 8 caractères, une majuscule et un chiffre.',
      again: 'Les deux mots de passe ne sont pas identiques.',
      emailMissing: 'Saisissez votre adresse e‑mail.',
      passwordMissing: 'Saisissez votre mot de passe.',
    },
    letters: {
      activation: /^Activez votre compte/,
      recovery: /^Choisissez un nouveau mot de passe/,
      confirmEmail: /^Confirmez la nouvelle adresse e-mail/,
      emailChangeAsked: /^Une nouvelle adresse e-mail pour votre compte/,
      emailChanged: /^L’adresse e-mail de votre compte/,
      passwordChanged: /^Le mot de passe de votre compte/,
      accountDeleted: /a été supprimé$/,
    },
    why: {
      card: 'Connectez-vous pour changer de carte',
      item: 'Connectez-vous pour acheter cet article',
      other: 'Connectez-vous pour continuer',
      back: 'Connectez-vous pour',
    },
    notFound: 'Oups! Erreur 404',
  },
  en: {
    email: 'Email address',
    password: 'Password',
    newPassword: 'New password',
    present: 'Current password',
    presentHelp: 'To choose a new password, enter the current one here.',
    pending: 'Confirm your new email address',
    cancelChange: 'Cancel the change',
    again: 'Confirm password',
    firstName: 'First name (optional)',
    lastName: 'Last name (optional)',
    logIn: 'Log in',
    create: 'Create my account',
    linkSent: 'Your link is on its way',
    changeAddress: 'Correct the address',
    forgotten: 'Forgotten password?',
    sendLink: 'Send the link',
    sendAgain: 'Send it again, or to another address',
    deadLink: 'Your password link no longer works',
    recover: 'Reset my password',
    changePassword: 'Change my password',
    resend: 'Resend the activation email',
    sendOnceMore: 'Send the email again',
    perhapsResent:
      'If an account is waiting to be activated at this address, a new link is on its way.',
    edit: 'Edit my account',
    update: 'Update my account',
    confirmAddress: 'Confirm this address',
    undoEmail: 'Undo the email address change',
    undoChange: 'Undo the change',
    signOutEverywhere: 'Log out everywhere',
    signOut: 'LOG OUT',
    profile: 'MY PROFILE',
    toLogIn: 'LOG IN',
    account: 'My account',
    activating: 'Activating your account…',
    sending: 'Sending…',
    remove: 'Delete my account',
    removeForGood: 'Delete for good',
    keep: 'Keep my account',
    goes: 'What we delete',
    stays: 'What we have to keep',
    whyPassword: 'Enter your password to save any changes.',
    welcome: 'Welcome! Your account is active.',
    codes: {
      created:
        'Your account has been created. We sent you an activation link by email. Nothing there? Check your spam folder.',
      activated: 'Your account is active. You can now log in.',
      notActivated: /^Your account is not active yet\./,
      updated: 'Your account has been updated.',
      deleted: 'Your account has been deleted. We’ve emailed you to confirm.',
      recoverySent: 'Check your inbox: we’ve sent you a link to choose a new password.',
      passwordChanged: 'Your password has been changed. You can now log in.',
      incorrectEmail: 'The email address is incorrect.',
      incorrectPassword: 'The password is incorrect.',
      emailTaken: 'This email address is already taken. Use another one.',
      failure:
        'Something went wrong, or the connection dropped. Try again a little later, or contact us.',
    },
    rules: {
      email: 'Please enter a valid email address.',
      password: 'The password must contain 8 characters, an uppercase letter and a number.',
      again: 'The passwords don’t match.',
      passwordMissing: 'Enter your password.',
    },
    letters: {
      activation: /^Activate your/,
      recovery: /^Choose a new/,
      confirmEmail: /^Confirm the new email address/,
      emailChangeAsked: /^A new email address for your/,
      emailChanged: /email address has changed$/,
      passwordChanged: /password has changed$/,
      accountDeleted: /has been deleted$/,
    },
    why: {
      card: 'Log in to change your card',
      item: 'Log in to buy this item',
      other: 'Log in to continue',
      back: 'Log in to',
    },
  },
} as const satisfies Record<Locale, object>;

/**
 * Matches the hint of a new password, which recommends a special character although the rule does not require
 * one.
 */
export const SPECIAL_CHARACTER = /caractère\sspécial|special\scharacter/;

let people = 0;
export const newEmail = (): string => {
  people += 1;
  return `personne.${Date.now()}.${people}@agres.test`;
};

export const alertOn = (page: Page): Locator => page.getByRole('main').getByRole('alert');
export const noticeOn = (page: Page): Locator => page.getByRole('main').getByRole('status');

/** Matches a text that contains this one, with any kind of spaces. */
export const saying = (text: string): RegExp =>
  new RegExp(text.replaceAll('.', String.raw`\.`).replaceAll(' ', String.raw`\s`));

export async function logInWith(
  page: Page,
  locale: Locale,
  { email, password = PASSWORD }: { email: string; password?: string },
): Promise<void> {
  const words = WORDS[locale];
  // Links in emails, and pages whose session ended, load a new document.
  await untilAlive(page);
  const send = page.getByRole('main').getByRole('button', { name: words.logIn, exact: true });
  // Waits for the log-in page: the sign-up page, which links to it, has the same fields.
  await send.waitFor();
  await page.getByLabel(words.email).fill(email);
  await page.getByLabel(words.password, { exact: true }).fill(password);
  await send.click();
}

export async function chooseNewPassword(
  page: Page,
  locale: Locale,
  password: string,
): Promise<void> {
  const words = WORDS[locale];
  await page.getByLabel(words.newPassword).fill(password);
  await page.getByLabel(words.again).fill(password);
  await page.getByRole('button', { name: words.changePassword }).click();
}

/** Signs a new member up through the form, until the log-in page shows its banner. */
export async function signUp(page: Page, locale: Locale, email: string): Promise<void> {
  await open(page, pathOf('signUp', locale));
  await signUpWith(page, locale, email);
}

/** Submits the sign-up form, and continues until the log-in page shows its banner. */
export async function signUpWith(page: Page, locale: Locale, email: string): Promise<void> {
  const words = WORDS[locale];
  // Waits for the sign-up page: the log-in page, which links to it, has the same fields.
  await page.getByLabel(words.again).waitFor();
  await page.getByLabel(words.email).fill(email);
  await page.getByLabel(words.password, { exact: true }).fill(PASSWORD);
  await page.getByLabel(words.again).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: words.create }).click();
  await page.getByRole('heading', { level: 1, name: words.linkSent }).waitFor();
  await page.getByRole('main').getByRole('link', { name: words.logIn, exact: true }).click();
  await expect(noticeOn(page)).toHaveText(words.codes.created);
}

/** Ends every session of a member, as from another device. */
export async function endSessionsElsewhere(
  browser: Browser,
  site: Site,
  person: { email: string },
): Promise<void> {
  const elsewhere = await browser.newContext({ baseURL: site.origin });
  await signIn(elsewhere, person);
  await call(elsewhere.request, { method: 'DELETE', path: '/api/users/sessions' });
  await elsewhere.close();
}

/** Waits for the nth email to an address with a matching subject, counted from the first. */
export async function emailTo(
  site: Site,
  to: string,
  { subject, nth = 1 }: { subject: RegExp; nth?: number },
): Promise<ReceivedEmail> {
  const found = () =>
    site
      .emails()
      .filter((letter) => letter.to.includes(to) && subject.test(letter.subject))
      .toReversed()[nth - 1];
  // The site sends some emails only after the provider has noticed something.
  const message = `letter ${nth} to ${to}: ${subject}`;
  await expect.poll(found, { message, timeout: 20_000 }).toBeDefined();
  const letter = found();
  if (letter === undefined) throw new Error('The letter is gone.');
  return letter;
}

/** Returns the path of the link with a secret in an email. */
export function linkIn(letter: ReceivedEmail): string {
  const link = letter.links.find((candidate) => /\/\d+\/[\w-]{43}$/.test(candidate));
  if (link === undefined) throw new Error(`No link in: ${letter.text}`);
  return new URL(link).pathname;
}
