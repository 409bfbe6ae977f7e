import { randomBytes } from 'node:crypto';

import { runOperation } from '@agres/core/operations/operation';
import { hasPermission } from '@agres/core/operations/permissions';
import { sessionIdOf } from '@agres/core/session/session';
import { openTestDatabase } from '@agres/db/testing';
import { EVERY_OPERATION } from '@agres/office/operations-router';
import { inviteStaff } from '@agres/office/staff/staff-operations';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';

import { startTestOffice, type TestOffice } from '../support/office.ts';
import { useRunning } from '../support/running.ts';

const database = useRunning(openTestDatabase);
const office = useRunning(() => startTestOffice(database));

const enter: TestOffice['enter'] = (roles) => office.enter(roles);
const call: TestOffice['call'] = (made) => office.call(made);

const methodOf = (kind: string) => (kind === 'read' ? 'GET' : 'POST');

describe('every operation', () => {
  test.each([null, 'preparer', 'owner'] as const)(
    'follows the permission table for %s',
    async (role) => {
      const entered = role === null ? null : await enter([role]);
      for (const { name, kind, permission } of EVERY_OPERATION) {
        // No operation accepts this input, so nothing is done.
        const { code } = await call({
          name,
          method: methodOf(kind),
          input: kind === 'read' ? 'nothing' : { nothing: true },
          ...(entered === null ? {} : { secret: entered.secret }),
        });
        const actor = {
          kind: 'staff',
          id: 1,
          name: 'x',
          roles: role === null ? [] : [role],
        } as const;
        const expected =
          entered === null
            ? 'not_signed_in'
            : hasPermission(actor, permission)
              ? 'invalid_input'
              : 'not_permitted';
        expect([name, code]).toEqual([name, expected]);
      }
    },
  );

  test('that moves money or rights asks for a fresh passkey once its input is valid', async () => {
    const { secret } = await enter(['owner']);
    await database.db.staffSession.update({
      where: { id: sessionIdOf(secret) },
      data: { provedAt: new Date(Date.now() - 6 * 60_000) },
    });
    const invite = (email: string, name: string) =>
      call({
        name: 'staff.invite',
        method: 'POST',
        input: { email, name, roles: ['preparer'], locale: 'fr' },
        secret,
      });
    const invalid = await invite('lea@', 'x'.repeat(300));
    expect(invalid).toMatchObject({ code: 'invalid_input' });
    expect(Object.keys(invalid.body.error?.data.fields ?? {})).toEqual(['name', 'email']);
    expect(await invite('lea@example.fr', 'Léa')).toMatchObject({ code: 'proof_required' });
  });

  test('has a labelled form field for each input, in both languages', async () => {
    const { secret } = await enter(['owner']);
    for (const { name } of EVERY_OPERATION) {
      for (const locale of ['fr', 'en']) {
        const { body } = await call({ name: 'operations.form', input: { name, locale }, secret });
        expect([name, JSON.stringify(body.result?.data)]).toEqual([
          name,
          expect.stringContaining('"properties"'),
        ]);
        expect([name, locale, fieldsWithoutTitle(body.result?.data)]).toEqual([name, locale, []]);
      }
    }
  });

  test('is found by the labels of its fields, and an unknown one has no form', async () => {
    const { secret } = await enter(['owner']);
    const list = await call({ name: 'operations.list', input: { locale: 'fr' }, secret });
    expect(list.body.result?.data).toContainEqual(
      expect.objectContaining({
        name: 'refunds.request',
        fields: expect.arrayContaining(['Motif']),
      }),
    );
    const input = { name: 'nothing', locale: 'fr' };
    const { status, code } = await call({ name: 'operations.form', input, secret });
    expect([status, code]).toEqual([404, 'not_found']);
  });

  test('works for a staff member, and writes a journal entry', async () => {
    const { secret, name } = await enter(['owner']);
    const today = await call({ name: 'today.read', secret });
    expect(today).toMatchObject({ status: 200, body: { result: { data: { parcels: [] } } } });
    const input = { email: 'Max@example.fr', name: 'Max', roles: ['preparer'], locale: 'fr' };
    const invited = await call({ name: 'staff.invite', method: 'POST', input, secret });
    expect(invited.status).toBe(200);
    const entry = await database.db.journalEntry.findFirstOrThrow({
      where: { operation: 'staff.invite' },
      orderBy: { id: 'desc' },
    });
    expect(entry).toMatchObject({ actorKind: 'staff', actorName: name });
    expect(JSON.stringify(entry.changes)).not.toContain('max@');
  });

  test('is one sentence in the journal for owners, without personal values', async () => {
    const { secret, name } = await enter(['owner']);
    const input = { email: 'nora@example.fr', name: 'Nora', roles: ['preparer'], locale: 'fr' };
    await call({ name: 'staff.invite', method: 'POST', input, secret });
    const asked = { before: null, person: null, until: null, topic: null, locale: 'en' };
    const { body } = await call({ name: 'journal.list', input: asked, secret });
    const { actions } = Object(body.result?.data);
    expect(actions[0]).toMatchObject({
      text: [`${name} invited `, 'Nora', ' to the office'],
      page: '/staff',
      changes: ['roles preparer'],
    });
    expect(JSON.stringify(actions)).not.toContain('nora');
    const before = actions[0].id;
    const older = await call({ name: 'journal.list', input: { ...asked, before }, secret });
    expect(JSON.stringify(older.body.result?.data)).not.toContain(`"id":${before},`);
  });

  test('explains a refusal in the language of the staff member', async () => {
    const { secret } = await enter(['owner']);
    const input = { orders: [999_999] };
    const headers = { 'x-office-locale': 'fr' };
    const { status, body } = await call({
      name: 'orders.prepare',
      method: 'POST',
      input,
      secret,
      headers,
    });
    expect(status).toBe(409);
    expect(body.error?.data).toMatchObject({
      code: 'refused',
      message: expect.stringContaining('La commande 999999 n’existe pas'),
    });
  });
});

function fieldsWithoutTitle(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own =
    'properties' in schema && typeof schema.properties === 'object' && schema.properties !== null
      ? Object.entries(schema.properties).flatMap(([name, property]) =>
          typeof property === 'object' && property !== null && 'title' in property ? [] : [name],
        )
      : [];
  return [...own, ...Object.values(schema).flatMap(fieldsWithoutTitle)];
}

describe('a call', () => {
  test('that changes data needs the XSRF token and the origin of the office', async () => {
    const { secret } = await enter(['owner']);
    const input = { orders: [1] };
    const change = { name: 'orders.prepare', method: 'POST', input, secret } as const;
    const forged = await call({ ...change, headers: { 'x-office-xsrf': 'v1.a.b' } });
    expect(forged).toMatchObject({ status: 403, code: 'token_refused' });
    const foreign = await call({ ...change, headers: { origin: 'https://www.example.fr' } });
    expect(foreign).toMatchObject({ status: 403, code: 'token_refused' });
    const other = await enter(['owner']);
    const token = (await call({ name: 'access.mode', secret: other.secret })).answer.cookies;
    expect(token).toEqual([]);
  });

  test('of an unknown operation gets 404, one without JSON 415', async () => {
    const unknown = await call({ name: 'orders.nothing' });
    expect([unknown.status, unknown.code]).toEqual([404, 'invalid_input']);
    const headers = { 'content-type': 'text/plain' };
    const text = await call({ name: 'orders.prepare', method: 'POST', headers });
    expect([text.status, text.code]).toEqual([415, 'invalid_input']);
  });

  test('reaches the office under its own host only', async () => {
    const answer = await office.server.inject({ url: '/', headers: { host: 'www.example.fr' } });
    expect(answer.statusCode).toBe(421);
  });

  test('with a session cookie of the shop is not signed in', async () => {
    const headers = { cookie: `session=${randomBytes(32).toString('base64url')}` };
    const { code } = await call({ name: 'today.read', headers });
    expect(code).toBe('not_signed_in');
  });

  test('cannot sign in without a passkey in production', async () => {
    const { status, code } = await call({
      name: 'access.enterAs',
      method: 'POST',
      input: { role: 'owner' },
    });
    expect([status, code]).toEqual([403, 'not_permitted']);
  });

  test('adds a first device without a recent proof in development only', async () => {
    const development = await startTestOffice(database, { mode: 'development' });
    const { secret } = await enter(['owner']);
    await database.db.staffSession.update({
      where: { id: sessionIdOf(secret) },
      data: { provedAt: new Date(Date.now() - 6 * 60_000) },
    });
    const asked = {
      name: 'access.enrolOptions',
      method: 'POST',
      input: { token: null },
      secret,
    } as const;
    expect(await office.call(asked)).toMatchObject({ code: 'proof_required' });
    expect(await development.call(asked)).toMatchObject({ status: 200 });
    await development.close();
  });

  test('with an unknown passkey is refused without details', async () => {
    const response = { id: 'unknown', rawId: 'unknown', type: 'public-key', response: {} };
    const input = { response };
    const refused = await call({ name: 'access.signIn', method: 'POST', input });
    expect([refused.status, refused.code]).toEqual([403, 'passkey_refused']);
  });

  test('is refused above thirty sign-in requests per network in ten minutes', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    const codes: (string | undefined)[] = [];
    for (let count = 0; count < 31; count += 1) {
      codes.push((await call({ name: 'access.signInOptions', method: 'POST', headers })).code);
    }
    expect(codes.slice(0, 30).every((code) => code === undefined)).toBe(true);
    expect(codes.at(30)).toBe('too_many_calls');
  });
});

describe('a session', () => {
  const isIn = async (secret: string) =>
    (await call({ name: 'access.me', secret })).body.result?.data !== null;

  test('ends after 12 hours in all, and 2 hours without a call', async () => {
    const { secret } = await enter(['owner']);
    const id = sessionIdOf(secret);
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    const age = (data: { createdAt?: Date; usedAt?: Date }) =>
      database.db.staffSession.update({ where: { id }, data });
    await age({ createdAt: hoursAgo(11.9), usedAt: hoursAgo(1.9) });
    expect(await isIn(secret)).toBe(true);
    // The call above counts as activity.
    await age({ createdAt: hoursAgo(11.9) });
    expect(await isIn(secret)).toBe(true);
    // A call that the page makes by itself does not count.
    await age({ usedAt: hoursAgo(1.9) });
    await call({ name: 'access.me', secret, headers: { 'x-office-unattended': '1' } });
    const { usedAt } = await database.db.staffSession.findUniqueOrThrow({ where: { id } });
    expect(usedAt.getTime()).toBeLessThan(hoursAgo(1.8).getTime());
    await age({ usedAt: hoursAgo(2.1) });
    expect(await isIn(secret)).toBe(false);
    await age({ createdAt: hoursAgo(12.1), usedAt: hoursAgo(0) });
    expect(await isIn(secret)).toBe(false);
  });

  test.each([
    [
      'roles',
      (id: number) => database.db.staff.update({ where: { id }, data: { roles: ['preparer'] } }),
    ],
    [
      'access',
      (id: number) =>
        database.db.staff.update({ where: { id }, data: { suspendedAt: new Date() } }),
    ],
    [
      'devices',
      (id: number) =>
        database.db.staffPasskey.create({
          data: {
            id: `key${id}`,
            staffId: id,
            publicKey: new Uint8Array(1),
            counter: 0,
            transports: [],
            label: 'x',
          },
        }),
    ],
  ])('ends with a change of the %s, by any writer', async (_what, change) => {
    const { id, secret } = await enter(['owner']);
    expect(await isIn(secret)).toBe(true);
    await change(id);
    expect(await database.db.staffSession.count({ where: { staffId: id } })).toBe(0);
    expect(await isIn(secret)).toBe(false);
  });
});

describe('an invitation', () => {
  const invite = async (email: string) => {
    const { link, ...invited } = await runOperation(
      {
        db: database.db,
        log: pino({ level: 'silent' }),
        clock: () => new Date(),
        provider: async () => {
          throw new Error('No provider in this test.');
        },
        actor: { kind: 'operator', name: 'test' },
      },
      inviteStaff,
      { email, name: 'Nina', roles: ['owner'], locale: 'fr' },
    );
    return { ...invited, token: link.replace('/invitation#', '') };
  };
  const look = (token: string) =>
    call({ name: 'access.invitation', method: 'POST', input: { token } });

  test('shows the staff member’s name, and can be opened again', async () => {
    const { token } = await invite('nina@example.fr');
    for (let times = 0; times < 2; times += 1) {
      expect((await look(token)).body.result?.data).toEqual({
        name: 'Nina',
        email: 'nina@example.fr',
        locale: 'fr',
      });
    }
    const options = await call({ name: 'access.enrolOptions', method: 'POST', input: { token } });
    expect(options.body.result?.data).toMatchObject({
      rp: { id: 'office.example.fr' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect((await look(token)).status).toBe(200);
  });

  test('expires with the next one, and after 24 hours', async () => {
    const first = await invite('lou@example.fr');
    const second = await invite('LOU@example.fr');
    expect(second.id).toBe(first.id);
    expect((await look(first.token)).code).toBe('invitation_refused');
    await database.db.staffInvitation.updateMany({
      where: { staffId: first.id },
      data: { expiresAt: new Date(Date.now() - 1000) },
    });
    expect((await look(second.token)).code).toBe('invitation_refused');
  });

  test('is stored as a hash only', async () => {
    const { id, token } = await invite('sam@example.fr');
    const stored = await database.db.staffInvitation.findFirstOrThrow({ where: { staffId: id } });
    expect(stored.tokenHash).not.toContain(token);
    expect(stored.tokenHash).toBe(sessionIdOf(token));
  });
});

describe('the staff', () => {
  test('keep at least one owner who can sign in', async () => {
    await database.db.staff.deleteMany({});
    const { id, device, change } = await office.enter(['owner'], { hasDevice: true });
    const takeAway: readonly (readonly [string, object])[] = [
      ['staff.change', { roles: ['preparer'], locale: 'fr', isSuspended: false }],
      ['staff.change', { roles: ['owner'], locale: 'fr', isSuspended: true }],
      ['staff.removeDevice', { device }],
      ['staff.remove', {}],
    ];
    // An owner who was invited and has no device yet does not count.
    const other = await enter(['owner']);
    for (const [name, input] of takeAway) {
      expect(await change(name, { staff: id, ...input })).toMatchObject({
        status: 409,
        code: 'refused',
      });
    }
    await office.addDevice(other.id);
    const demoted = { staff: id, roles: ['preparer'], locale: 'fr', isSuspended: false };
    expect((await change('staff.change', demoted)).status).toBe(200);
  });

  test('lose the sessions of a removed device, and the invitation on suspension', async () => {
    const { done, refusalOf } = await office.enter(['owner'], { hasDevice: true });
    const robbed = await office.enter(['preparer'], { hasDevice: true });
    const { id: staff, device } = robbed;
    expect(await refusalOf('staff.removeDevice', { staff, device: 'unknown' })).toEqual([
      'staff_device_unknown',
    ]);
    await done('staff.removeDevice', { staff, device });
    expect((await call({ name: 'access.me', secret: robbed.secret })).body.result?.data).toBeNull();
    await database.db.staffInvitation.create({
      data: { tokenHash: 'x', staffId: staff, expiresAt: new Date(Date.now() + 1000) },
    });
    const suspended = { staff, roles: ['preparer'], locale: 'fr', isSuspended: true };
    await done('staff.change', suspended);
    expect(await database.db.staffInvitation.count({ where: { staffId: staff } })).toBe(0);
  });
});
