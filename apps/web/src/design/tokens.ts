import source from '../ui/tokens.css?raw';

/** A value of tokens.css: `{ name: 'color-ink', value: '#17211e' }`. */
export type Token = { name: string; value: string };

const TOKENS: readonly Token[] = [...source.matchAll(/--([\w-]+): ([^;]+);/g)].map(
  ([, name = '', value = '']) => ({ name, value: value.replaceAll(/\s+/g, ' ') }),
);

/** The tokens of a family such as `color`, without what belongs to another one (`text-body--line-height`). */
export const tokensOf = (family: string): readonly Token[] =>
  TOKENS.filter(({ name }) => name.startsWith(`${family}-`) && !name.includes('--'));
