import { BRAND } from '@shop/domain/brand';
import type { ErrorCode } from '@shop/domain/errors';
import { errorTextsSchema, refusalSchema } from '@shop/domain/shapes.schema';
import { generateOpenApiDocument, type OpenAPIObject } from 'trpc-openapi';

import { appRouter } from '../router.ts';
import type { Access, ProcedureMeta } from '../trpc.ts';
import { listProcedures } from './procedures.ts';

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

A refusal answers \`{ "message": CODE }\`; for bad input \`issues\` lists the fields. \`GET /errors\` gives the
text of every code in French and English. Begin with any GET: it sets the cookie \`XSRF-TOKEN\`, whose
value every other method repeats in the header \`X-XSRF-TOKEN\`.`;

const ERRORS_OPERATION = {
  operationId: 'errors',
  tags: ['content'],
  summary: 'Every code with its text in French and English',
  responses: {
    200: {
      description: 'Successful response',
      content: { 'application/json': { schema: errorTextsSchema } },
    },
  },
};

/**
 * The OpenAPI 3.1 document of every procedure, from the schemas that check them. The bridge's own
 * idea of errors and of who may call is replaced by what this server does (contract, section 3).
 */
export function createOpenApiDocument(): OpenAPIObject {
  const document = generateOpenApiDocument(appRouter, {
    title: BRAND.name,
    description: DESCRIPTION,
    version: '1.0.0',
    baseUrl: '/api',
    openApiVersion: '3.1.0',
    securitySchemes: SECURITY_SCHEMES,
    defs: { Refusal: refusalSchema },
    paths: { '/errors': { get: ERRORS_OPERATION } },
  });
  const paths: PathsObject = { ...document.paths };
  for (const [path, method, meta] of listOperations()) {
    const item = paths[path];
    const operation = item?.[method];
    if (operation !== undefined) {
      paths[path] = { ...item, [method]: { ...operation, ...whatIsTrueOf(operation, meta) } };
    }
  }
  const schemas = Object.entries(document.components?.schemas ?? {}).filter(
    ([name]) => !name.startsWith('error.'),
  );
  return {
    ...document,
    paths,
    components: { ...document.components, schemas: Object.fromEntries(schemas) },
  };
}

type PathsObject = NonNullable<OpenAPIObject['paths']>;
type OperationObject = NonNullable<PathsObject[string]['get']>;
type Method = 'get' | 'post' | 'put' | 'delete' | 'patch';

const METHOD_KEYS = {
  GET: 'get',
  POST: 'post',
  PUT: 'put',
  DELETE: 'delete',
  PATCH: 'patch',
} as const satisfies Record<NonNullable<ProcedureMeta['openapi']>['method'], Method>;

function listOperations(): [path: string, method: Method, meta: ProcedureMeta][] {
  return listProcedures().flatMap(([, { meta }]) => {
    const { openapi } = meta;
    return openapi === undefined ? [] : [[openapi.path, METHOD_KEYS[openapi.method], meta]];
  });
}

function whatIsTrueOf(operation: OperationObject, meta: ProcedureMeta) {
  return {
    security: securityOf(meta),
    responses: { 200: operation.responses?.['200'], ...responsesOf(refusalsOf(meta)) },
  };
}

const changesSomething = (meta: ProcedureMeta) => meta.openapi?.method !== 'GET';

/** One requirement that names all that must be there; none at all is said with an empty list. */
function securityOf(meta: ProcedureMeta) {
  const needed = {
    ...(meta.access === 'public' ? {} : { session: [] }),
    ...(changesSomething(meta) ? { xsrf: [] } : {}),
  };
  return Object.keys(needed).length === 0 ? [] : [needed];
}

/** The codes that an operation refuses with, by status. */
type Refusals = ReadonlyMap<string, ReadonlySet<ErrorCode>>;

const OF_EVERY_CALL = { 500: ['error_message'], 503: ['error_message'] } as const;
const OF_CHANGES = {
  400: ['invalid_fields'],
  403: ['invalid_xsrf_token'],
  413: ['error_message'],
  415: ['error_message'],
  429: ['error_message'],
} as const;
const OF_ACCESS = {
  public: {},
  member: { 401: ['not_logged_in'] },
  subscriber: { 401: ['not_logged_in'], 403: ['not_subscribed'] },
} as const satisfies Record<Access, object>;

function refusalsOf(meta: ProcedureMeta): Refusals {
  const sources: Record<string, readonly ErrorCode[]>[] = [
    OF_EVERY_CALL,
    changesSomething(meta) ? OF_CHANGES : {},
    OF_ACCESS[meta.access ?? 'public'],
    { ...meta.refusals },
  ];
  const refusals = new Map<string, Set<ErrorCode>>();
  for (const [status, codes] of sources.flatMap((source) => Object.entries(source))) {
    refusals.set(status, new Set([...(refusals.get(status) ?? []), ...codes]));
  }
  return refusals;
}

/** Statuses that say when to come back. */
const PASSING = new Set(['429', '503']);

function responsesOf(refusals: Refusals) {
  const responses = Array.from(refusals, ([status, codes]) => [
    status,
    {
      description: [...codes].join(', '),
      ...(PASSING.has(status) ? { headers: RETRY_AFTER } : {}),
      content: { 'application/json': { schema: refusalWith([...codes].toSorted()) } },
    },
  ]);
  return Object.fromEntries(responses);
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds until another try', schema: { type: 'integer' } },
};

const refusalWith = (codes: ErrorCode[]) => ({
  allOf: [
    { $ref: '#/components/schemas/Refusal' },
    { type: 'object', properties: { message: { enum: codes } } },
  ],
});
