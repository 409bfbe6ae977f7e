import { describe, expect, test } from 'vitest';

import type { TestClient } from '../support/client.ts';
import { takeEqualTime } from '../support/equal-time.ts';
import { newEmail, startTestMembers } from '../support/members.ts';
import { addUser, PASSWORD } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { callAccount, TRANSPORTS, type Outcome, type Transport } from '../support/user-calls.ts';

const NEW_PASSWORD = 'Nouveau34';

/** What an answer shows, without what differs in every answer. */
function seen({ status, answer: { text, headers } }: Outcome) {
  const { date: _date, 'x-request-id': _id, 'set-cookie': _set, ...others } = headers;
  return { status, text, headers: others };
}

describe('sign-up with private accounts', () => {
  const members = useRunning(() => startTestMembers({ config: { accountPrivacy: 'strict' } }));

  const register = (email: string, transport: Transport = 'rest') =>
    callAccount(transport, members.app.client(), {
      name: 'register',
      input: { email, mdp: PASSWORD, mdp2: PASSWORD, locale: 'en' },
      sent: { headers: { 'x-locale': 'en' } },
    });

  test.each(TRANSPORTS)('A3: over %s taken and free addresses look equal', async (transport) => {
    const { email, passwordHash } = await addUser(members.app.db, { locale: 'fr' });
    const answers = [];
    for (const address of [email, newEmail()]) {
      answers.push(seen(await register(address, transport)));
    }
    expect(answers[0]).toMatchObject({ status: 200 });
    expect(answers[0]).toEqual(answers[1]);

    const received = await members.emailTo(email);
    // In the language of the page over tRPC, of the account over REST.
    expect(received.subject).toMatch(
      transport === 'rpc' ? /You already have/ : /Vous avez déjà un compte/,
    );
    expect(received.links.some((link) => /\/(connexion|log-in)$/.test(link))).toBe(true);
    const row = await members.app.db.user.findUnique({ where: { emailKey: email.toLowerCase() } });
    expect(row?.passwordHash).toBe(passwordHash);
  });

  test('B11: six sign-ups with a taken address send its owner three emails', async () => {
    const { email } = await addUser(members.app.db);
    for (let attempt = 0; attempt < 6; attempt += 1) {
      expect(await register(email)).toMatchObject({ status: 200, message: 'account_created' });
    }
    await members.jobsDone();
    expect(members.emailsTo(email)).toHaveLength(3);
  });

  test('A4: a taken address takes as long as a free one', async () => {
    const { email } = await addUser(members.app.db);
    const isEqual = await takeEqualTime(
      async () => {
        await register(email);
        return members.jobsDone;
      },
      async () => {
        await register(newEmail());
        return members.jobsDone;
      },
    );
    expect(isEqual).toBe(true);
  });
});

describe('a new address with private accounts', () => {
  const members = useRunning(() => startTestMembers({ config: { accountPrivacy: 'strict' } }));

  const moveTo = (client: TestClient, email: string, transport: Transport = 'rest') =>
    callAccount(transport, client, {
      name: 'update',
      input: { email, mdp: PASSWORD, mdp2: PASSWORD },
    });
  const userOf = async (client: TestClient) =>
    ((await client.get('/api/users/status')).body as { user: unknown }).user;

  test.each(TRANSPORTS)('A3: over %s a taken and a free one look equal', async (transport) => {
    const owner = await addUser(members.app.db, { email: newEmail(), locale: 'en' });
    const free = newEmail();
    const answers = [];
    for (const address of [owner.email, free]) {
      const { client, email } = await members.app.member({ email: newEmail() });
      answers.push(seen(await moveTo(client, address, transport)));
      expect(await userOf(client)).toMatchObject({ email, pendingEmail: address });
      // The requester gets the same message.
      expect((await members.emailTo(email)).links.some(isLink)).toBe(true);
    }
    expect(answers[0]).toMatchObject({ status: 200 });
    expect(answers[0]).toEqual(answers[1]);

    const received = await members.emailTo(owner.email);
    expect(received.subject).toMatch(/already has/);
    expect(received.links.some(isLink)).toBe(false);
    expect((await members.emailTo(free)).links.some(isLink)).toBe(true);
    expect(members.emailsTo(owner.email)).toHaveLength(1);
  });

  test('A4: a taken one takes as long as a free one', async () => {
    const { email: taken } = await addUser(members.app.db, { email: newEmail() });
    const { client } = await members.app.member({ email: newEmail() });
    const free = newEmail();
    const isEqual = await takeEqualTime(
      async () => {
        await moveTo(client, taken);
        return members.jobsDone;
      },
      async () => {
        await moveTo(client, free);
        return members.jobsDone;
      },
    );
    expect(isEqual).toBe(true);
  });
});

const isLink = (link: string) => /\/\d+\/[\w-]{43}$/.test(link);

describe('password recovery with private accounts', () => {
  const members = useRunning(() => startTestMembers({ config: { accountPrivacy: 'strict' } }));

  const forgot = (email: string, transport: Transport = 'rest') =>
    callAccount(transport, members.app.client(), { name: 'forgotPassword', input: { email } });

  test.each(TRANSPORTS)('A3: over %s known and unknown ones look equal', async (transport) => {
    const { email } = await addUser(members.app.db, { email: newEmail() });
    const answers = [];
    for (const address of [email, 'nobody@exemple.fr']) {
      answers.push(seen(await forgot(address, transport)));
    }
    expect(answers[0]).toMatchObject({ status: 200 });
    expect(answers[1]).toEqual(answers[0]);
    await members.emailTo(email);
    expect(members.emailsTo('nobody@exemple.fr')).toEqual([]);
  });

  test('a link that was never requested gets the response of a wrong one', async () => {
    const { id } = await addUser(members.app.db, { email: newEmail() });
    const { status, message } = await callAccount('rest', members.app.client(), {
      name: 'retrievePassword',
      input: { id, retrieve: 'a'.repeat(43), mdp: NEW_PASSWORD, mdp2: NEW_PASSWORD },
    });
    expect({ status, message }).toEqual({ status: 400, message: 'incorrect_retrieve_code' });
  });

  test('A4: an unknown address costs the same work as a known one: one job each', async () => {
    const { email } = await addUser(members.app.db, { email: newEmail() });
    const work: object[] = [];
    for (const address of [email, 'stranger@exemple.fr']) {
      const asked = [];
      for (let time = 0; time < 5; time += 1) {
        const before = await members.app.db.job.count();
        await forgot(address);
        asked.push((await members.app.db.job.count()) - before);
      }
      await members.jobsDone();
      const jobs = await members.app.db.job.findMany({ orderBy: { id: 'desc' }, take: 3 });
      work.push({
        asked,
        jobs: jobs.map(({ kind, attempts, doneAt }) => ({
          kind,
          attempts,
          isDone: doneAt !== null,
        })),
      });
    }
    expect(work[0]).toMatchObject({ asked: [1, 1, 1, 0, 0] });
    expect(work[1]).toEqual(work[0]);
    expect(members.emailsTo('stranger@exemple.fr')).toEqual([]);
    expect(members.emailsTo('alert@agres.example')).toEqual([]);
  });

  test('A4: an unknown address takes as long as a known one', async () => {
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
        return members.jobsDone;
      },
      async () => {
        await forgot('nobody@exemple.fr');
        return members.jobsDone;
      },
    );
    expect(isEqual).toBe(true);
  });
});
