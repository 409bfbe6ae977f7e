import type { Localized } from '@agres/domain/locale';

export type SeedArticle = {
  title: Localized;
  /** HTML: headings from h2 down, paragraphs, lists. */
  content: Localized;
  /** Words that exist in both languages: there is one list for both. */
  tags: string[];
  /** The name of the picture under /pictures/articles. */
  cover: string;
  /** The slug of the item shown at its end, or null. */
  item: string | null;
  /** The day of publication, ISO 8601. */
  date: string;
};
