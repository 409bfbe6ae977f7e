import { randomBytes } from 'node:crypto';

import type { PersonalData } from '@agres/domain/shapes';
import { personalDataSchema } from '@agres/domain/shapes.schema';
import { EXPORT_RULES } from '@agres/shop/users/export-data';
import { describe, expect, test } from 'vitest';

import { startTestApp } from '../support/app.ts';
import type { TestClient } from '../support/client.ts';
import { findInDatabase, tablesOfModels } from '../support/database-search.ts';
import { newEmail } from '../support/members.ts';
import { addItem, PASSWORD } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { buy, startMailedShop } from '../support/shop.ts';
import { newSubscriber } from '../support/subscribing.ts';
import { callAccount, TRANSPORTS } from '../support/user-calls.ts';

describe('a personal data export', () => {
  const shop = useRunning(startMailedShop);

  const copyOf = async (client: TestClient): Promise<PersonalData> => {
    const { status, body } = await client.post('/api/users/export', { currentMdp: PASSWORD });
    expect(status).toBe(200);
    return personalDataSchema.parse(body);
  };

  describe.each(TRANSPORTS)('over %s', (transport) => {
    const ask = (client: TestClient, input: unknown, headers: Record<string, string> = {}) =>
      callAccount(transport, client, { name: 'export', input, sent: { headers } });

    test('is returned for the current password, with a notice by email', async () => {
      const email = newEmail();
      const { client } = await shop.app.member({ email, locale: 'en' });
      const { status, answer } = await ask(client, { currentMdp: PASSWORD }, { 'x-locale': 'en' });
      expect(status).toBe(200);
      expect(answer.text).toContain(email);
      expect(answer.headers['cache-control']).toBe('no-store');
      await shop.jobsDone();
      const subjects = shop.emailsTo(email).map(({ subject }) => subject);
      expect(subjects).toEqual(['Your Agrès data was downloaded']);
    });

    test('is refused without a session or the right password', async () => {
      expect(await ask(shop.app.client(), { currentMdp: PASSWORD })).toMatchObject({
        status: 401,
        message: 'not_logged_in',
      });
      const email = newEmail();
      const { client } = await shop.app.member({ email });
      for (const wrong of ['Wrong1234', PASSWORD.toLowerCase(), ` ${PASSWORD}`]) {
        const refused = await ask(client, { currentMdp: wrong });
        expect([wrong, refused]).toMatchObject([
          wrong,
          { status: 401, message: 'incorrect_password' },
        ]);
        expect(refused.answer.text).not.toContain(email);
      }
      for (const odd of [{}, { currentMdp: '' }, { currentMdp: 7 }, { currentMdp: { not: '' } }]) {
        expect([odd, await ask(client, odd)]).toMatchObject([
          odd,
          { status: 400, message: 'invalid_fields' },
        ]);
      }
      await shop.jobsDone();
      expect(shop.emailsTo(email)).toEqual([]);
    });
  });

  test('is limited to three a day, not counting wrong passwords', async () => {
    const app = await startTestApp({ config: { rateLimit: 'strict' } });
    const { client } = await app.member();
    const ask = (currentMdp: string) => client.post('/api/users/export', { currentMdp });
    for (let wrong = 0; wrong < 4; wrong += 1) expect((await ask('Wrong1234')).status).toBe(401);
    for (let time = 0; time < 3; time += 1) expect((await ask(PASSWORD)).status).toBe(200);
    const refused = await ask(PASSWORD);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3600);
    const { client: other } = await app.member();
    expect((await other.post('/api/users/export', { currentMdp: PASSWORD })).status).toBe(200);
    await app.close();
  });

  /** Creates a member with a row in every table that has personal data. */
  const newPerson = async (word: string) => {
    const { db } = shop.app;
    const email = newEmail();
    const { client, userId } = await shop.app.member({ email });
    await db.user.update({
      where: { id: userId },
      data: { firstName: `Prénom${word}`, lastName: `Nom${word}` },
    });
    const { id } = await addItem(db, { stocks: [5] });
    const lastName = `Destinataire${word}`;
    const bought = await buy(client, { id, stripeToken: await shop.cardToken(), lastName });
    expect(bought.status).toBe(200);
    const card = await shop.cardToken('4000000000000002');
    expect((await buy(client, { id, stripeToken: card, lastName })).status).toBe(402);
    await client.post('/api/contact', {
      subject: `Sujet ${word}`,
      message: `Message de ${word}, à l’équipe.`,
    });
    const change = { mdp: PASSWORD, mdp2: PASSWORD, email: `attente.${email}` };
    expect((await client.put('/api/users', change)).status).toBe(200);
    await shop.jobsDone();
    return { client, userId, email };
  };

  test('contains all personal data in the database, except columns left out with a reason', async () => {
    const { db } = shop.app;
    const { client, email } = await newPerson('Anémone');
    const models = await tablesOfModels();
    const { data } = await copyOf(client);
    const traces = [email, 'PrénomAnémone', 'NomAnémone', 'DestinataireAnémone', 'Sujet Anémone'];
    let found = 0;
    for (const trace of traces) {
      for (const place of await findInDatabase(db, trace)) {
        const [table = '', column = ''] = place.split('.');
        const kept = Object.entries(EXPORT_RULES).find(([model]) => model === models.get(table));
        const decided = kept?.[1];
        if (decided === undefined || !('parts' in decided)) throw new Error(`${place} is not told`);
        if (decided.leftOut[column] !== undefined) continue;
        const told = JSON.stringify(Object.keys(decided.parts).map((part) => data[part]));
        expect([place, trace, told.includes(trace)]).toEqual([place, trace, true]);
        found += 1;
      }
    }
    expect(found).toBeGreaterThan(8);
  });

  test('contains the member’s rows of each kind', async () => {
    const { client, userId } = await newPerson('Bleuet');
    const { data } = await copyOf(client);
    const [account] = data['account'] ?? [];
    expect(account).toMatchObject({ id: userId, firstName: 'PrénomBleuet', locale: 'fr' });
    expect(data['orders']).toMatchObject([{ lastName: 'DestinataireBleuet', status: 'waiting' }]);
    expect(data['purchases']).toMatchObject([{ state: 'paid' }, { state: 'refused' }]);
    expect(data['paymentSteps']?.length).toBeGreaterThan(4);
    expect(data['messages']).toMatchObject([{ subject: 'Sujet Bleuet' }]);
    expect(data['sessions']).toHaveLength(1);
    expect(data['knownNetworks']).toHaveLength(1);
    expect(data['links']).toMatchObject([
      { purpose: expect.stringMatching(/^email_/) },
      { purpose: expect.stringMatching(/^email_/) },
    ]);
    expect(data['emails']?.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['orderConfirmed', 'confirmEmail', 'emailChangeAsked']),
    );
  });

  test('lists the emails sent about the member’s refunds, declarations and messages', async () => {
    const { db } = shop.app;
    const { client, userId } = await newPerson('Églantine');
    const other = await newPerson('Fougère');
    const sentAbout = async (id: number, word: string) => {
      const order = await db.order.findFirstOrThrow({ where: { userId: id } });
      const declaration = await db.declaration.create({
        data: {
          kind: 'withdrawal',
          key: randomBytes(32),
          orderId: order.id,
          proof: 'account',
          name: word,
          email: `${word}@example.fr`,
          locale: 'fr',
          statement: 'Je me rétracte.',
          declaredAt: new Date(),
        },
      });
      const refund = await db.refund.create({
        data: {
          stripeAccount: 'main',
          paymentIntentId: `pi_${word}`,
          orderId: order.id,
          amountCents: 100,
          paidCents: 100,
          reason: 'A scratch',
          by: 'Jeanne',
          key: word,
          origin: 'office',
          state: 'failed',
          settledAt: new Date(),
        },
      });
      const message = await db.contactMessage.findFirstOrThrow({ where: { userId: id } });
      const subjects = {
        declaration: declaration.id,
        refund: refund.id,
        contact_message: message.id,
      };
      await db.emailLog.createMany({
        data: Object.entries(subjects).map(([subjectKind, subjectId]) => ({
          letter: `${word}-${subjectKind}`,
          subjectKind,
          subjectId: String(subjectId),
          messageId: `${word}-${subjectKind}@example.fr`,
          outcome: 'accepted',
          textHash: randomBytes(32),
        })),
      });
    };
    await sentAbout(userId, 'eglantine');
    await sentAbout(other.userId, 'fougere');
    const { data } = await copyOf(client);
    const letters = data['sentEmails']?.map(({ letter }) => String(letter)) ?? [];
    expect(letters).toEqual(
      expect.arrayContaining([
        'eglantine-declaration',
        'eglantine-refund',
        'eglantine-contact_message',
      ]),
    );
    expect(letters.filter((letter) => letter.startsWith('fougere'))).toEqual([]);
  });

  test('contains nothing about other people', async () => {
    const { db } = shop.app;
    const { client, userId } = await newPerson('Capucine');
    const other = await newPerson('Dahlia');
    const { personalDiscountCode } = await db.user.findUniqueOrThrow({ where: { id: userId } });
    const referred = await newSubscriber(shop, { discountCode: personalDiscountCode });
    await shop.app.db.journalEntry.create({
      data: {
        actorKind: 'operator',
        actorName: 'Jeanne Patronne',
        operation: 'users.export',
        subjectKind: 'user',
        subjectId: String(userId),
        changes: {},
      },
    });
    const [own, others] = await Promise.all(
      [userId, other.userId].map((id) =>
        db.contactMessage.create({
          data: { userId: id, email: 'x@example.fr', subject: 'x', message: 'x', locale: 'fr' },
        }),
      ),
    );
    for (const message of [own, others]) {
      await db.journalEntry.create({
        data: {
          actorKind: 'operator',
          actorName: 'Jeanne Patronne',
          operation: 'messages.close',
          subjectKind: 'contact_message',
          subjectId: String(message?.id),
          changes: {},
        },
      });
    }
    const copied = await copyOf(client);
    const text = JSON.stringify(copied);
    for (const strange of ['Dahlia', other.email, referred.email, 'Patronne']) {
      expect([strange, text.includes(strange)]).toEqual([strange, false]);
    }
    expect(copied.data['referrals']).toEqual([{ kind: 'referral', count: 1, amountCents: 1000 }]);
    expect(copied.data['changesByHand']).toMatchObject([
      { operation: 'users.export' },
      { operation: 'messages.close' },
    ]);
    expect(text).not.toMatch(/argon2|"(?:\w*[hH]ash|token|secret|idempotencyKey|lease\w*)"/);

    const referredCopy = await copyOf(referred.client);
    expect(referredCopy.data['referredBySomebody']).toHaveLength(1);
    expect(JSON.stringify(referredCopy)).not.toContain('Capucine');
    expect(referredCopy.data['subscriptions']).toMatchObject([{ plan: 'monthly' }]);
    expect(JSON.stringify(referredCopy.data['subscriptions'])).not.toContain('referrer');
  });

  test('has a rule for every table, and for no column that does not exist', async () => {
    const { db } = shop.app;
    const columns = await db.$queryRaw<{ table: string; column: string; type: string }[]>`
      SELECT c.table_name AS "table", c.column_name AS "column", c.data_type AS "type"
      FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
        AND c.table_name <> '_prisma_migrations'`;
    const models = await tablesOfModels();
    const kept = new Map(Object.entries(EXPORT_RULES));
    const tables = new Set(columns.map(({ table }) => table));
    expect([...tables].toSorted()).toEqual([...models.keys()].toSorted());
    const faults: string[] = [];
    for (const { table, column, type } of columns) {
      const decided = kept.get(models.get(table) ?? '');
      const place = `${table}.${column}`;
      if (decided === undefined) faults.push(`${table}: is it about a person?`);
      else if (!('parts' in decided)) {
        if (PERSONAL.test(column) && !OF_A_FIRM.has(place))
          faults.push(`${place} is a person’s and left out whole`);
      } else if (decided.leftOut[column] === undefined) {
        if (type === 'bytea' || SECRET.test(column)) faults.push(`${place} is a secret and told`);
      }
    }
    for (const [table, model] of models) {
      const decided = kept.get(model);
      if (decided === undefined || !('parts' in decided)) continue;
      const places = new Set(columns.map((own) => `${own.table}.${own.column}`));
      const named = Object.keys(decided.leftOut).map((column) => `${table}.${column}`);
      faults.push(...named.filter((place) => !places.has(place)));
    }
    expect(faults).toEqual([]);
  });
});

const PERSONAL =
  /^(?:user_id|owner_id|email|(?:first|last)_name|.*address|recipient|message|statement)$/;
/** Columns that match, but are about a product's maker or the staff. */
const OF_A_FIRM: ReadonlySet<string> = new Set(['item.maker_address', 'staff.email']);
/** Only a thief could use the values of these columns. */
const SECRET = /hash|secret|nonce|token|password|lease/;
