/**
 * Scans every file that git tracks, or would, for content that must never be published: secret keys, private
 * keys, a package registry's address, paths of a personal machine. Run by `pnpm check`; prints file and line,
 * never the secret itself.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { listFiles } from './source-files.ts';

const FORBIDDEN: readonly { name: string; pattern: RegExp }[] = [
  // Development keys have underscores, as in `sk_test_agres_main`; a real key is one long run of letters and
  // digits.
  { name: "a payment provider's secret key", pattern: /\b[sr]k_(?:live|test)_[0-9A-Za-z]{16,}/ },
  { name: "a webhook's secret", pattern: /\bwhsec_[0-9A-Za-z+/]{24,}/ },
  { name: 'a private key', pattern: /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/ },
  { name: 'a cloud access key', pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/ },
  {
    name: 'an access token',
    pattern: /\b(?:gh[opsu]_\w{36}|github_pat_\w{22,}|npm_\w{36}|xox[abp]-\w{10,})/,
  },
  {
    name: "a package registry's address",
    pattern: /https?:\/\/[\w.-]*(?:registry|artifactory|nexus|verdaccio)[\w.-]*|_auth(?:Token)/i,
  },
  {
    name: 'a path of one machine',
    pattern: /(?<![\w.~$}-])(?:\/(?:home|Users)\/\w+|\/(?:root|work)(?=\/))|\b[A-Z]:\\Users\\/,
  },
];

export type TrackedFile = { path: string; text: string };

/** Returns the findings, as `path:line holds …`. */
export function findSecrets(files: readonly TrackedFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const inName = /(^|\/)\.env(?!\.example$)(\.|$)|\.(pem|p12|key)$/.test(path)
      ? [`${path} is a file of secrets`]
      : [];
    const inText = text
      .split('\n')
      .flatMap((line, index) =>
        FORBIDDEN.filter(({ pattern }) => pattern.test(line)).map(
          ({ name }) => `${path}:${index + 1} holds ${name}`,
        ),
      );
    return [...inName, ...inText];
  });
}

function readTrackedFiles(root: string): TrackedFile[] {
  return listFiles(root).flatMap((path) =>
    readText(join(root, path)).map((text) => ({ path, text })),
  );
}

/** Returns a file's text as a list; empty for binary files, and for files deleted but not yet committed. */
function readText(path: string): string[] {
  try {
    const text = readFileSync(path, 'utf8');
    return text.includes('\0') ? [] : [text];
  } catch {
    return [];
  }
}

if (import.meta.main) {
  const files = readTrackedFiles(dirname(import.meta.dirname));
  const faults = findSecrets(files);
  for (const fault of faults) console.error(fault);
  console.log(`secrets: ${files.length} files read, ${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
