/** Fields whose values later releases may extend. */
const CODES = new Set(['message', 'code']);

/**
 * Opens the description of answers to additions of later releases: further fields, codes and keys. Only the
 * document is opened; the schemas that strip unknown fields from answers stay closed.
 */
export function allowAdditions<Described>(described: Described): Described;
export function allowAdditions(described: unknown): unknown {
  return opened('', described);
}

function opened(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((part) => opened('', part));
  if (typeof value !== 'object' || value === null) return value;
  const fields = new Map<string, unknown>(Object.entries(value));
  if (CODES.has(name) && fields.has('enum')) {
    return { anyOf: [{ ...value, type: 'string' }, { type: 'string' }] };
  }
  if (fields.get('additionalProperties') === false) fields.delete('additionalProperties');
  if (fields.has('propertyNames')) {
    fields.delete('propertyNames');
    fields.delete('required');
  }
  return Object.fromEntries(Array.from(fields, ([key, field]) => [key, opened(key, field)]));
}
