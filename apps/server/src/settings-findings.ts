import { BRAND, unsetBrandFacts, type ShopFacts } from '@agres/domain/brand';

import type { Settings } from './env.ts';

/** A setting that is wrong or should be checked; the log shows `facts`. */
export type SettingsFinding = {
  verdict: 'error' | 'warning';
  facts: Record<string, unknown>;
  sentence: string;
};

/**
 * Returns the problems in valid settings and in the shop's facts, for each startup and `pnpm shop doctor`.
 */
export function findInSettings({ mode, api }: Settings, facts: ShopFacts): SettingsFinding[] {
  if (mode !== 'production') return [];
  const unset = unsetBrandFacts({ ...BRAND, ...facts });
  return [
    ...(api.publicUrl.startsWith('http:')
      ? [toCheck('PUBLIC_URL uses http, which is only safe on this machine')]
      : []),
    ...(unset.length > 0
      ? [
          {
            verdict: 'error' as const,
            facts: { unset },
            sentence:
              'Details that the law requires or pages link to are missing: enter those of the seller in the office under Settings, the others in packages/domain/src/brand.ts',
          },
        ]
      : []),
  ];
}

const toCheck = (sentence: string): SettingsFinding => ({
  verdict: 'warning',
  facts: {},
  sentence,
});
