import { createDb } from '@agres/db/db';
import { createTestDatabase } from '@agres/db/testing';
import { pathOf } from '@agres/domain/paths';
import { expect, test } from 'vitest';

import { startBuiltSite } from '../support/built-web.ts';
import { addSubscription } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';

const sent: string[] = [];
const place = useRunning(createTestDatabase);
const database = useRunning(() =>
  createDb(place.url, { onStatement: (sql) => void sent.push(sql) }),
);
const app = useRunning(() => startBuiltSite({ database }));

/** Whether a statement belongs to one request; all requests share the reading of the content's version. */
const isOfRequest = (sql: string) => !sql.includes('AS version');

test.each([
  // A subscriber's profile also shows the programme.
  [pathOf('profile', 'fr'), { member: 1, subscriber: 6 }],
  [pathOf('profileEdit', 'fr'), { member: 1, subscriber: 1 }],
  [pathOf('subscribe', 'fr'), { member: 1, subscriber: 1 }],
  ['/api/users/status', { member: 1, subscriber: 1 }],
])('%s takes %o database statements', async (path, statements) => {
  const member = await app.member();
  const subscriber = await app.member();
  await addSubscription(app.db, subscriber.userId);
  const statementsFor = async ({ client }: typeof member) => {
    // The first answer also takes the greeting from the session, and reads what all members share.
    expect((await client.get(path)).status).toBe(200);
    await client.get(pathOf('profile', 'fr'));
    sent.length = 0;
    await client.get(path);
    return sent.filter(isOfRequest).length;
  };
  expect({
    member: await statementsFor(member),
    subscriber: await statementsFor(subscriber),
  }).toEqual(statements);
});

test('concurrent status calls share a statement, and each gets its own account', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => app.member()));
  sent.length = 0;
  const answers = await Promise.all(people.map(({ client }) => client.get('/api/users/status')));
  expect(answers.map(({ body }) => body)).toMatchObject(
    people.map(({ email, userId }) => ({ isConnected: true, user: { id: userId, email } })),
  );
  expect(sent.length).toBeLessThan(people.length);
});
