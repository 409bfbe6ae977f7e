/** A long text in one language: numbered by its order, a paragraph that is a list stands as one. */
export type LegalText = {
  title: string;
  sections: { heading: string; paragraphs: (string | string[])[] }[];
};
