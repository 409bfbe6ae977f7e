/** A fact and its name, which stand beside each other. `answer`: the part of it that is looked for. */
export type LegalFact = { name: string; answer?: string; value: string };

/** A long text in one language: numbered by its order, a paragraph that is a list stands as one. */
export type LegalText = {
  title: string;
  sections: { heading: string; paragraphs: (string | string[] | { facts: LegalFact[] })[] }[];
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
      paragraphs: paragraphs.map((paragraph) => {
        if (typeof paragraph === 'string') return typeset(paragraph);
        if (Array.isArray(paragraph)) return paragraph.map(typeset);
        const facts = paragraph.facts.map(({ name, answer, value }) => ({
          name: typeset(name),
          ...(answer !== undefined && { answer: typeset(answer) }),
          value: typeset(value),
        }));
        return { facts };
      }),
    })),
  };
}
