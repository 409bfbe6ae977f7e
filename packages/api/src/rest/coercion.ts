/**
 * Keeps the REST bridge from loosening the inputs of the procedures. At each call it sets `coerce`
 * on the plain numbers, booleans and dates of the schemas themselves, for good and for tRPC too:
 * "7", null and "false" would then pass for numbers and accepted terms. Call it before the first
 * request.
 */
export function forbidCoercion(schemas: readonly unknown[]): void {
  forbidIn(schemas, new Set());
}

/** Walks whatever a schema is made of: its definition, shapes, elements, members and stages. */
function forbidIn(value: unknown, seen: Set<object>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  if (hasDefinition(value)) {
    forbidIn(value._zod.def, seen);
    return;
  }
  if ('type' in value && ['number', 'boolean', 'bigint', 'date'].includes(String(value.type))) {
    Object.defineProperty(value, 'coerce', {
      get: () => false,
      set: ignore,
      // Another server in this process may do the same to the same schemas.
      configurable: true,
    });
  }
  Object.values(value).forEach((part) => forbidIn(part, seen));
}

function hasDefinition(value: object): value is { _zod: { def: object } } {
  return '_zod' in value;
}

function ignore(): void {}
