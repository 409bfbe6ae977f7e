import { describe, expect, test } from 'vitest';

import { startTestApp } from '../support/app.ts';
import type { TestClient } from '../support/client.ts';
import { PASSWORD } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { callAccount, TRANSPORTS } from '../support/user-calls.ts';

describe.each(TRANSPORTS)('signing out everywhere over %s', (transport) => {
  const app = useRunning(startTestApp);

  const signOutEverywhere = (client: TestClient) =>
    callAccount(transport, client, { name: 'signOutEverywhere' });
  const isConnected = async (client: TestClient) =>
    ((await client.get('/api/users/status')).body as { isConnected: boolean }).isConnected;

  test('ends every session of the member, and no other', async () => {
    const { client, userId, email } = await app.member();
    const elsewhere = app.client();
    await elsewhere.post('/api/connect', { email, mdp: PASSWORD });
    const { client: somebodyElse } = await app.member();

    expect(await signOutEverywhere(client)).toMatchObject({
      status: 200,
      message: 'disconnected',
    });
    expect(client.cookies.has('session')).toBe(false);
    expect(await app.db.session.count({ where: { userId } })).toBe(0);
    expect(await isConnected(client)).toBe(false);
    expect(await isConnected(elsewhere)).toBe(false);
    expect(await isConnected(somebodyElse)).toBe(true);
    expect(app.logLines.join('\n')).toContain('logged out everywhere');
  });
});
