import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';

import { buildErrorResponses } from './openapi-errors.ts';
import { createOpenApiDocument } from './openapi.ts';
import { listProcedures } from './procedures.ts';

type Reference = { $ref?: string };
type Operation = {
  tags?: string[];
  description?: string;
  requestBody?: {
    content: { 'application/json': { schema: { $ref: string }; example?: unknown } };
  };
  security?: Record<string, unknown>[];
  responses: Record<string, Reference & { headers?: object }>;
};
type ErrorResponse = {
  headers: Record<string, Reference>;
  content: { 'application/json': { schema: { allOf: [Reference, MessageSchema] } } };
};
const RETRIED = new Set(['409', '429', '503']);
type CodeSchema = { anyOf: [{ enum: string[] }, { type: 'string' }] };
type MessageSchema = { properties: { message: CodeSchema; code: CodeSchema } };

const document = createOpenApiDocument();
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const ajv = new Ajv2020({ strict: false, formats: { date: true, 'date-time': true, uuid: true } });
ajv.addSchema(plain(document) as object, 'open.json');
ajv.addSchema(plain(createOpenApiDocument({ answers: 'closed' })) as object, 'closed.json');
const takes = (name: string, schema: string, value: unknown) =>
  ajv.getSchema(`${name}.json#/components/schemas/${schema}`)?.(value);

const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
  Object.entries(item as Record<string, Operation>).map(
    ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
  ),
);
const referred = ({ $ref = '' }: Reference = {}): unknown =>
  $ref
    .split('/')
    .slice(1)
    .reduce<unknown>((place, name) => Reflect.get(Object(place), name), document);
const operationOf = (name: string) => operations.find(([known]) => known === name)?.[1];

describe('the OpenAPI document', () => {
  test('equals the one in docs/api, written by `pnpm openapi`', () => {
    const file = join(import.meta.dirname, '../../../../docs/api/openapi.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(document)));
  });

  test('is OpenAPI 3.1, with components for the shapes and no leftovers of the generator', () => {
    expect(document.openapi).toBe('3.1.0');
    const names = Object.keys(document.components?.schemas ?? {});
    expect(names).toEqual(
      expect.arrayContaining([
        'Article',
        'Home',
        'Item',
        'Order',
        'Refusal',
        'Subscription',
        'User',
      ]),
    );
    expect(names.filter((name) => name.startsWith('error'))).toEqual([]);
    expect(JSON.stringify(document)).not.toMatch(/bearer|Authorization|Internal server error/);
  });

  test.each(operations)('%s documents its errors in the common form', (_name, { responses }) => {
    expect(responses['200']).toBeDefined();
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['429', '500', '503']));
    for (const [status, response] of Object.entries(responses)) {
      if (status === '200') continue;
      const { content, headers } = referred(response) as ErrorResponse;
      const [shape, codes] = content['application/json'].schema.allOf;
      expect(shape.$ref).toBe('#/components/schemas/Refusal');
      expect(codes.properties.message.anyOf[0].enum.length).toBeGreaterThan(0);
      expect(codes.properties.code.anyOf[0].enum.length).toBeGreaterThan(0);
      expect(Object.keys(headers)).toEqual([
        'X-Request-Id',
        ...(RETRIED.has(status) ? ['Retry-After'] : []),
        'RateLimit-Policy',
        'RateLimit',
      ]);
      for (const [name, header] of Object.entries(headers)) {
        expect(header).toEqual({ $ref: `#/components/headers/${name}` });
        expect(referred(header)).toHaveProperty('schema');
      }
    }
  });

  test('no call refers to a description of other errors than its own', () => {
    const { components } = createOpenApiDocument({ answers: 'closed' });
    for (const [name, { meta }] of listProcedures()) {
      if (meta.openapi === undefined) continue;
      const { described } = buildErrorResponses(meta);
      expect([name, components?.responses]).toMatchObject([name, described]);
    }
  });

  test.each(operations.filter(([name]) => !name.startsWith('GET')))(
    '%s requires the XSRF token, and documents the errors without it',
    (_name, { security, responses }) => {
      expect(security?.[0]).toHaveProperty('xsrf');
      const { content } = referred(responses['403']) as ErrorResponse;
      const [, codes] = content['application/json'].schema.allOf;
      expect(codes.properties.message.anyOf[0].enum).toContain('invalid_xsrf_token');
      expect(codes.properties.code.anyOf[0].enum).toContain('wrong_origin');
      expect(responses).toHaveProperty('400');
      expect(responses).toHaveProperty('413');
      expect(responses).toHaveProperty('415');
    },
  );

  test('allows fields and codes of later releases, except in its closed variant', () => {
    const refusal = { message: 'not_found', code: 'not_found' };
    const later = { message: 'too_heavy', code: 'parcel_too_heavy', hint: 'less' };
    expect(takes('open', 'Refusal', refusal)).toBe(true);
    expect(takes('open', 'Refusal', later)).toBe(true);
    expect(takes('closed', 'Refusal', refusal)).toBe(true);
    expect(takes('closed', 'Refusal', later)).toBe(false);
    expect(takes('open', 'ErrorTexts', { too_heavy: { fr: 'Trop lourd', en: 'Too heavy' } })).toBe(
      true,
    );
    expect(takes('open', 'Refusal', { message: 7, code: 'x' })).toBe(false);
    expect(JSON.stringify(document)).not.toContain('"additionalProperties":false');
  });

  test.each(operations)(
    '%s is described, and its body has a name and a valid example',
    (name, one) => {
      expect(one.description?.length).toBeGreaterThan(20);
      expect(one.responses['200']?.headers).toHaveProperty('X-Request-Id');
      if (one.requestBody === undefined) return;
      const { schema, example } = one.requestBody.content['application/json'];
      expect(schema.$ref).toMatch(/^#\/components\/schemas\/\w+Request$/);
      const schemaName = schema.$ref.split('/').at(-1) ?? '';
      expect([name, takes('open', schemaName, example)]).toEqual([name, true]);
    },
  );

  test('has only patterns that validators in other languages can read', () => {
    const patterns = Array.from(
      JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g),
      ([, text = '""']) => String(JSON.parse(text)),
    );
    expect(patterns.length).toBeGreaterThan(5);
    // Python, Go or Rust lack Unicode classes, lookbehind or lookahead.
    expect(patterns.filter((pattern) => /\\[pPkuc]|\(\?<|\(\?[=!]/.test(pattern))).toEqual([]);
  });

  test('declares every tag, and names a contact', () => {
    const declared = document.tags?.map(({ name }) => name) ?? [];
    const used = operations.flatMap(([, one]) => one.tags ?? []);
    expect(new Set(used)).toEqual(new Set(declared));
    expect(document.info.contact?.email).toMatch(/@/);
  });

  test('documents the authentication of each operation', () => {
    expect(operationOf('GET /items')?.security).toEqual([]);
    expect(operationOf('GET /users/{id}')?.security).toEqual([{ session: [] }]);
    expect(operationOf('GET /users/{id}')?.responses).toHaveProperty('401');
    expect(operationOf('POST /connect')?.security).toEqual([{ xsrf: [] }]);
    expect(operationOf('POST /items/buy')?.security).toEqual([{ session: [], xsrf: [] }]);
  });
});
