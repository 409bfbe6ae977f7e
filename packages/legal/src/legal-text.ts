/** A long text in one language: numbered by its order, a paragraph that is a list stands as one. */
export type LegalText = {
  title: string;
  sections: { heading: string; paragraphs: (string | string[])[] }[];
};

/** The text with every string of it set by `typeset`. */
export function typesetText(
  { title, sections }: LegalText,
  typeset: (text: string) => string,
): LegalText {
  return {
    title: typeset(title),
    sections: sections.map(({ heading, paragraphs }) => ({
      heading: typeset(heading),
      paragraphs: paragraphs.map((paragraph) =>
        typeof paragraph === 'string' ? typeset(paragraph) : paragraph.map(typeset),
      ),
    })),
  };
}
