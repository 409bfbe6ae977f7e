import type { Locale } from '@agres/domain/locale';
import type { I18n } from '@lingui/core';

import type { Texts } from './catalogs.ts';
import type { DataLoader } from './data.ts';
import type { Viewer } from './viewer.ts';

/** Addresses that a page names in its head and that only the server knows. */
export type PageAssets = {
  /** The module that brings the page to life. */
  entry: string;
  /** The small one before it, which keeps what is pressed and typed meanwhile. */
  early: string;
  /** Fonts of the first screen, fetched early. */
  fonts: string[];
  /** The card provider's script, loaded where a card is asked for. */
  stripeJs: string;
};

/** What every route can count on. */
export type RouterContext = {
  locale: Locale;
  i18n: I18n;
  texts: Texts;
  viewer: Viewer;
  data: DataLoader;
  assets: PageAssets;
  /** The site's own address, without a slash at the end, for canonical links. */
  publicUrl: string;
  /** The text of the page's handover. */
  handover: () => string;
  /** Lets a loader say that the page is shown with an error banner because the data is away. */
  reportOutage: () => void;
};
