import { BRAND } from '@shop/domain/brand';
import { errorTextsSchema, refusalSchema } from '@shop/domain/shapes.schema';
import type { AnyTRPCRouter } from '@trpc/server';
import { generateOpenApiDocument, type OpenAPIObject } from 'trpc-openapi';

import type { Deprecation } from '../deprecation.ts';
import { appRouter } from '../router.ts';
import type { ProcedureMeta } from '../trpc.ts';
import { changesSomething, refusalResponsesOf } from './openapi-refusals.ts';
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
value every other method repeats in the header \`X-XSRF-TOKEN\`.

Guides with examples for curl, JavaScript and Python: \`GET /api/docs\` in a browser,
\`GET /api/docs/guides.md\` as text.`;

/** The groups of calls, in the order of the reference. */
const TAGS = [
  { name: 'content', description: 'What everybody may read' },
  { name: 'account', description: 'Log in, sign up, and what belongs to one person' },
  { name: 'shop', description: 'Items and purchases' },
  { name: 'subscription', description: 'The personal programme' },
  { name: 'payment', description: 'Cards' },
  { name: 'contact', description: 'Writing to the shop' },
];

const ERRORS_OPERATION = {
  operationId: 'errors',
  tags: ['content'],
  summary: 'Every code with its text in French and English',
  responses: {
    200: {
      description: 'Successful response',
      content: { 'application/json': { schema: errorTextsSchema } },
    },
    ...refusalResponsesOf({ access: 'public', openapi: { method: 'GET', path: '/errors' } }),
  },
};

/**
 * The OpenAPI 3.1 document of every procedure, from the schemas that check them. The bridge's own
 * idea of errors and of who may call is replaced by what this server does (contract, section 3).
 */
export function createOpenApiDocument(router: AnyTRPCRouter = appRouter): OpenAPIObject {
  const document = generateOpenApiDocument(router, {
    title: `${BRAND.name} API`,
    description: DESCRIPTION,
    version: '1.0.0',
    baseUrl: '/api',
    openApiVersion: '3.1.0',
    securitySchemes: SECURITY_SCHEMES,
    defs: { Refusal: refusalSchema },
    paths: { '/errors': { get: ERRORS_OPERATION } },
  });
  const paths: PathsObject = { ...document.paths };
  for (const [path, method, meta] of listOperations(router)) {
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
    tags: TAGS,
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

type ListedOperation = [path: string, method: Method, meta: ProcedureMeta];

function listOperations(router: AnyTRPCRouter): ListedOperation[] {
  return listProcedures(router).flatMap(([, { meta }]) => {
    const { openapi } = meta;
    return openapi === undefined ? [] : [[openapi.path, METHOD_KEYS[openapi.method], meta]];
  });
}

function whatIsTrueOf(operation: OperationObject, meta: ProcedureMeta) {
  return {
    ...(meta.deprecation === undefined ? {} : endOf(meta.deprecation)),
    security: securityOf(meta),
    ...(meta.takesIdempotencyKey ? { parameters: [IDEMPOTENCY_KEY] } : {}),
    responses: { 200: operation.responses?.['200'], ...refusalResponsesOf(meta) },
  };
}

const endOf = ({ until, instead }: Deprecation) => ({
  deprecated: true,
  description: `Use ${instead} instead. This call ends on ${until}.`,
});

const IDEMPOTENCY_KEY = {
  in: 'header',
  name: 'Idempotency-Key',
  description:
    'Names one click of a person: the same key gets the same answer, and charges nothing again.',
  schema: { type: 'string', pattern: String.raw`^[\x21-\x7e]{1,255}$` },
} as const;

/** One requirement that names all that must be there; none at all is said with an empty list. */
function securityOf(meta: ProcedureMeta) {
  const needed = {
    ...(meta.access === 'public' ? {} : { session: [] }),
    ...(changesSomething(meta) ? { xsrf: [] } : {}),
  };
  return Object.keys(needed).length === 0 ? [] : [needed];
}
