import { paramError } from './api-error.ts';

/**
 * The parameters of a call: form pairs whose names nest by brackets, `metadata[attempt_id]=…`,
 * `items[0][price]=…`. Names given to the readers are top-level or already bracketed.
 */
export type Params = {
  /** Top-level names, each once. */
  names(): string[];
  text(name: string): string | undefined;
  /** A whole number; anything else is an error. */
  integer(name: string): number | undefined;
  /** `true` or `false`; anything else is an error. */
  flag(name: string): boolean | undefined;
  /** The values under a name, `metadata[a]=1&metadata[b]=2`; undefined when there are none. */
  record(name: string): Record<string, string> | undefined;
  /** `expand[]=a`, `expand[0]=a` or `expand=a`. */
  list(name: string): string[];
  /** The parameter groups of a list of objects, `items[0][price]=…`. */
  items(name: string): Params[];
  /** The parameters under a name, as if they stood alone; undefined when there are none. */
  group(name: string): Params | undefined;
  /** Every name and value as they came. */
  pairs(): readonly (readonly [name: string, value: string])[];
  /** The same text for equal parameters in any order: what an idempotency key is bound to. */
  fingerprint(): string;
};

/** Reads a form body or a query string. */
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
