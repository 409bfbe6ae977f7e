import { createOpenApiDocument } from '@agres/shop/rest/openapi';
import { z } from 'zod';

/** The part of JSON Schema that describes the inputs of the calls. */
export type JsonSchema = {
  type?: string | string[] | undefined;
  const?: unknown;
  enum?: unknown[] | undefined;
  anyOf?: JsonSchema[] | undefined;
  pattern?: string | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  properties?: Record<string, JsonSchema> | undefined;
  required?: string[] | undefined;
};

export type Operation = {
  /** Method and path: `POST /items/buy`. */
  name: string;
  method: Method;
  path: string;
  /** The procedure's name over tRPC; undefined if it is not a procedure. */
  rpcName: string | undefined;
  /** The schema of its body or path; undefined if it takes no input. */
  input: JsonSchema | undefined;
  inPath: boolean;
  needsSession: boolean;
  needsToken: boolean;
  /** JSON pointers into the document to its answers, by status. */
  answers: ReadonlyMap<number, string>;
};

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The document in closed form: only fields and codes that this release answers. */
export const DOCUMENT: object = JSON.parse(
  JSON.stringify(createOpenApiDocument({ answers: 'closed' })),
);

const schemaSchema: z.ZodType<JsonSchema> = z.lazy(() =>
  z.object({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    const: z.unknown().optional(),
    enum: z.array(z.unknown()).optional(),
    anyOf: z.array(schemaSchema).optional(),
    pattern: z.string().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    properties: z.record(z.string(), schemaSchema).optional(),
    required: z.array(z.string()).optional(),
  }),
);

const operationSchema = z.object({
  operationId: z.string(),
  security: z.array(z.record(z.string(), z.unknown())).default([]),
  parameters: z.preprocess(
    withoutReferences,
    z.array(z.object({ in: z.string(), name: z.string(), schema: schemaSchema })).default([]),
  ),
  requestBody: z.preprocess(
    withoutReferences,
    z
      .object({ content: z.object({ 'application/json': z.object({ schema: schemaSchema }) }) })
      .optional(),
  ),
  responses: z.record(z.string(), z.object({ $ref: z.string().optional() })),
});
const methodSchema = z.enum(['get', 'post', 'put', 'delete']);
const documentSchema = z.object({
  paths: z.record(z.string(), z.partialRecord(methodSchema, operationSchema)),
});

/** Replaces every reference by its target, because inputs are generated from the schemas. */
function withoutReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutReferences);
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...own }: Record<string, unknown> = { ...value };
  const fields = Object.entries(own).map(([name, field]) => [name, withoutReferences(field)]);
  if (typeof $ref !== 'string') return Object.fromEntries(fields);
  const referred: unknown = $ref
    .split('/')
    .slice(1)
    .reduce<unknown>((place, name) => Reflect.get(Object(place), name), DOCUMENT);
  return { ...Object(withoutReferences(referred)), ...Object.fromEntries(fields) };
}

export function listOperations(): Operation[] {
  const { paths } = documentSchema.parse(DOCUMENT);
  return Object.entries(paths).flatMap(([path, item]) =>
    methodSchema.options.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [operationOf(path, method, operation)];
    }),
  );
}

function operationOf(
  path: string,
  method: z.output<typeof methodSchema>,
  { operationId, security, parameters, requestBody, responses }: z.output<typeof operationSchema>,
): Operation {
  const needs = Object.keys(security[0] ?? {});
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const pathInput: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(inPath.map(({ name, schema }) => [name, schema])),
    required: inPath.map(({ name }) => name),
  };
  const place = `#/paths/${escape(path)}/${method}/responses`;
  const upper = { get: 'GET', post: 'POST', put: 'PUT', delete: 'DELETE' } as const;
  return {
    name: `${upper[method]} ${path}`,
    method: upper[method],
    path,
    rpcName: operationId.includes('-') ? operationId.replace('-', '.') : undefined,
    input: inPath.length > 0 ? pathInput : requestBody?.content['application/json'].schema,
    inPath: inPath.length > 0,
    needsSession: needs.includes('session'),
    needsToken: needs.includes('xsrf'),
    answers: new Map(
      Object.entries(responses).map(([status, { $ref = `${place}/${status}` }]) => [
        Number(status),
        `${$ref}/content/application~1json/schema`,
      ]),
    ),
  };
}

const escape = (text: string) =>
  encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));
