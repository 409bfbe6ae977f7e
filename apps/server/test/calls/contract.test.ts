import { describe, expect, test } from 'vitest';

import { codeOf, findBrokenPromise, findLetIn } from '../support/contract/checks.ts';
import { ODD_TYPES } from '../support/contract/inputs.ts';
import { listOperations, type JsonSchema, type Operation } from '../support/contract/operations.ts';
import { openWorld, urlOf } from '../support/contract/world.ts';
import { PASSWORD } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';

const RUNS = { numRuns: 25, seed: 20_261_121 };

const operations = listOperations().map((operation) => [operation.name, operation] as const);
const operationsWhere = (isWanted: (operation: Operation) => boolean) =>
  operations.filter(([, operation]) => isWanted(operation));
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

describe('the contract of every call', () => {
  const world = useRunning(openWorld);

  test.each(operations)(
    '%s conforms to its schema, refuses invalid input, and does so over tRPC too',
    async (_name, operation) => {
      expect(await findBrokenPromise(world, operation, RUNS)).toBeNull();
    },
  );

  test.each(operations)(
    '%s is the only method: others get 405 and `Allow`',
    async (_name, { path }) => {
      const own = operations
        .filter(([, other]) => other.path === path)
        .map(([, { method }]) => method);
      const allowed = own.flatMap((method) =>
        method === 'GET' && path !== '/disconnect' ? ['GET', 'HEAD'] : [method],
      );
      const url = path.replace('{id}', '1');
      for (const method of METHODS.filter((other) => !allowed.includes(other))) {
        const answer = await world.shop.app.client().send(method, `/api${url}`);
        expect([method, answer.status]).toEqual([method, 405]);
        expect(answer.headers).toMatchObject({
          'cache-control': 'no-store',
          'content-type': 'application/json; charset=utf-8',
        });
        expect(String(answer.headers.allow).split(', ').toSorted()).toEqual(allowed.toSorted());
        // An injected HEAD may have this body too; over the wire no HEAD has one.
        const body = '\\{"message":"error_message","code":"method_not_allowed"\\}';
        expect(answer.text).toMatch(new RegExp(method === 'HEAD' ? `^(?:${body})?$` : `^${body}$`));
      }
    },
  );

  test.each(operationsWhere(({ needsSession }) => needsSession))(
    'E2: %s refuses signed-out clients, for any input',
    async (_name, operation) => {
      expect(await findLetIn(world, operation, RUNS)).toBeNull();
    },
  );

  test('no call works with the session of a deleted account', async () => {
    const { client, userId, email } = await world.shop.app.member();
    const before = client.copy();
    expect((await client.delete('/api/users')).status).toBe(200);
    for (const [name, operation] of operationsWhere(({ needsSession }) => needsSession)) {
      const token = before.cookies.get('XSRF-TOKEN') ?? '';
      const answer = await before.copy().send(operation.method, urlOf(operation, { id: userId }), {
        headers: { 'x-xsrf-token': token },
        ...(operation.inPath ? {} : { body: {} }),
      });
      expect([name, answer.status, codeOf(answer)]).toEqual([name, 401, 'not_logged_in']);
    }
    const answer = await before.post('/api/connect', { email, mdp: PASSWORD });
    expect([answer.status, codeOf(answer)]).toEqual([401, 'incorrect_email']);
    const { client: other } = await world.shop.app.member();
    expect((await other.get(`/api/users/${userId}`)).status).toBe(404);
  });

  test('A8: every field refuses values of other types, over REST and after that over tRPC', async () => {
    const fields = operations.flatMap(([, operation]) =>
      operation.inPath ? [] : fieldsOf(operation).map((field) => ({ operation, ...field })),
    );
    expect(fields.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['id', 'optionIndex', 'area', 'cgv', 'firstName', 'email', 'mdp']),
    );
    for (const { operation, field, refused } of fields) {
      await Promise.all(
        refused.map(async (value) => {
          const input = { ...SOUND, [field]: value };
          for (const make of [world.rest, world.rpc]) {
            const answer = await make(operation, input, 'entitled');
            const told = { call: operation.name, field, value, status: answer.status };
            expect({ ...told, code: codeOf(answer) }).toEqual({
              ...told,
              status: 400,
              code: 'invalid_fields',
            });
            expect(answer.text).toContain(`"path":"${field}"`);
          }
        }),
      );
    }
  });
});

/** Valid values for the fields of every call. */
const SOUND = {
  email: 'someone@example.fr',
  mdp: PASSWORD,
  mdp2: PASSWORD,
  currentMdp: PASSWORD,
  locale: 'fr',
  nonce: 'abc',
  retrieve: 'abc',
  stripeToken: 'tok_visa',
  plan: 'monthly',
  id: 1,
  itemId: 1,
  optionIndex: 0,
  area: 0,
  cgv: true,
  firstName: 'Jeanne',
  lastName: 'Petit',
  shippingAddress: 'Relais du Port\n12 bis rue des Lilas\n01000 Bourg\nFrance',
  subject: 'Une question',
  message: 'Quelle longueur ont les sangles ?',
  name: 'Jeanne Petit',
};

/** Some of these a coercion would accept, and some a database query would interpret. */
const VALUES = [...ODD_TYPES, '0', '7', 'true', 'false', '', 1];

/** Returns the fields of a call, each with values whose types it does not accept. */
function fieldsOf({ input }: Operation) {
  return Object.entries(input?.properties ?? {}).map(([field, schema]) => {
    const types = typesOf(schema);
    const isNumber = schema.type === 'number' || schema.type === 'integer';
    const refused = VALUES.filter((value) => !types.includes(typeOf(value)));
    return { field, refused: isNumber ? [...refused, 1.5] : refused };
  });
}

function typesOf({ type = [], anyOf = [] }: JsonSchema): string[] {
  const own = [type].flat().map((name) => (name === 'integer' ? 'number' : name));
  return [...own, ...anyOf.flatMap(typesOf)];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
