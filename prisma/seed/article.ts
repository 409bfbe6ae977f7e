import type { Localized } from '@agres/domain/locale';

/** An article of the demonstration content. */
export type SeedArticle = {
  title: Localized;
  /** HTML: headings from h2 down, paragraphs, lists. */
  content: Localized;
  /** Words that both languages share: there is one list for both. */
  tags: string[];
  /** Names the picture under /pictures/articles, if there is one. */
  cover: string | null;
  /** The item that it ends with, by slug, if there is one. */
  item: string | null;
  /** Day of publication, ISO 8601. */
  date: string;
};
