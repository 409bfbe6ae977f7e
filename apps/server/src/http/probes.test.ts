import { describe, expect, test } from 'vitest';

import { startTestApp } from '../../test/support/app.ts';
import { useRunning } from '../../test/support/running.ts';

const PROXY_ASKS = '/readyz?exclude=database';

describe('probes', () => {
  const app = useRunning(startTestApp);

  test('report a live and ready process, and nothing else', async () => {
    for (const url of ['/healthz', PROXY_ASKS, '/readyz']) {
      const { status, body, headers } = await app.client().get(url);
      expect({ status, body }).toEqual({ status: 200, body: { status: 'ok' } });
      expect(headers['set-cookie']).toBeUndefined();
    }
  });

  test('report a draining process as alive but not ready', async () => {
    const ending = await startTestApp({ database: app.database });
    ending.drain();
    for (const url of [PROXY_ASKS, '/readyz']) {
      expect((await ending.client().get(url)).status).toBe(503);
    }
    expect((await ending.client().get('/healthz')).status).toBe(200);
    await ending.close();
  });

  test('report a missing migration as not ready, but not to the proxy', async () => {
    const waiting = await startTestApp();
    await waiting.db.$executeRaw`UPDATE _prisma_migrations SET migration_name = '9999_other'`;
    expect((await waiting.client().get('/readyz')).status).toBe(503);
    expect((await waiting.client().get(PROXY_ASKS)).status).toBe(200);
    await waiting.close();
  });
});
