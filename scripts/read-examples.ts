/** Extracts the examples of a page of docs/api verbatim. Used by guides.test.ts. */

/** The languages of every example, as named by the code fences. */
export const LANGUAGES = ['sh', 'python'] as const;
export type Language = (typeof LANGUAGES)[number];

export type Examples = {
  /** The files that the page has readers save: fences that start with a comment of just the file name. */
  files: { name: string; text: string }[];
  /** The other fences, concatenated. */
  program: string;
};

/** Extracts the examples of a page in one language; `ts` selects those of the typed client. */
export function readExamples(page: string, language: Language | 'ts'): Examples {
  const fences = readFences(page, language);
  return {
    files: fences.flatMap((text) => {
      const name = fileNameOf(text);
      return name === undefined ? [] : [{ name, text }];
    }),
    program: fences.filter((text) => fileNameOf(text) === undefined).join('\n'),
  };
}

/** Returns the output that the page states for its examples. */
export function readOutput(page: string): string {
  return readFences(page, 'text').join('');
}

function readFences(page: string, language: string): string[] {
  const fences = page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm);
  return [...fences].flatMap(([, name, text = '']) => (name === language ? [text] : []));
}

const fileNameOf = (text: string) => /^(?:\/\/|#) (\w+\.(?:sh|py|ts))\n/.exec(text)?.[1];
