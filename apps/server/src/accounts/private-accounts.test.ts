import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { callAccount, TRANSPORTS } from '../testing/account-calls.ts';
import { takeEqualTime } from '../testing/equal-time.ts';
import { startTestMembers, type TestMembers } from '../testing/members.ts';
import { addUser, PASSWORD } from '../testing/rows.ts';

const NEW_PASSWORD = 'Nouveau34';

let count = 0;
const newEmail = () => {
  count += 1;
  return `private.${count}@exemple.fr`;
};

describe.each(TRANSPORTS)('sign-up over %s where accounts are private', (transport) => {
  let members: TestMembers;
  beforeAll(async () => {
    members = await startTestMembers({ config: { accountPrivacy: 'strict' } });
  });
  afterAll(() => members.close());

  const register = (email: string, headers: Record<string, string> = {}) =>
    callAccount(transport, members.app.client(), {
      name: 'register',
      input: { email, mdp: PASSWORD, mdp2: PASSWORD, locale: 'en' },
      sent: { headers },
    });

  test('A3: a taken address is answered as a free one, and its owner is told by letter', async () => {
    const { email, passwordHash } = await addUser(members.app.db, { locale: 'fr' });
    const answers = [];
    for (const address of [email, newEmail()]) {
      const { status, answer } = await register(address);
      const { date: _date, 'x-request-id': _id, 'set-cookie': _set, ...headers } = answer.headers;
      answers.push({ status, text: answer.text, headers });
    }
    expect(answers[0]).toMatchObject({ status: 200 });
    expect(answers[0]).toEqual(answers[1]);

    const letter = await members.letterTo(email);
    expect(letter.subject).toMatch(/Vous avez déjà un compte|You already have/);
    expect(letter.links.some((link) => /\/(connexion|log-in)$/.test(link))).toBe(true);
    const row = await members.app.db.user.findUnique({ where: { emailKey: email.toLowerCase() } });
    expect(row?.passwordHash).toBe(passwordHash);
  });

  test('that letter is in the language of the page over tRPC, of the account over REST', async () => {
    const { email } = await addUser(members.app.db, { locale: 'fr' });
    await register(email, { 'x-locale': 'en' });
    const { subject } = await members.letterTo(email);
    expect(subject).toMatch(transport === 'rpc' ? /You already have/ : /Vous avez déjà un compte/);
  });

  test('B11: whoever tries an address again and again fills nobody’s mailbox', async () => {
    const { email } = await addUser(members.app.db);
    for (let attempt = 0; attempt < 6; attempt += 1) {
      expect(await register(email)).toMatchObject({ status: 200, message: 'account_created' });
    }
    await members.settle();
    expect(members.lettersTo(email)).toHaveLength(3);
  });

  test('A4: a taken address takes as long as a free one', async () => {
    const { email } = await addUser(members.app.db);
    const isEqual = await takeEqualTime(
      async () => {
        await register(email);
        return members.settle;
      },
      async () => {
        await register(newEmail());
        return members.settle;
      },
    );
    expect(isEqual).toBe(true);
  });
});

describe.each(TRANSPORTS)('password recovery over %s where accounts are private', (transport) => {
  let members: TestMembers;
  beforeAll(async () => {
    members = await startTestMembers({ config: { accountPrivacy: 'strict' } });
  });
  afterAll(() => members.close());

  const forgot = (email: string) =>
    callAccount(transport, members.app.client(), { name: 'forgotPassword', input: { email } });

  test('A3: known and unknown addresses are answered alike', async () => {
    const { email } = await addUser(members.app.db, { email: newEmail() });
    const answers = [];
    for (const address of [email, 'nobody@exemple.fr']) {
      const { status, answer } = await forgot(address);
      const { date: _date, 'x-request-id': _id, 'set-cookie': _set, ...headers } = answer.headers;
      answers.push({ status, text: answer.text, headers });
    }
    expect(answers[0]).toMatchObject({ status: 200 });
    expect(answers[1]).toEqual(answers[0]);
    await members.letterTo(email);
    expect(members.lettersTo('nobody@exemple.fr')).toEqual([]);
  });

  test('A4: and in the same time', async () => {
    const known = async () => {
      const { email } = await addUser(members.app.db, { email: newEmail() });
      return email;
    };
    const emails = await Promise.all(Array.from({ length: 100 }, known));
    let next = 0;
    const isEqual = await takeEqualTime(
      async () => {
        next += 1;
        await forgot(emails[next] ?? '');
        return members.settle;
      },
      async () => {
        await forgot('nobody@exemple.fr');
        return members.settle;
      },
    );
    expect(isEqual).toBe(true);
  });

  test('a link that was never asked for is answered as a wrong one', async () => {
    const { id } = await addUser(members.app.db, { email: newEmail() });
    const { status, message } = await callAccount(transport, members.app.client(), {
      name: 'retrievePassword',
      input: { id, retrieve: 'a'.repeat(43), mdp: NEW_PASSWORD, mdp2: NEW_PASSWORD },
    });
    expect({ status, message }).toEqual({ status: 400, message: 'incorrect_retrieve_code' });
  });
});
