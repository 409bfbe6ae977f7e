import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';

import { createOpenApiDocument } from './openapi.ts';

type Operation = {
  security?: Record<string, unknown>[];
  responses: Record<
    string,
    {
      headers?: object;
      content: { 'application/json': { schema: { allOf?: [{ $ref: string }, MessageSchema] } } };
    }
  >;
};
const HEADERS: Record<string, string[]> = {
  429: ['Retry-After', 'RateLimit-Policy', 'RateLimit'],
  503: ['Retry-After'],
};
type MessageSchema = { properties: { message: { enum: string[] } } };

const document = createOpenApiDocument();

const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
  Object.entries(item as Record<string, Operation>).map(
    ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
  ),
);
const operationOf = (name: string) => operations.find(([known]) => known === name)?.[1];

describe('the OpenAPI document', () => {
  test('is the one in docs/api: `pnpm openapi` writes it anew', () => {
    const file = join(import.meta.dirname, '../../../../docs/api/openapi.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(document)));
  });

  test('is valid, says a validator that is not ours', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
  });

  test('is OpenAPI 3.1, with the shapes as components and nothing of the bridge', () => {
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

  test.each(operations)('%s states its refusals in their one form', (_name, { responses }) => {
    expect(responses['200']).toBeDefined();
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['429', '500', '503']));
    for (const [status, { content, headers }] of Object.entries(responses)) {
      if (status === '200') continue;
      const [shape, codes] = content['application/json'].schema.allOf ?? [];
      expect(shape?.$ref).toBe('#/components/schemas/Refusal');
      expect(codes?.properties.message.enum.length).toBeGreaterThan(0);
      expect(Object.keys(headers ?? {})).toEqual(HEADERS[status] ?? []);
    }
  });

  test.each(operations.filter(([name]) => !name.startsWith('GET')))(
    '%s asks for the XSRF token, and says what comes without it',
    (_name, { security, responses }) => {
      expect(security?.[0]).toHaveProperty('xsrf');
      const [, codes] = responses['403']?.content['application/json'].schema.allOf ?? [];
      expect(codes?.properties.message.enum).toContain('invalid_xsrf_token');
      expect(responses).toHaveProperty('400');
      expect(responses).toHaveProperty('413');
      expect(responses).toHaveProperty('415');
    },
  );

  test('who may call is said of each operation', () => {
    expect(operationOf('GET /items')?.security).toEqual([]);
    expect(operationOf('GET /users/{id}')?.security).toEqual([{ session: [] }]);
    expect(operationOf('GET /users/{id}')?.responses).toHaveProperty('401');
    expect(operationOf('POST /connect')?.security).toEqual([{ xsrf: [] }]);
    expect(operationOf('POST /items/buy')?.security).toEqual([{ session: [], xsrf: [] }]);
  });
});
