import type { ProcedureMeta } from '@agres/core/trpc';
import { BRAND } from '@agres/domain/brand';
import { errorTextsSchema, errorAnswerSchema } from '@agres/domain/shapes.schema';
import { generateOpenApiDocument, type OpenAPIObject } from 'trpc-openapi';

import { appRouter } from '../router.ts';
import { allowAdditions } from './allow-additions.ts';
import { HEADERS, HEADERS_OF_ERRORS, headersOfSuccess } from './answer-headers.ts';
import { changesSomething, buildErrorResponses } from './openapi-errors.ts';
import { OPERATION_TEXTS, type OperationText } from './operation-texts.ts';
import { listProcedures } from './procedures.ts';

/**
 * The version of the document: MINOR for additions, PATCH for wording; docs/api/CHANGELOG.md lists the changes.
 */
const API_VERSION = '1.2.0';

const SECURITY_SCHEMES = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'session',
    description: 'Set by POST /connect; called `__Host-session` over https.',
  },
  xsrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-XSRF-TOKEN',
    description:
      'The value of the cookie `XSRF-TOKEN`, which any GET sets; asked of every method but GET and HEAD.',
  },
} as const satisfies NonNullable<Parameters<typeof generateOpenApiDocument>[1]['securitySchemes']>;

const DESCRIPTION = `The website's calls as REST. JSON in, JSON out, UTF-8.

A refusal answers \`{ "message": CODE, "code": CODE }\`; for bad input \`issues\` lists the fields. \`GET /errors\` gives the
text of every code in French and English. Begin with any GET: it sets the cookie \`XSRF-TOKEN\`, whose
value every other method repeats in the header \`X-XSRF-TOKEN\`.

Guides with examples for curl and Python: \`GET /api/docs\` in a browser,
\`GET /api/docs/guides.md\` as text.`;

/** The API reference shows the groups in this order. */
const TAGS = [
  { name: 'content', description: 'What everybody may read' },
  { name: 'account', description: 'Log in, sign up, and what belongs to one person' },
  { name: 'shop', description: 'Items and purchases' },
  { name: 'subscription', description: 'The personal programme' },
  { name: 'payment', description: 'Cards' },
  { name: 'contact', description: 'Writing to the shop' },
  { name: 'declarations', description: 'Withdrawals, terminations and the rights of a consumer' },
];

const ERRORS_OF_ERRORS = buildErrorResponses({
  access: 'public',
  openapi: { method: 'GET', path: '/errors' },
});
const ERRORS_OPERATION = {
  operationId: 'errors',
  tags: ['content'],
  summary: 'Every code with its text in French and English',
  description: 'For people; a program decides by the codes. The same until the next release.',
  security: [],
  responses: {
    200: {
      description: 'Successful response',
      headers: HEADERS_OF_ERRORS,
      content: { 'application/json': { schema: errorTextsSchema } },
    },
    ...ERRORS_OF_ERRORS.responses,
  },
};

export type OpenApiOptions = {
  /**
   * With `open`, answers may have unknown fields and codes, as docs/api/versioning.md announces. With
   * `closed`, which is for tests, they are exactly what this release answers.
   */
  answers?: 'open' | 'closed';
  baseUrl?: string;
};

/**
 * Creates the OpenAPI 3.1 document of every procedure from the schemas that validate it. This server's own
 * errors and security replace the generator's.
 */
export function createOpenApiDocument({
  answers = 'open',
  baseUrl = '/api',
}: OpenApiOptions = {}): OpenAPIObject {
  const document = generateOpenApiDocument(appRouter, {
    title: `${BRAND.name} API`,
    description: DESCRIPTION,
    version: API_VERSION,
    baseUrl,
    openApiVersion: '3.1.0',
    securitySchemes: SECURITY_SCHEMES,
    defs: { Refusal: errorAnswerSchema },
    paths: { '/errors': { get: ERRORS_OPERATION } },
  });
  const paths: PathsObject = { ...document.paths };
  const requests: SchemasObject = {};
  const described = { ...ERRORS_OF_ERRORS.described };
  for (const { name, path, method, meta } of listOperations()) {
    const item = paths[path];
    const generated = item?.[method];
    if (generated === undefined) continue;
    const operation = method === 'delete' ? withBody(generated) : generated;
    const text = textOf(name);
    const errors = buildErrorResponses(meta);
    Object.assign(described, errors.described);
    const { schema, body } = namedRequestOf(operation, { name, text });
    if (schema !== undefined) requests[requestNameOf(name)] = schema;
    paths[path] = {
      ...item,
      [method]: {
        ...operation,
        description: text.description,
        security: securityOf(meta),
        ...(meta.takesIdempotencyKey ? { parameters: [IDEMPOTENCY_KEY] } : {}),
        ...body,
        responses: { 200: successOf(operation, { meta, text }), ...errors.responses },
      },
    };
  }
  const shapes = Object.entries(document.components?.schemas ?? {}).filter(
    ([name]) => !name.startsWith('error.'),
  );
  const closed = { paths, schemas: Object.fromEntries(shapes), responses: inOrder(described) };
  const told = answers === 'closed' ? closed : allowAdditions(closed);
  return {
    ...document,
    info: {
      ...document.info,
      contact: { name: BRAND.name, email: BRAND.supportEmail },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    tags: TAGS,
    paths: told.paths,
    components: {
      ...document.components,
      schemas: { ...requests, ...told.schemas },
      responses: told.responses,
      headers: HEADERS,
    },
  };
}

const inOrder = <Part>(parts: Record<string, Part>) =>
  Object.fromEntries(Object.entries(parts).toSorted(([a], [b]) => (a < b ? -1 : 1)));

type PathsObject = NonNullable<OpenAPIObject['paths']>;
type SchemasObject = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type OperationObject = NonNullable<PathsObject[string]['get']>;
type Method = 'get' | 'post' | 'put' | 'delete' | 'patch';

const METHOD_KEYS = {
  GET: 'get',
  POST: 'post',
  PUT: 'put',
  DELETE: 'delete',
  PATCH: 'patch',
} as const satisfies Record<NonNullable<ProcedureMeta['openapi']>['method'], Method>;

type ListedOperation = { name: string; path: string; method: Method; meta: ProcedureMeta };

function listOperations(): ListedOperation[] {
  return listProcedures().flatMap(([name, { meta }]) => {
    const { openapi } = meta;
    if (openapi === undefined) return [];
    return [{ name, path: openapi.path, method: METHOD_KEYS[openapi.method], meta }];
  });
}

/** The texts are exhaustive by type, but a router knows its procedures only by name. */
function textOf(name: string): OperationText {
  const [, text] = Object.entries(OPERATION_TEXTS).find(([known]) => known === name) ?? [];
  if (text === undefined) throw new Error(`the call ${name} has no description`);
  return text;
}

/** Returns the name of a request schema, such as `ShopBuyRequest` for `shop.buy`. */
const requestNameOf = (name: string) =>
  `${name.replaceAll(/(?:^|\.)(\w)/g, (_start, letter: string) => letter.toUpperCase())}Request`;

/**
 * Moves the query parameters of a DELETE to its body: the generator puts them in the query string, where a
 * password must not be.
 */
function withBody({ parameters = [], ...operation }: OperationObject): OperationObject {
  const fields = parameters.flatMap((field) =>
    'in' in field && field.in === 'query' ? [field] : [],
  );
  const others = parameters.filter((field) => !('in' in field && field.in === 'query'));
  const properties = Object.fromEntries(
    fields.map(({ name, description, schema }) => [
      name,
      { ...schema, ...(description === undefined ? {} : { description }) },
    ]),
  );
  const schema = { type: 'object', properties } as const;
  return {
    ...operation,
    ...(others.length === 0 ? {} : { parameters: others }),
    ...(fields.length === 0
      ? {}
      : { requestBody: { required: false, content: { 'application/json': { schema } } } }),
  };
}

/** Moves the body of a call to a named schema: client generators name their types after it. */
function namedRequestOf(
  { requestBody }: OperationObject,
  { name, text }: { name: string; text: OperationText },
) {
  if (requestBody === undefined || '$ref' in requestBody) return {};
  const schema = requestBody.content['application/json']?.schema;
  if (schema === undefined) return {};
  const content = {
    'application/json': {
      schema: { $ref: `#/components/schemas/${requestNameOf(name)}` },
      ...(text.example === undefined ? {} : { example: text.example }),
    },
  };
  return { schema, body: { requestBody: { ...requestBody, content } } };
}

function successOf(
  { responses }: OperationObject,
  { meta, text }: { meta: ProcedureMeta; text: OperationText },
) {
  return { ...responses?.['200'], headers: headersOfSuccess(meta, text) };
}

const IDEMPOTENCY_KEY = {
  in: 'header',
  name: 'Idempotency-Key',
  description:
    'Names one attempt of a person: the same key gets the same answer, and charges nothing again.',
  schema: { type: 'string', pattern: String.raw`^[\x21-\x7e]{1,255}$` },
} as const;

/**
 * Returns one requirement that lists every needed scheme, because separate requirements would be
 * alternatives.
 */
function securityOf(meta: ProcedureMeta) {
  const needed = {
    ...(meta.access === 'public' ? {} : { session: [] }),
    ...(changesSomething(meta) ? { xsrf: [] } : {}),
  };
  return Object.keys(needed).length === 0 ? [] : [needed];
}
