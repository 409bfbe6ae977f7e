import type { Locale } from '@agres/domain/locale';
import type { I18n } from '@lingui/core';

import type { Texts } from './catalogs.ts';
import type { DataLoader } from './data.ts';
import type { Viewer } from './viewer.ts';

/** Addresses in the head of a page that only the server knows. */
export type PageAssets = {
  /** The module that hydrates the page. */
  entry: string;
  /** The small module that runs first and records input until hydration. */
  early: string;
  /** Fonts for the first screen, which the page preloads. */
  fonts: string[];
  /** Stripe's script. Only pages with a card form load it. */
  stripeJs: string;
};

/** The context of every route. */
export type RouterContext = {
  locale: Locale;
  i18n: I18n;
  texts: Texts;
  viewer: Viewer;
  data: DataLoader;
  assets: PageAssets;
  /** The public URL of the site without a trailing slash, for canonical links. */
  publicUrl: string;
  /** Returns the page's handover as text. */
  handover: () => string;
  /**
   * Called by a loader if the data is unavailable. The page then shows its error banner and the server responds
   * with 503.
   */
  reportOutage: () => void;
};
