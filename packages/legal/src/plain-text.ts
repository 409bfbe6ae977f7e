import type { LegalText } from './legal-text.ts';

/**
 * Returns a text as stored and attached to emails. Lines end with `\n`, an empty line separates paragraphs,
 * sections with a heading are numbered, and entries of lists and facts begin with a hyphen.
 */
export function plainTextOf({ title, sections }: LegalText): string {
  const blocks = [
    title,
    ...sections.flatMap(({ heading, paragraphs }, index) => [
      ...(heading === '' ? [] : [`${index + 1}. ${heading}`]),
      ...paragraphs.map((paragraph) => {
        if (typeof paragraph === 'string') return paragraph;
        const lines = Array.isArray(paragraph)
          ? paragraph
          : paragraph.facts.map(
              ({ name, answer = '', value }) => `${name} – ${`${answer} ${value}`.trim()}`,
            );
        return lines.map((entry) => `- ${entry}`).join('\n');
      }),
    ]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** Parses the result of `plainTextOf`. Any other text is kept completely, as paragraphs. */
export function readPlainText(text: string): LegalText {
  const [title = '', ...blocks] = text.trimEnd().split(/\n{2,}/);
  const sections: LegalText['sections'] = [];
  for (const block of blocks) {
    const [, number, heading] = /^(\d+)\. (.+)$/.exec(block) ?? [];
    if (heading !== undefined && Number(number) === sections.length + 1) {
      sections.push({ heading, paragraphs: [] });
      continue;
    }
    if (sections.length === 0) sections.push({ heading: '', paragraphs: [] });
    const lines = block.split('\n');
    const isList = lines.every((line) => line.startsWith('- '));
    sections.at(-1)?.paragraphs.push(isList ? lines.map((line) => line.slice(2)) : block);
  }
  return { title, sections };
}
