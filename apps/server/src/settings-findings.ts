import { unsetBrandFacts } from '@agres/domain/brand';

import type { Settings } from './env.ts';

/** What is wrong, or deserves a look; `facts` are for the log. */
export type SettingsFinding = {
  verdict: 'wrong' | 'look';
  facts: Record<string, unknown>;
  sentence: string;
};

/** What can be said of valid settings without a network: told at each start, and by `pnpm shop doctor`. */
export function findInSettings({ mode, api }: Settings): SettingsFinding[] {
  if (mode !== 'production') return [];
  const unset = unsetBrandFacts();
  return [
    ...(api.publicUrl.startsWith('http:')
      ? [look('PUBLIC_URL is http: fit for this machine alone')]
      : []),
    ...(unset.length > 0
      ? [
          {
            verdict: 'wrong' as const,
            facts: { unset },
            sentence:
              'packages/domain/src/brand.ts still lacks facts, which the law asks for or pages link to',
          },
        ]
      : []),
  ];
}

const look = (sentence: string): SettingsFinding => ({ verdict: 'look', facts: {}, sentence });
