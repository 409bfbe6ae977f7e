import type { Locale } from '@agres/domain/locale';
import type { I18n } from '@lingui/core';

import type { Texts } from './catalogs.ts';
import type { DataLoader } from './data.ts';
import type { Viewer } from './viewer.ts';

/** Addresses that only the server knows. */
export type PageAssets = {
  entry: string;
  /** Runs first and records input until hydration. */
  early: string;
  /** Preloaded for the first screen. */
  fonts: string[];
  /** Only pages with a card form load Stripe's script. */
  stripeJs: string;
};

export type RouterContext = {
  locale: Locale;
  i18n: I18n;
  texts: Texts;
  viewer: Viewer;
  data: DataLoader;
  assets: PageAssets;
  /** Without a trailing slash. */
  publicUrl: string;
  handover: () => string;
  /**
   * A loader calls this if the data is unavailable. The page then shows its error banner and the server responds
   * with 503.
   */
  reportOutage: () => void;
};
