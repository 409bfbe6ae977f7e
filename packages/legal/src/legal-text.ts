/** The parts of a fact, which are shown side by side. `answer` is the part that readers look for. */
export type LegalFact = { name: string; answer?: string; value: string };

/** A long text in one language. Sections are numbered in order; an array is one list. */
export type LegalText = {
  title: string;
  sections: { heading: string; paragraphs: (string | string[] | { facts: LegalFact[] })[] }[];
};

/** Applies `typeset` to every string of a text. */
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
