import { describe, expect, test } from 'vitest';

import type { TestClient } from '../support/client.ts';
import { newEmail, startTestMembers } from '../support/members.ts';
import { PASSWORD } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { callAccount } from '../support/user-calls.ts';

const OTHER_PASSWORD = 'Nouveau34';
const LINK = 'Gagnez sur https://evil.test/prix';
/** A plausible name that still carries a message. */
const NAME_LIKE = "Appelez d'urgence Zoé-Marie";
const MESSAGE = { subject: 'Votre gain', message: 'Réclamez-le sur https://evil.test/prix' };

describe('emails to strangers', () => {
  const members = useRunning(() =>
    startTestMembers({
      config: { rateLimit: 'strict' },
      http: { trustedProxies: ['127.0.0.0/8'] },
    }),
  );

  const update = (client: TestClient, email: string, { mdp = PASSWORD, ...names }) =>
    callAccount('rest', client, { name: 'update', input: { email, mdp, mdp2: mdp, ...names } });
  const forgot = (email: string) =>
    callAccount('rest', members.app.client(), { name: 'forgotPassword', input: { email } });
  let calls = 0;
  const write = (client: TestClient, email: string) => {
    calls += 1;
    const sent = { headers: { 'x-forwarded-for': `203.0.113.${calls}` } };
    const input = { ...MESSAGE, email };
    return client.post('/api/contact', input, sent);
  };
  const textsTo = (email: string) =>
    members.emailsTo(email).map(({ subject, html, text }) => subject + html + text);

  test('G8: an account gets ten address changes an hour, and a link in its name is not emailed', async () => {
    const { client } = await members.app.member({ email: newEmail() });
    const strangers = Array.from({ length: 52 }, newEmail);
    const answers = [];
    for (const [index, stranger] of strangers.entries()) {
      const mdp = index % 2 === 0 ? OTHER_PASSWORD : PASSWORD;
      answers.push(await update(client, stranger, { mdp, firstName: LINK, lastName: LINK }));
    }
    await members.jobsDone();
    const sent = strangers.flatMap(textsTo);
    expect(sent.filter((text) => text.includes('evil.test'))).toEqual([]);
    expect(answers.map(({ status }) => status)).toEqual([
      ...Array<number>(10).fill(200),
      ...Array<number>(42).fill(429),
    ]);
    expect(Number(answers.at(-1)?.answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(sent.length).toBeLessThanOrEqual(20);
  });

  test('G8: an email to an unconfirmed address does not contain the member’s name', async () => {
    const { client, userId } = await members.app.member({ email: newEmail() });
    const stranger = newEmail();
    await members.app.db.user.update({ where: { id: userId }, data: { firstName: NAME_LIKE } });
    expect((await write(client, stranger)).status).toBe(200);
    await update(client, stranger, {});
    await forgot(stranger);
    await update(client, stranger, { mdp: OTHER_PASSWORD });
    await update(client, newEmail(), { mdp: OTHER_PASSWORD });
    await callAccount('rest', client, { name: 'delete' });
    await members.jobsDone();
    const texts = textsTo(stranger);
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter((text) => text.includes('Zoé'))).toEqual([]);
  });

  test('G8: message receipts quote nothing and stop after three; the shop gets every message', async () => {
    const stranger = newEmail();
    for (let message = 0; message < 5; message += 1) {
      expect((await write(members.app.client(), stranger.toUpperCase())).status).toBe(200);
    }
    await members.jobsDone();
    const receipts = textsTo(stranger);
    expect(receipts).toHaveLength(3);
    for (const text of receipts) expect(text).not.toMatch(/evil\.test|Réclamez|Votre gain/);
    const toShop = members
      .emailsTo(members.app.deps.config.contactEmail)
      .filter(({ replyTo }) => replyTo?.toLowerCase() === stranger);
    expect(toShop).toHaveLength(5);
  });

  test('G8: each kind of email has its own rate limit, and account notices have none', async () => {
    const { client, email } = await members.app.member({ email: newEmail() });
    for (let time = 0; time < 4; time += 1) await write(members.app.client(), email);
    for (let time = 0; time < 4; time += 1) expect((await forgot(email)).status).toBe(200);
    await members.jobsDone();
    expect(members.emailsTo(email)).toHaveLength(6);
    await update(client, email, { mdp: OTHER_PASSWORD });
    await callAccount('rest', client, { name: 'delete' });
    await members.jobsDone();
    const subjects = members.emailsTo(email).map(({ subject }) => subject);
    expect(subjects.slice(6)).toEqual([
      expect.stringMatching(/mot de passe|password/),
      expect.stringMatching(/supprimé|deleted/),
    ]);
  });
});

test('G8: with private accounts, repeated sign-ups do not use up the owner’s recovery emails', async () => {
  const members = await startTestMembers({
    config: { rateLimit: 'strict', accountPrivacy: 'strict' },
  });
  const { email } = await members.app.member({ email: newEmail() });
  const input = { email, mdp: OTHER_PASSWORD, mdp2: OTHER_PASSWORD, locale: 'fr' };
  for (let time = 0; time < 4; time += 1) {
    await callAccount('rest', members.app.client(), { name: 'register', input });
  }
  await members.jobsDone();
  expect(members.emailsTo(email)).toHaveLength(3);
  await callAccount('rest', members.app.client(), { name: 'forgotPassword', input: { email } });
  await members.jobsDone();
  const last = members.emailsTo(email).at(-1);
  expect(last?.links.join()).toContain('/fr/recuperation-mot-de-passe/');
  await members.close();
});
