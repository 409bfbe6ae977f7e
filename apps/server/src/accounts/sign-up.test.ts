import { createServer } from 'node:net';

import type { Resolver } from '@shop/api/users/mail-domain';
import { testDatabaseKind } from '@shop/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { callAccount, TRANSPORTS } from '../testing/account-calls.ts';
import type { TestClient } from '../testing/client.ts';
import { takeEqualTime } from '../testing/equal-time.ts';
import { openLine, type Line } from '../testing/line.ts';
import { linkIn, startTestMembers, type TestMembers } from '../testing/members.ts';
import { addUser, PASSWORD } from '../testing/rows.ts';

let count = 0;
const newEmail = () => {
  count += 1;
  return `Nouveau.${count}@Exemple.fr`;
};

const filled = (email: string, locale = 'fr') => ({
  email,
  mdp: PASSWORD,
  mdp2: PASSWORD,
  locale,
});

describe.each(TRANSPORTS)('sign-up over %s', (transport) => {
  let members: TestMembers;
  beforeAll(async () => {
    members = await startTestMembers();
  });
  afterAll(() => members.close());

  const register = (client: TestClient, input: unknown) =>
    callAccount(transport, client, { name: 'register', input });
  const rowOf = (email: string) =>
    members.app.db.user.findUnique({ where: { emailKey: email.toLowerCase() } });

  test.each(['fr', 'en'])(
    'opens an account and writes in the language given: %s',
    async (locale) => {
      const email = newEmail();
      const client = members.app.client();
      expect(await register(client, filled(email, locale))).toMatchObject({
        status: 200,
        message: 'account_created',
      });
      expect(client.cookies.has('session')).toBe(false);
      const user = await rowOf(email);
      expect(user).toMatchObject({ email, locale, activatedAt: null, firstName: null });
      expect(user?.personalDiscountCode).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);

      const letter = await members.letterTo(email);
      expect(letter.subject).toContain(locale === 'fr' ? 'Activez' : 'Activate');
      const { link, id } = linkIn(letter);
      expect(link).toMatch(
        new RegExp(`^http://localhost:3000/${locale}/activation/\\d+/[\\w-]{43}$`),
      );
      expect(id).toBe(user?.id);
    },
  );

  test('A1: passwords are hashed with argon2id at 19 MiB and 2 passes, each with its own salt', async () => {
    const emails = [newEmail(), newEmail()];
    for (const email of emails) await register(members.app.client(), filled(email));
    const hashes = await Promise.all(
      emails.map(async (email) => (await rowOf(email))?.passwordHash),
    );
    for (const hash of hashes) {
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    }
    expect(hashes[0]).not.toBe(hashes[1]);
  });

  test.each([
    { what: 'an address without domain', wrong: { email: 'lea@' }, paths: ['email'] },
    { what: 'an address with a space', wrong: { email: 'a b@c.fr' }, paths: ['email'] },
    { what: 'a second recipient', wrong: { email: 'a@b.fr\r\nBcc: c@d.fr' }, paths: ['email'] },
    { what: 'no address', wrong: { email: undefined }, paths: ['email'] },
    {
      what: 'a short password',
      wrong: { mdp: 'Abc1', mdp2: 'Abc1' },
      paths: ['mdp'],
      code: 'invalid_password_message',
    },
    {
      what: 'a password without digit',
      wrong: { mdp: 'Abcdefgh', mdp2: 'Abcdefgh' },
      paths: ['mdp'],
      code: 'invalid_password_message',
    },
    {
      what: 'another confirmation',
      wrong: { mdp2: 'Abcdef13' },
      paths: ['mdp2'],
      code: 'invalid_fields',
    },
    {
      what: 'another language',
      wrong: { locale: 'de' },
      paths: ['locale'],
      code: 'invalid_fields',
    },
    {
      what: 'no language',
      wrong: { locale: undefined },
      paths: ['locale'],
      code: 'invalid_fields',
    },
    {
      what: 'everything, and tells the address first',
      wrong: { email: 'x', mdp: 'x', mdp2: 'y', locale: 'de' },
      paths: ['email', 'locale', 'mdp', 'mdp2'],
    },
  ])('refuses $what', async ({ wrong, paths, code = 'invalid_email_message' }) => {
    const email = newEmail();
    const outcome = await register(members.app.client(), { ...filled(email), ...wrong });
    expect(outcome).toMatchObject({ status: 400, message: code });
    const issues = outcome.issues as { path: string }[];
    expect(issues.map(({ path }) => path).toSorted()).toEqual(paths);
    expect(await rowOf(email)).toBeNull();
  });

  test.each([
    [{ email: { contains: '' } }],
    [{ email: ['a@b.fr'] }],
    [{ mdp: { not: '' }, mdp2: { not: '' } }],
    [{ mdp: ['Abcdef12'], mdp2: ['Abcdef12'] }],
    [{ locale: { in: ['fr'] } }],
    [{ email: null, mdp: null, mdp2: null, locale: null }],
  ])('A8: %j is no text and is never looked up', async (wrong) => {
    const outcome = await register(members.app.client(), { ...filled(newEmail()), ...wrong });
    expect(outcome).toMatchObject({ status: 400, message: 'invalid_fields' });
  });

  test('refuses an address that has an account, however it is spelled, and writes no letter', async () => {
    const { email } = await addUser(members.app.db);
    const outcome = await register(members.app.client(), filled(email.toUpperCase()));
    expect(outcome).toMatchObject({
      status: 409,
      message: 'email_taken',
      issues: [{ path: 'email', message: 'email_taken' }],
    });
    await members.settle();
    expect(members.lettersTo(email)).toEqual([]);
  });

  test('A7: the password counts exactly as typed, up to thirty characters of any script', async () => {
    const email = newEmail();
    const mdp = ` Aa1${'𝔘'.repeat(25)} `;
    const client = members.app.client();
    expect(await register(client, { ...filled(email), mdp, mdp2: mdp })).toMatchObject({
      status: 200,
    });
    await members.app.db.user.updateMany({
      where: { email },
      data: { activatedAt: new Date() },
    });
    const signIn = (typed: string) =>
      callAccount(transport, client, { name: 'signIn', input: { email, mdp: typed } });
    expect((await signIn(mdp.trim())).message).toBe('incorrect_password');
    expect((await signIn(mdp)).status).toBe(200);
    const longer = `${mdp}x`;
    expect(
      await register(client, { ...filled(newEmail()), mdp: longer, mdp2: longer }),
    ).toMatchObject({ status: 400, message: 'invalid_password_message' });
  });

  test('A2: a password of a megabyte is refused unread', async () => {
    const mdp = `Aa1${'x'.repeat(1_000_000)}`;
    const client = members.app.client();
    await client.get('/api/users/status');
    const startedMs = performance.now();
    const { status, message } = await register(client, { ...filled(newEmail()), mdp, mdp2: mdp });
    expect({ status, message }).toEqual({ status: 413, message: 'error_message' });
    expect(performance.now() - startedMs).toBeLessThan(200);
  });

  test('E3: fields that are nobody’s to give are ignored', async () => {
    const email = newEmail();
    await register(members.app.client(), {
      ...filled(email),
      id: 7_000_000,
      activatedAt: new Date().toISOString(),
      activated: true,
      personalDiscountCode: 'AAAAAAAA',
      passwordHash: 'x',
      subscription: { isStripeBis: true },
    });
    const user = await rowOf(email);
    expect(user?.id).toBeLessThan(7_000_000);
    expect(user).toMatchObject({ activatedAt: null });
    expect(user?.personalDiscountCode).not.toBe('AAAAAAAA');
  });

  test.skipIf(testDatabaseKind() === 'pglite')(
    'of ten sign-ups with one address at once, one opens an account',
    async () => {
      const email = newEmail();
      const client = members.app.client();
      await client.get('/api/users/status');
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, () => register(client, filled(email))),
      );
      const statuses = outcomes.map(({ status }) => status).toSorted((a, b) => a - b);
      expect(statuses).toEqual([200, ...Array<number>(9).fill(409)]);
      await members.settle();
      expect(members.lettersTo(email)).toHaveLength(1);
    },
  );
});

describe.each(TRANSPORTS)('sign-up over %s where accounts are private', (transport) => {
  let members: TestMembers;
  beforeAll(async () => {
    members = await startTestMembers({ config: { accountPrivacy: 'strict' } });
  });
  afterAll(() => members.close());

  const register = (email: string, headers: Record<string, string> = {}) =>
    callAccount(transport, members.app.client(), {
      name: 'register',
      input: filled(email, 'en'),
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

describe('the domain of an address', () => {
  const refusal = (code: string) => async () => {
    throw Object.assign(new Error(code), { code });
  };
  const never = () => new Promise<never>(() => undefined);
  const found = async () => ['192.0.2.1'];

  const ANSWERS: Record<string, Resolver> = {
    'mx.exemple.fr': {
      resolveMx: async () => [{ exchange: 'mail.exemple.fr' }],
      resolve4: refusal('ENODATA'),
      resolve6: refusal('ENODATA'),
    },
    'address-only.fr': {
      resolveMx: refusal('ENODATA'),
      resolve4: found,
      resolve6: refusal('ENODATA'),
    },
    'six-only.fr': { resolveMx: refusal('ENODATA'), resolve4: refusal('ENODATA'), resolve6: found },
    'unsure.fr': {
      resolveMx: refusal('ENODATA'),
      resolve4: refusal('ESERVFAIL'),
      resolve6: refusal('ENODATA'),
    },
    'failing.fr': {
      resolveMx: refusal('ESERVFAIL'),
      resolve4: refusal('ESERVFAIL'),
      resolve6: refusal('ESERVFAIL'),
    },
    'away.fr': {
      resolveMx: refusal('ECONNREFUSED'),
      resolve4: refusal('ECONNREFUSED'),
      resolve6: refusal('ECONNREFUSED'),
    },
    'slow.fr': { resolveMx: never, resolve4: never, resolve6: never },
    'nowhere.fr': {
      resolveMx: refusal('ENOTFOUND'),
      resolve4: refusal('ENOTFOUND'),
      resolve6: refusal('ENOTFOUND'),
    },
    'no-mail.fr': {
      resolveMx: async () => [{ exchange: '' }],
      resolve4: found,
      resolve6: refusal('ENODATA'),
    },
    'empty.fr': {
      resolveMx: refusal('ENODATA'),
      resolve4: refusal('ENODATA'),
      resolve6: refusal('ENODATA'),
    },
  };
  const answering = (domain: string): Resolver => {
    const answers = ANSWERS[domain];
    if (answers === undefined) throw new Error(`no answer for ${domain}`);
    return answers;
  };
  const resolver: Resolver = {
    resolveMx: (domain) => answering(domain).resolveMx(domain),
    resolve4: (domain) => answering(domain).resolve4(domain),
    resolve6: (domain) => answering(domain).resolve6(domain),
  };

  let members: TestMembers;
  beforeAll(async () => {
    members = await startTestMembers({ config: { emailDomainCheck: 'dns' }, deps: { resolver } });
  });
  afterAll(() => members.close());

  const registerAt = (domain: string, transport: 'rest' | 'rpc') =>
    callAccount(transport, members.app.client(), {
      name: 'register',
      input: filled(`lea.${transport}@${domain}`),
    });

  test.each(TRANSPORTS)('over %s, only a definite no refuses it', async (transport) => {
    for (const domain of ['nowhere.fr', 'no-mail.fr', 'empty.fr']) {
      expect([domain, await registerAt(domain, transport)]).toMatchObject([
        domain,
        {
          status: 400,
          message: 'invalid_email_domain_message',
          issues: [{ path: 'email', message: 'invalid_email_domain_message' }],
        },
      ]);
    }
    for (const domain of [
      'mx.exemple.fr',
      'address-only.fr',
      'six-only.fr',
      'unsure.fr',
      'failing.fr',
      'away.fr',
    ]) {
      expect([domain, (await registerAt(domain, transport)).status]).toEqual([domain, 200]);
    }
  });

  test('a resolver that does not answer costs two seconds, and nobody their account', async () => {
    const startedMs = performance.now();
    expect((await registerAt('slow.fr', 'rest')).status).toBe(200);
    expect(performance.now() - startedMs).toBeLessThan(3000);
  });

  test('it is asked again when a member changes the address, and only then', async () => {
    const { client } = await members.app.member({ email: 'lea@mx.exemple.fr' });
    const change = (email: string) =>
      callAccount('rest', client, {
        name: 'update',
        input: { email, mdp: PASSWORD, mdp2: PASSWORD },
      });
    expect((await change('lea@nowhere.fr')).message).toBe('invalid_email_domain_message');
    expect((await change('Lea@mx.exemple.fr')).message).toBe('account_updated');
    const { client: settled } = await members.app.member({ email: 'old@nowhere.fr' });
    const kept = await callAccount('rest', settled, {
      name: 'update',
      input: { email: 'old@nowhere.fr', mdp: PASSWORD, mdp2: PASSWORD, firstName: 'Léa' },
    });
    expect(kept.message).toBe('account_updated');
  });
});

describe('sign-up with the mail server', () => {
  const registerOn = async (members: TestMembers) => {
    const email = newEmail();
    const outcome = await callAccount('rest', members.app.client(), {
      name: 'register',
      input: filled(email),
    });
    expect(outcome).toMatchObject({ status: 200, message: 'account_created' });
    return email;
  };
  const failedJobs = async (members: TestMembers) => {
    const { job } = members.app.db;
    await expect
      .poll(() => job.count({ where: { lastError: { not: null }, doneAt: null } }))
      .toBe(1);
  };

  test('gone: the account is there, and the letter arrives once it is back', async () => {
    const lines: Line[] = [];
    const members = await startTestMembers({
      smtpUrl: async (mailbox) => {
        const line = await openLine(new URL(mailbox.smtpUrl));
        lines.push(line);
        return line.url;
      },
    });
    const [line] = lines;
    await line?.cut();
    const email = await registerOn(members);
    await failedJobs(members);
    expect(members.lettersTo(email)).toEqual([]);

    await line?.mend();
    await members.hurry();
    const { id, secret } = linkIn(await members.letterTo(email));
    const activated = await callAccount('rest', members.app.client(), {
      name: 'activate',
      input: { id, nonce: secret },
    });
    expect(activated.message).toBe('account_activated');
    await line?.cut();
    await members.close();
  });

  test.each([
    ['hanging', ''],
    ['busy', '421 4.3.2 try again later\r\n'],
    ['wrongly set up', '554 5.7.1 no service here\r\n'],
  ])('%s: the account is there, and the letter waits', async (_how, greeting) => {
    const broken = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      if (greeting !== '') socket.end(greeting);
    });
    await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
    const address = broken.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const members = await startTestMembers({ smtpUrl: async () => `smtp://127.0.0.1:${port}` });
    const startedMs = performance.now();
    await registerOn(members);
    expect(performance.now() - startedMs).toBeLessThan(2000);
    await failedJobs(members);
    const [job] = await members.app.db.job.findMany();
    expect(job).toMatchObject({ attempts: 1, deadAt: null, doneAt: null });
    await members.close();
    await new Promise((resolve) => broken.close(resolve));
  });
});

test('G1: twenty sign-ups an hour from one place, where limits are strict', async () => {
  const members = await startTestMembers({ config: { rateLimit: 'strict' } });
  const client = members.app.client();
  const statuses = [];
  for (let attempt = 0; attempt < 21; attempt += 1) {
    const transport = attempt % 2 === 0 ? 'rest' : 'rpc';
    const { status, message, answer } = await callAccount(transport, client, {
      name: 'register',
      input: filled(newEmail()),
    });
    statuses.push(status);
    if (attempt < 20) continue;
    expect(message).toBe('error_message');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(statuses).toEqual([...Array<number>(20).fill(200), 429]);
  await members.close();
});
