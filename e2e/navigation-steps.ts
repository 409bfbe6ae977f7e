import { otherLocale, type Locale } from '@agres/domain/locale';
import type { Locator, Page } from '@playwright/test';

export const PHONE = { width: 390, height: 844 };
export const WIDEST_WITH_BURGER = { width: 749, height: 900 };
export const NARROWEST_WITH_LINKS = { width: 750, height: 900 };

export const WORDS = {
  fr: {
    home: 'Accueil',
    shop: 'Boutique',
    logIn: 'CONNEXION',
    profile: 'MON PROFIL',
    signOut: 'SE DECONNECTER',
    language: 'Français',
    menu: 'Menu principal',
    follow: 'Nous suivre',
    rights: 'Since 2018 Agrès. Tous droits réservés',
    skip: 'Aller au contenu',
    failed:
      'Une erreur est survenue ou la connexion a été interrompue. Réessayez un peu plus tard, ou contactez-nous.',
    footer: {
      Contact: 'Nous contacter',
      FAQ: 'Foire Aux Questions',
      'Mentions légales': 'Mentions légales',
      'Conditions générales': 'Conditions générales',
      Accessibilité: 'Accessibilité',
    },
  },
  en: {
    home: 'Home',
    shop: 'Shop',
    logIn: 'LOG IN',
    profile: 'MY PROFILE',
    signOut: 'LOG OUT',
    language: 'English',
    menu: 'Main menu',
    follow: 'Follow us',
    rights: 'Since 2018 Agrès. All rights reserved.',
    skip: 'Skip to content',
    failed:
      'Something went wrong, or the connection dropped. Try again a little later, or contact us.',
    footer: {
      Contact: 'Contact us',
      FAQ: 'Frequently asked questions',
      'Legal notices': 'Legal notices',
      'General terms': 'General terms',
      Accessibility: 'Accessibility',
    },
  },
} as const;

export const mainMenu = (page: Page, locale: Locale) =>
  page.getByRole('banner').getByRole('navigation', { name: WORDS[locale].menu });
export const burger = (page: Page) => page.getByRole('banner').locator('summary[aria-label=Menu]');
export async function openMenu(page: Page): Promise<Locator> {
  if (await burger(page).isVisible()) await burger(page).click();
  return page.getByRole('banner').getByRole('navigation').filter({ visible: true });
}
export async function switchLanguage(page: Page, from: Locale): Promise<void> {
  const menu = await openMenu(page);
  await menu.locator('summary', { hasText: WORDS[from].language }).click();
  await menu.getByRole('link', { name: WORDS[otherLocale(from)].language }).click();
}
/** Marks the document, so that a test can tell whether a later page replaced it. */
export const markDocument = (page: Page) =>
  page.evaluate(() => {
    document.body.dataset['sameDocument'] = 'yes';
  });

/** Makes session storage unavailable to the page, as in a browser that blocks it. */
export const keepNothing = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
  });
