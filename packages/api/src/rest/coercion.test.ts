import { coerceSchema } from 'trpc-openapi';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { forbidCoercion } from './coercion.ts';

const makeSchema = () =>
  z.object({
    id: z.number(),
    cgv: z.boolean().optional(),
    on: z.date().nullable(),
    nested: z.object({ count: z.number() }).default({ count: 0 }),
  });

describe('forbidCoercion', () => {
  test('keeps the bridge from turning strings and null into numbers, booleans and dates', () => {
    const schema = makeSchema();
    forbidCoercion([[schema]]);
    forbidCoercion([[schema]]);
    coerceSchema(schema);
    expect(schema.safeParse({ id: '7', on: null }).success).toBe(false);
    expect(schema.safeParse({ id: null, on: null }).success).toBe(false);
    expect(schema.safeParse({ id: 7, cgv: 'true', on: null }).success).toBe(false);
    expect(schema.safeParse({ id: 7, on: '2026-01-01' }).success).toBe(false);
    expect(schema.safeParse({ id: 7, on: null, nested: { count: '1' } }).success).toBe(false);
    expect(schema.safeParse({ id: 7, cgv: true, on: null, nested: { count: 1 } }).success).toBe(
      true,
    );
  });

  test('is needed: without it the bridge loosens the schema for everybody', () => {
    const schema = makeSchema();
    coerceSchema(schema);
    expect(schema.safeParse({ id: '7', cgv: 'false', on: null }).success).toBe(true);
  });
});
