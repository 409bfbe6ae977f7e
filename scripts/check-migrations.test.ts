import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { findConcurrentViolations, findViolations } from './check-migrations.ts';

const rulesOf = (sql: string, decisions: string[] = []) =>
  findViolations(sql, new Set(decisions)).map(({ rule }) => rule);

describe('a migration is refused', () => {
  test.each([
    ['drop', 'DROP TABLE "orders"'],
    ['drop', 'drop function if exists touch()'],
    ['drop', 'ALTER TABLE "orders" DROP COLUMN "area"'],
    ['drop', 'ALTER TABLE "orders" DROP CONSTRAINT "orders_area"'],
    ['drop', 'ALTER TABLE "orders" ALTER COLUMN "area" DROP NOT NULL'],
    ['drop', 'ALTER TABLE orders ALTER area DROP DEFAULT'],
    ['rename', 'ALTER TABLE "orders" RENAME TO "order"'],
    ['rename', 'ALTER TABLE "orders" RENAME COLUMN "area" TO "zone"'],
    ['rename', "ALTER TYPE \"area\" RENAME VALUE 'a' TO 'b'"],
    ['rename', 'ALTER INDEX "one" RENAME TO "two"'],
    ['type', 'ALTER TABLE "orders" ALTER COLUMN "area" SET DATA TYPE BIGINT'],
    ['type', 'ALTER TABLE "orders" ALTER "area" TYPE BIGINT USING "area"::bigint'],
    ['not_null', 'ALTER TABLE "orders" ADD COLUMN "area" INTEGER NOT NULL'],
    ['not_null', 'ALTER TABLE "orders" ALTER COLUMN "area" SET NOT NULL'],
    ['volatile_default', 'ALTER TABLE "orders" ADD COLUMN "key" UUID DEFAULT gen_random_uuid()'],
    ['volatile_default', 'ALTER TABLE orders ADD number BIGSERIAL'],
    ['volatile_default', 'ALTER TABLE orders ADD at timestamptz DEFAULT clock_timestamp()'],
    ['volatile_default', 'ALTER TABLE orders ADD both int GENERATED ALWAYS AS (a + b) STORED'],
    ['check', 'ALTER TABLE "orders" ADD CONSTRAINT "c" CHECK ("area" > 0)'],
    ['check', 'ALTER TABLE "orders" ADD CHECK ("area" > 0)'],
    ['check', 'ALTER TABLE "orders" ADD COLUMN "b" INTEGER CHECK ("b" > 0)'],
    [
      'foreign_key',
      'ALTER TABLE "orders" ADD CONSTRAINT "f" FOREIGN KEY ("a") REFERENCES "users"("id")',
    ],
    ['foreign_key', 'ALTER TABLE "orders" ADD COLUMN "b" INTEGER REFERENCES "users"("id")'],
    ['validate', 'ALTER TABLE "orders" VALIDATE CONSTRAINT "c"'],
    ['index', 'CREATE INDEX "i" ON "orders"("area")'],
    ['index', 'CREATE UNIQUE INDEX IF NOT EXISTS i ON public.orders USING btree (area)'],
    ['index', 'ALTER TABLE "orders" ADD CONSTRAINT "u" UNIQUE ("area")'],
    ['index', 'ALTER TABLE "orders" ADD COLUMN "b" INTEGER UNIQUE'],
    ['fill', 'UPDATE "orders" SET "area" = 0'],
    ['fill', 'DELETE FROM "orders" WHERE "area" = 0'],
    ['fill', 'WITH a AS (SELECT 1) UPDATE "orders" SET "area" = 0 FROM a'],
    ['lock', 'TRUNCATE "orders"'],
    ['lock', 'LOCK TABLE "orders"'],
    ['hidden', 'DO $$ BEGIN UPDATE orders SET area = 0; END $$'],
  ])('%s: %s', (rule, statement) => {
    expect(
      rulesOf(`-- What it is for.\n${statement};\nCREATE TABLE "news" ("id" INTEGER)`),
    ).toEqual([rule]);
  });

  test('once per kind of violation', () => {
    expect(
      rulesOf(
        'ALTER TABLE "orders" ADD COLUMN "a" NUMERIC(5, 2), DROP COLUMN "b", RENAME "c" TO "d"',
      ),
    ).toEqual(['drop', 'rename']);
  });
});

describe('a migration passes', () => {
  test.each([
    'ALTER TABLE "orders" ADD COLUMN "a" INTEGER',
    'ALTER TABLE "orders" ADD COLUMN "a" INTEGER NOT NULL DEFAULT 0, ADD COLUMN "b" TEXT',
    'ALTER TABLE "orders" ADD COLUMN "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP',
    'ALTER TABLE "orders" ALTER COLUMN "at" SET DEFAULT clock_timestamp()',
    'ALTER TABLE "orders" ADD CONSTRAINT "c" CHECK ("area" > 0) NOT VALID',
    'ALTER TABLE "orders" ADD CONSTRAINT "f" FOREIGN KEY ("a") REFERENCES "users"("id") NOT VALID',
    'ALTER TABLE "orders" ADD CONSTRAINT "u" UNIQUE USING INDEX "i"',
    'CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DROP TABLE orders; END $$',
    `INSERT INTO "article" ("title_fr") VALUES ('drop; -- rename')`,
    `COMMENT ON TABLE "orders" IS 'DROP TABLE orders; it''s'`,
    '-- DROP TABLE "orders";\n/* UPDATE "orders" SET x = 1; */ SELECT 1',
    `CREATE TABLE "news" ("id" INTEGER NOT NULL CHECK ("id" > 0), "key" UUID DEFAULT gen_random_uuid());
     CREATE INDEX "news_id" ON "news"("id"); CREATE UNIQUE INDEX ON public."news" ("id");
     ALTER TABLE "news" ADD CONSTRAINT "f" FOREIGN KEY ("id") REFERENCES "users"("id");
     UPDATE "news" SET "id" = 1`,
  ])('%s', (sql) => {
    expect(rulesOf(sql)).toEqual([]);
  });

  test('with a recorded decision above the statement, for that statement only', () => {
    const allowed = '-- decision 086: nobody reads it since the last release\nDROP TABLE "a";';
    expect(rulesOf(`${allowed}DROP TABLE "b"`, ['086'])).toEqual(['drop']);
    expect(rulesOf(allowed, ['085'])).toEqual(['drop']);
    expect(rulesOf('-- decision 086\nDROP TABLE "a"', ['086'])).toEqual(['drop']);
  });
});

test('the second file may only create indexes concurrently', () => {
  const rules = (sql: string) => findConcurrentViolations(sql).map(({ rule }) => rule);
  expect(
    rules(`-- For the list of parcels.
      CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_area_idx" ON "orders"("area");
      CREATE UNIQUE INDEX CONCURRENTLY u ON orders (area) WHERE area > 0`),
  ).toEqual([]);
  for (const sql of [
    'CREATE INDEX "i" ON "orders"("area")',
    'CREATE INDEX CONCURRENTLY ON "orders"("area")',
    'DROP INDEX CONCURRENTLY "i"',
    'ALTER TABLE "orders" ADD COLUMN "a" INTEGER',
  ]) {
    expect(rules(sql)).toEqual(['concurrently']);
  }
});

test('every migration of this repository can be parsed', () => {
  const folder = join(import.meta.dirname, '../prisma/migrations');
  const all = readdirSync(folder).filter((name) => /^\d/.test(name));
  const found = all.map((name) => [
    name,
    rulesOf(readFileSync(join(folder, name, 'migration.sql'), 'utf8')),
  ]);
  expect(Object.fromEntries(found)).toMatchObject({ '0001_shop': [] });
});
