import { sessionIdOf } from '@agres/core/session/session';
import { addDays, parisDayOf } from '@agres/domain/days';
import { shippingAddressOf } from '@agres/domain/delivery';
import { notifyStaff } from '@agres/shop/staff/notices';
import { beforeEach, describe, expect, test } from 'vitest';

import { startTestOffice, type Person, type TestOffice } from '../support/office.ts';
import { addItem } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { buy, DELIVERY, startMailedShop } from '../support/shop.ts';

const shop = useRunning(startMailedShop);
const office = useRunning(() => startTestOffice(shop.app.database));
beforeEach(() => shop.app.db.staff.deleteMany({}));

const staffWithDevice: TestOffice['enter'] = (roles) => office.enter(roles, { hasDevice: true });

const resultOf = ({ body }: Awaited<ReturnType<TestOffice['call']>>) => Object(body.result?.data);

async function emailsTo(email: string) {
  const emails = await shop.sentTo(email);
  return emails.map(({ subject, text }) => ({ subject: plain(subject), text: plain(text) }));
}

/** Replaces French spaces by ordinary ones. */
const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, ' ');

const isIn = async (secret: string) =>
  (await office.call({ name: 'access.me', secret })).body.result?.data !== null;

describe('an invitation', () => {
  const GUEST = { name: '<b>Nina</b>', roles: ['preparer'], locale: 'fr' };
  const look = (token: string) =>
    office.call({ name: 'access.invitation', method: 'POST', input: { token } });

  test('is e-mailed in the language of its reader, with its own reusable link', async () => {
    const owner = await staffWithDevice(['owner']);
    const invited = resultOf(
      await owner.change('staff.invite', { ...GUEST, email: 'nina@example.fr' }),
    );
    expect(invited).toMatchObject({
      isEmailed: true,
      link: expect.stringMatching(/^https:\/\/office\.example\.fr\/i/),
    });
    const [email, ...others] = await emailsTo('nina@example.fr');
    expect(others).toEqual([]);
    expect(email?.subject).toBe('Votre accès au bureau Agrès');
    // The address is unproved, so no text typed by another person may reach it.
    expect(email?.text).not.toContain('Nina');
    expect(email?.text).toContain('Votre rôle : préparation.');
    const [, mailed = ''] =
      /office\.example\.fr\/invitation#([\w-]+)/.exec(email?.text ?? '') ?? [];
    expect(invited.link).not.toContain(mailed);
    for (const token of [mailed, mailed, String(invited.link).split('#')[1] ?? '']) {
      expect(resultOf(await look(token))).toEqual({
        name: GUEST.name,
        email: 'nina@example.fr',
        locale: GUEST.locale,
      });
    }
    const row = await shop.app.db.staffInvitation.findFirstOrThrow({});
    expect(row.mailedHashes).toEqual([sessionIdOf(mailed)]);
    expect(JSON.stringify(await shop.app.db.job.findMany({}))).not.toContain(mailed);
  });

  test('that is replaced before its e-mail is sent is not e-mailed', async () => {
    const owner = await staffWithDevice(['owner']);
    const invite = () => owner.change('staff.invite', { ...GUEST, email: 'lou@example.fr' });
    await invite();
    await invite();
    expect(await emailsTo('lou@example.fr')).toHaveLength(1);
  });

  test('is created but not e-mailed above three e-mails an hour', async () => {
    const owner = await staffWithDevice(['owner']);
    const isEmailed: unknown[] = [];
    for (let count = 0; count < 4; count += 1) {
      const answer = await owner.change('staff.invite', { ...GUEST, email: 'max@example.fr' });
      isEmailed.push(resultOf(answer).isEmailed);
    }
    expect(isEmailed).toEqual([true, true, true, false]);
  });
});

describe('staff members', () => {
  test('are listed with their state, and changed or removed by an owner', async () => {
    const owner = await staffWithDevice(['owner']);
    const helper = await staffWithDevice(['preparer']);
    await owner.change('staff.invite', {
      email: 'new@example.fr',
      name: 'New',
      roles: ['preparer'],
      locale: 'en',
    });
    const listed = Object((await owner.read('staff.list')).staff);
    expect(listed).toMatchObject([
      { id: owner.id, isInvited: false, lastSeenDate: expect.any(String) },
      { id: helper.id, locale: 'fr', isSuspended: false },
      { name: 'New', locale: 'en', isInvited: true, lastSeenDate: null, devices: [] },
    ]);
    const change = { staff: helper.id, roles: ['preparer'], isSuspended: false };
    // A new language does not change the permissions, so the session stays.
    expect((await owner.change('staff.change', { ...change, locale: 'en' })).status).toBe(200);
    expect(await isIn(helper.secret)).toBe(true);
    expect((await helper.read('access.own')).locale).toBe('en');
    expect((await owner.change('staff.remove', { staff: helper.id })).status).toBe(200);
    expect(await isIn(helper.secret)).toBe(false);
    expect(await shop.app.db.staffPasskey.count({ where: { id: helper.device } })).toBe(0);
    const entry = await shop.app.db.journalEntry.findFirstOrThrow({
      where: { operation: 'staff.remove', subjectId: String(helper.id) },
    });
    expect(JSON.stringify(entry)).not.toContain(helper.name);
    const again = await owner.change('staff.remove', { staff: helper.id });
    expect(again).toMatchObject({ status: 409, code: 'refused' });
  });
});

describe('the own access of a staff member', () => {
  test('is closed to visitors, and neither shows nor changes that of others', async () => {
    const other = await staffWithDevice(['owner']);
    const { change, read } = await staffWithDevice(['preparer']);
    for (const [name, input] of [
      ['access.setNotices', { notices: 'none', locale: 'fr' }],
      ['access.renameDevice', { device: other.device, label: 'Mine' }],
      ['access.removeDevice', { device: other.device }],
      ['access.endOtherSessions', {}],
    ] as const) {
      const visit = await office.call({ name, method: 'POST', input });
      expect([name, visit.code]).toEqual([name, 'not_signed_in']);
    }
    expect((await office.call({ name: 'access.own' })).code).toBe('not_signed_in');
    const own = await read('access.own');
    expect(JSON.stringify(own)).not.toContain(other.device);
    for (const name of ['access.renameDevice', 'access.removeDevice']) {
      const answer = await change(name, { device: other.device, label: 'Mine' });
      expect(answer).toMatchObject({ status: 409, code: 'refused' });
    }
    expect(await isIn(other.secret)).toBe(true);
  });

  test('renames devices, and removes all but the last with a recent proof', async () => {
    const { id, secret, device, change, read } = await staffWithDevice(['preparer']);
    expect((await change('access.renameDevice', { device, label: ' Pixel ' })).status).toBe(200);
    expect((await change('access.renameDevice', { device, label: ' ' })).code).toBe(
      'invalid_input',
    );
    const last = await change('access.removeDevice', { device });
    expect(last.body.error?.data.message).toMatch(/^«\sPixel\s» est votre seul/);

    const second = await office.addDevice(id);
    // The new device has ended all sessions, so the test creates one.
    await shop.app.db.staffSession.create({ data: { id: sessionIdOf(secret), staffId: id } });
    const where = { id: sessionIdOf(secret) };
    const age = (provedAt: Date) => shop.app.db.staffSession.update({ where, data: { provedAt } });
    await age(new Date(Date.now() - 6 * 60_000));
    expect((await change('access.removeDevice', { device: second })).code).toBe('proof_required');
    await age(new Date());
    expect((await read('access.own')).devices).toMatchObject([{ label: 'Pixel' }, {}]);
    const removed = await change('access.removeDevice', { device: second });
    expect(removed.status).toBe(200);
    // All sessions end but the one that begins with the answer.
    expect(await isIn(secret)).toBe(false);
    const renewed = removed.answer.cookies.find(({ name }) => name === '__Host-office')?.value;
    expect(await isIn(renewed ?? '')).toBe(true);
    const entries = await shop.app.db.journalEntry.findMany({
      where: { subjectKind: 'staff', subjectId: String(id) },
      orderBy: { id: 'asc' },
    });
    expect(entries.map(({ operation }) => operation)).toEqual([
      'access.renameDevice',
      'access.removeDevice',
    ]);
  });

  test('ends its other sessions', async () => {
    const { id, secret, change, read } = await staffWithDevice(['owner']);
    const other = await office.signIn(id);
    expect((await read('access.own')).sessions).toHaveLength(2);
    expect(resultOf(await change('access.endOtherSessions', {}))).toEqual({ ended: 1 });
    expect([await isIn(secret), await isIn(other)]).toEqual([true, false]);
    expect((await read('access.own')).sessions).toMatchObject([{ isThis: true }]);
  });
});

describe('the notices', () => {
  const tomorrow = addDays(parisDayOf(new Date()), 1);
  /** Sends what is due at a time; all times are at least an hour from seven o'clock, in winter and summer. */
  const tellAt = (day: string, hourUtc: number) =>
    notifyStaff({
      ...shop.jobDeps,
      clock: () => new Date(`${day}T${String(hourUtc).padStart(2, '0')}:30:00Z`),
    });
  const choose = async (person: Person, notices: string, locale = 'fr') => {
    const input = { notices, locale };
    expect((await person.change('access.setNotices', input)).status).toBe(200);
  };

  const addOrder = async () => {
    const { id } = await addItem(shop.app.db);
    const { client } = await shop.app.member({ email: `buyer${id}@example.fr` });
    const bought = await buy(client, {
      id,
      stripeToken: await shop.cardToken(),
      shippingAddress: shippingAddressOf(DELIVERY),
    });
    expect(bought.status).toBe(200);
    return shop.app.db.order.findFirstOrThrow({ orderBy: { id: 'desc' } });
  };

  test('of the morning are sent once, at seven in Paris, with counts and legal deadlines', async () => {
    const { email } = await staffWithDevice(['owner']);
    const preparer = await staffWithDevice(['preparer']);
    await addOrder();
    await shop.app.db.contactMessage.create({
      data: {
        email: 'ada@example.fr',
        subject: 'x',
        message: 'x',
        locale: 'fr',
        createdAt: new Date(Date.now() - 30 * 3_600_000),
      },
    });
    // 5:30 or 6:30 in Paris.
    await tellAt(tomorrow, 4);
    expect(await emailsTo(email)).toEqual([]);
    await tellAt(tomorrow, 6);
    await tellAt(tomorrow, 6);
    // A process that was down all night catches up on the morning, once.
    await tellAt(tomorrow, 15);
    const [notice, ...others] = await emailsTo(email);
    expect(others).toEqual([]);
    expect(notice?.subject).toMatch(/^À faire, \d/);
    expect(notice?.text).toMatch(/Colis à expédier : 1, le premier promis pour le \d/);
    expect(notice?.text).toMatch(/Messages en attente depuis plus de 24 heures : 1/);
    expect(notice?.text).not.toContain('litiges');
    expect(notice?.text).not.toContain('http');
    const [ofParcels] = await emailsTo(preparer.email);
    expect(ofParcels?.text).toContain('Colis à expédier : 1');
    expect(ofParcels?.text).not.toContain('Messages');
    await tellAt(addDays(tomorrow, 1), 6);
    expect(await emailsTo(email)).toHaveLength(2);
  });

  test('of the morning use the language of the reader, and are skipped when nothing is to do', async () => {
    const person = await staffWithDevice(['preparer']);
    await choose(person, 'morning', 'en');
    await shop.app.db.contactMessage.deleteMany({});
    await shop.app.db.itemOption.updateMany({ data: { remaining: 99 } });
    await shop.app.db.order.updateMany({ data: { heldFor: 'refund' } });
    await tellAt(tomorrow, 6);
    expect(await emailsTo(person.email)).toEqual([]);
    const {
      id: orderId,
      firstName,
      lastName,
      shippingAddress,
      attempt,
    } = await shop.app.db.order.findFirstOrThrow({ include: { attempt: true } });
    const recipient = { firstName, lastName, shippingAddress };
    await shop.app.db.replacement.create({
      data: { orderId, optionId: attempt.optionId, reason: 'damaged', ...recipient },
    });
    await tellAt(addDays(tomorrow, 1), 6);
    const [notice] = await emailsTo(person.email);
    expect(notice?.subject).toMatch(/^To do, \d/);
    expect(notice?.text).toContain('Parcels to send: 1');
  });

  test('of each order say what to send and where, once, without personal data', async () => {
    const person = await staffWithDevice(['preparer']);
    const before = await addOrder();
    await choose(person, 'orders');
    const order = await addOrder();
    await notifyStaff(shop.jobDeps);
    await notifyStaff(shop.jobDeps);
    const [notice, ...others] = await emailsTo(person.email);
    expect(others).toEqual([]);
    // An order paid before is on the list of parcels.
    expect(notice?.subject).not.toContain(`n° ${before.id} `);
    expect(notice?.subject).toContain(`n° ${order.id} `);
    expect(notice?.text).toContain(order.itemTitleFr);
    expect(notice?.text).toContain('Tabac des Halles');
    for (const personal of [order.lastName, 'allée des Tilleuls', 'buyer', 'http']) {
      expect(notice?.text).not.toContain(personal);
    }
    // An order held before the email is sent need not be shipped.
    const held = await addOrder();
    await notifyStaff(shop.jobDeps);
    await shop.app.db.order.update({ where: { id: held.id }, data: { heldFor: 'refund' } });
    expect(await emailsTo(person.email)).toHaveLength(1);
    await tellAt(tomorrow, 6);
    expect(await emailsTo(person.email)).toHaveLength(1);
  });

  test('are not sent when switched off, to suspended or invited staff, or by a copy', async () => {
    const none = await staffWithDevice(['owner']);
    await choose(none, 'none');
    const suspended = await staffWithDevice(['owner']);
    await shop.app.db.staff.update({
      where: { id: suspended.id },
      data: { suspendedAt: new Date() },
    });
    const invited = await office.enter(['owner']);
    const copied = await staffWithDevice(['owner']);
    await addOrder();
    shop.jobDeps.installation.copiedAt = new Date();
    try {
      await tellAt(tomorrow, 6);
      // Nor does the copy email an invitation to staff copied from the original.
      const again = { email: copied.email, name: 'x', roles: ['owner'], locale: 'fr' };
      expect((await none.change('staff.invite', again)).status).toBe(200);
      expect(await emailsTo(copied.email)).toEqual([]);
      const dedupe = { endsWith: `:${copied.id}` };
      expect(await shop.app.db.job.count({ where: { dedupe } })).toBe(0);
    } finally {
      shop.jobDeps.installation.copiedAt = null;
    }
    await shop.app.db.staff.update({ where: { id: copied.id }, data: { notices: 'none' } });
    await tellAt(tomorrow, 6);
    for (const email of [none.email, suspended.email, invited.email, copied.email]) {
      expect([email, await emailsTo(email)]).toEqual([email, []]);
    }
  });
});
