/** Fields whose values may become more. */
const CODES = new Set(['message', 'code']);

/**
 * Opens a description of answers to what later releases may add: objects to other fields, codes to
 * other texts, maps by code to other keys. Only what the document says: the schemas that cut answers to
 * size stay closed.
 */
export function openedAnswers<Described>(described: Described): Described;
export function openedAnswers(described: unknown): unknown {
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
