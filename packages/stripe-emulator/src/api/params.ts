import { paramError } from './api-error.ts';

/**
 * The parameters of a request: form pairs whose names nest by brackets, `metadata[attempt_id]=…`,
 * `items[0][price]=…`. The methods take names that are top-level or already bracketed.
 */
export type Params = {
  /** Returns the distinct top-level names. */
  names(): string[];
  text(name: string): string | undefined;
  /** Returns a whole number; throws on any other text. */
  integer(name: string): number | undefined;
  /** Returns a boolean; throws unless the text is `true` or `false`. */
  flag(name: string): boolean | undefined;
  /** Returns the values under a name, as in `metadata[a]=1&metadata[b]=2`; undefined if there are none. */
  record(name: string): Record<string, string> | undefined;
  /** Returns a list given as `expand[]=a`, `expand[0]=a` or `expand=a`. */
  list(name: string): string[];
  /** Returns one parameter group per object of a list, `items[0][price]=…`. */
  items(name: string): Params[];
  /** Returns the parameters under a name, without the prefix; undefined if there are none. */
  group(name: string): Params | undefined;
  pairs(): readonly (readonly [name: string, value: string])[];
  /**
   * Returns the same text for equal parameters in any order, to compare requests that share an idempotency key.
   */
  fingerprint(): string;
};

export function parseParams(encoded: string): Params {
  return paramsOf([...new URLSearchParams(encoded)]);
}

type Pair = readonly [name: string, value: string];

function paramsOf(pairs: readonly Pair[]): Params {
  const values = new Map(pairs);

  const group = (name: string) => {
    const inner = pairs.flatMap(([key, value]): Pair[] => {
      const rest = key.startsWith(`${name}[`) ? key.slice(name.length + 1) : undefined;
      const end = rest?.indexOf(']') ?? -1;
      return rest === undefined || end < 0
        ? []
        : [[rest.slice(0, end) + rest.slice(end + 1), value]];
    });
    return inner.length === 0 ? undefined : paramsOf(inner);
  };

  return {
    names: () => [...new Set(pairs.map(([key]) => topLevelOf(key)))],
    text: (name) => values.get(name),
    integer(name) {
      const value = values.get(name);
      if (value === undefined || value === '') return undefined;
      if (/^-?\d{1,15}$/.test(value)) return Number(value);
      throw paramError(name, `Invalid integer: ${value}`, 'parameter_invalid_integer');
    },
    flag(name) {
      const value = values.get(name);
      if (value === undefined || value === '') return undefined;
      if (value === 'true' || value === 'false') return value === 'true';
      throw paramError(name, `Invalid boolean: ${value}`);
    },
    record(name) {
      const inner = group(name);
      if (!inner) return values.get(name) === '' ? {} : undefined;
      return Object.fromEntries(inner.names().map((key) => [key, inner.text(key) ?? '']));
    },
    list(name) {
      const single = values.get(name);
      if (single !== undefined) return single === '' ? [] : [single];
      return pairs
        .filter(([key]) => new RegExp(`^\\[\\d*\\]$`).test(afterName(key, name)))
        .map(([, value]) => value);
    },
    items(name) {
      const inner = group(name);
      return (inner?.names() ?? []).flatMap((index) => inner?.group(index) ?? []);
    },
    group,
    pairs: () => pairs,
    fingerprint: () => JSON.stringify(pairs.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))),
  };
}

const topLevelOf = (key: string) => {
  const bracket = key.indexOf('[');
  return bracket < 0 ? key : key.slice(0, bracket);
};

const afterName = (key: string, name: string) =>
  key.startsWith(name) ? key.slice(name.length) : '';
