/** Reads the examples of a page of docs/api, as they stand there. Used by guides.test.ts. */

/** The languages that every example stands in, as code fences name them. */
export const LANGUAGES = ['sh', 'js', 'python'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The examples of one page in one language. */
export type Examples = {
  /** What the page has readers save under a name: fences that begin with a comment of just that. */
  files: { name: string; text: string }[];
  /** The other fences, one after the other. */
  program: string;
};

/** Finds the examples of a page in one language; `ts` are those of the typed client. */
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

/** What the page says that its examples print. */
export function readOutput(page: string): string {
  return readFences(page, 'text').join('');
}

function readFences(page: string, language: string): string[] {
  const fences = page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm);
  return [...fences].flatMap(([, name, text = '']) => (name === language ? [text] : []));
}

const fileNameOf = (text: string) => /^(?:\/\/|#) (\w+\.(?:sh|mjs|py|ts))\n/.exec(text)?.[1];
