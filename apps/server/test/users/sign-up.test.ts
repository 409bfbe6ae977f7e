import { describe, expect, test } from 'vitest';

import type { TestClient } from '../support/client.ts';
import { linkIn, newEmail, startTestMembers } from '../support/members.ts';
import { addUser, PASSWORD } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { callAccount, type Transport } from '../support/user-calls.ts';

const filled = (email: string, locale = 'fr') => ({
  email,
  mdp: PASSWORD,
  mdp2: PASSWORD,
  locale,
});

describe('sign-up', () => {
  const members = useRunning(startTestMembers);

  const register = (client: TestClient, input: unknown, transport: Transport = 'rest') =>
    callAccount(transport, client, { name: 'register', input });
  const rowOf = (email: string) =>
    members.app.db.user.findUnique({ where: { emailKey: email.toLowerCase() } });

  test.each([
    ['rest', 'fr'],
    ['rpc', 'en'],
  ] as const)(
    'creates an account over %s, and sends an email in the given language: %s',
    async (transport, locale) => {
      const email = newEmail('Nouveau');
      const client = members.app.client();
      expect(await register(client, filled(email, locale), transport)).toMatchObject({
        status: 200,
        message: 'account_created',
      });
      expect(client.cookies.has('session')).toBe(false);
      const user = await rowOf(email);
      expect(user).toMatchObject({ email, locale, activatedAt: null, firstName: null });
      expect(user?.personalDiscountCode).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);

      const received = await members.emailTo(email);
      expect(received.subject).toContain(locale === 'fr' ? 'Activez' : 'Activate');
      const { link, id } = linkIn(received);
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

  test('refuses several invalid fields, and reports the address first', async () => {
    const email = newEmail();
    const wrong = { email: 'x', mdp: 'x', mdp2: 'y', locale: 'de' };
    const outcome = await register(members.app.client(), { ...filled(email), ...wrong });
    expect(outcome).toMatchObject({ status: 400, message: 'invalid_email_message' });
    const issues = outcome.issues as { path: string }[];
    expect(issues.map(({ path }) => path).toSorted()).toEqual(['email', 'locale', 'mdp', 'mdp2']);
    expect(await rowOf(email)).toBeNull();
  });

  test.each([
    { what: 'a header in it', email: 'lea@exemple.fr\r\nBcc: a@b.fr' },
    { what: 'a second address', email: 'lea@exemple.fr, a@b.fr' },
    { what: 'another address in quotes', email: '"a@evil.test x"@exemple.fr' },
    { what: 'brackets', email: '<lea@exemple.fr>' },
    { what: 'an unterminated group', email: 'friends:(((lea@exemple.fr;' },
    { what: 'five thousand letters', email: `${'x'.repeat(5000)}@exemple.fr` },
  ])('G7: no email is sent to an address with $what', async ({ email }) => {
    // An email of the previous test may still be pending.
    await members.jobsDone();
    const before = members.mailbox.emails().length;
    expect(await register(members.app.client(), filled(email))).toMatchObject({
      status: 400,
      message: 'invalid_email_message',
    });
    await members.jobsDone();
    expect(members.mailbox.emails()).toHaveLength(before);
  });

  test('refuses a taken address, regardless of case, and sends no email', async () => {
    const { email } = await addUser(members.app.db);
    const outcome = await register(members.app.client(), filled(email.toUpperCase()));
    expect(outcome).toMatchObject({
      status: 409,
      message: 'email_taken',
      issues: [{ path: 'email', message: 'email_taken' }],
    });
    await members.jobsDone();
    expect(members.emailsTo(email)).toEqual([]);
  });

  test('A7: uses the password exactly as typed, up to thirty characters of any script', async () => {
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
      callAccount('rest', client, { name: 'signIn', input: { email, mdp: typed } });
    expect((await signIn(mdp.trim())).message).toBe('incorrect_password');
    expect((await signIn(mdp)).status).toBe(200);
    const longer = `${mdp}x`;
    expect(
      await register(client, { ...filled(newEmail()), mdp: longer, mdp2: longer }),
    ).toMatchObject({ status: 400, message: 'invalid_password_message' });
  });

  test('E3: ignores fields that a client may not set', async () => {
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

  test('of ten concurrent sign-ups with one address, one creates an account', async () => {
    const email = newEmail();
    const client = members.app.client();
    await client.get('/api/users/status');
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => register(client, filled(email))),
    );
    const statuses = outcomes.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array<number>(9).fill(409)]);
    await members.jobsDone();
    expect(members.emailsTo(email)).toHaveLength(1);
  });
});
