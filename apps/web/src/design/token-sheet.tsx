import { contrast } from './contrast.ts';
import { Sheet, Specimen } from './sheet.tsx';

import source from '@agres/ui/tokens.css?raw';

/** A value of tokens.css: `{ name: 'color-ink', value: '#17211e' }`. */
type Token = { name: string; value: string };

const TOKENS: readonly Token[] = [...source.matchAll(/--([\w-]+): ([^;]+);/g)].map(
  ([, name = '', value = '']) => ({ name, value: value.replaceAll(/\s+/g, ' ') }),
);

/** The tokens of a family such as `color`, without what belongs to another one (`text-body--line-height`). */
const tokensOf = (family: string): readonly Token[] =>
  TOKENS.filter(({ name }) => name.startsWith(`${family}-`) && !name.includes('--'));

const GROUNDS = new Set(['ground', 'ground-deep', 'surface', 'secondary', 'ink']);

/** The tokens: colours with their contrasts, type, space, shape, depth and motion. */
export function TokenSheet() {
  return (
    <>
      <Sheet title="Colour">
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {tokensOf('color').map((token) => (
            <Colour key={token.name} {...token} />
          ))}
        </ul>
      </Sheet>
      <Sheet title="Type">
        {tokensOf('text').map(({ name, value }) => (
          <Specimen key={name} name={`${name} · ${value}`}>
            <p
              className={/title|display/.test(name) ? 'font-display font-bold' : undefined}
              style={{ fontSize: `var(--${name})`, lineHeight: `var(--${name}--line-height)` }}
            >
              Plus fort, plus souple, plus léger : 19,99 €
            </p>
          </Specimen>
        ))}
      </Sheet>
      <Sheet title="Space and width">
        {['spacing', 'container'].flatMap(tokensOf).map(({ name, value }) => (
          <Specimen key={name} name={`${name} · ${value}`}>
            <div className="h-4 max-w-full bg-secondary" style={{ width: `var(--${name})` }} />
          </Specimen>
        ))}
      </Sheet>
      <Sheet title="Shape and depth">
        <div className="flex flex-wrap gap-8">
          {tokensOf('radius').map(({ name, value }) => (
            <Specimen key={name} name={`${name} · ${value}`}>
              <div
                className="h-24 w-40 border border-control-line bg-surface"
                style={{ borderRadius: `var(--${name})` }}
              />
            </Specimen>
          ))}
          {tokensOf('shadow').map(({ name }) => (
            <Specimen key={name} name={name}>
              <div
                className="h-24 w-40 rounded-card bg-surface"
                style={{ boxShadow: `var(--${name})` }}
              />
            </Specimen>
          ))}
        </div>
      </Sheet>
      <Sheet title="Motion (point at it)">
        {tokensOf('ease').map(({ name, value }) => (
          <Specimen key={name} name={`${name} · ${value}`}>
            <div className="group w-full rounded-control bg-ground-deep p-2">
              <div
                className="size-8 rounded-pill bg-highlight transition-transform duration-500 group-hover:translate-x-64"
                style={{ transitionTimingFunction: `var(--${name})` }}
              />
            </div>
          </Specimen>
        ))}
      </Sheet>
    </>
  );
}

function Colour({ name, value }: Token) {
  const token = name.slice('color-'.length);
  const grounds = tokensOf('color').filter(({ name: ground }) =>
    GROUNDS.has(ground.slice('color-'.length)),
  );
  return (
    <li className="overflow-hidden rounded-card border border-line bg-surface">
      <div className="h-20 border-b border-line" style={{ background: `var(--${name})` }} />
      <div className="p-4">
        <p className="font-semibold">{token}</p>
        <p className="text-small text-ink-soft">{value}</p>
        <ul className="mt-2 text-caption tabular-nums">
          {grounds.map((ground) => (
            <li key={ground.name}>
              {contrast(value, ground.value).toFixed(1)} on {ground.name.slice('color-'.length)}
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}
