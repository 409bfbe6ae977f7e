import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { connectToEmulator } from './control/remote-control.ts';
import { DEVELOPMENT_ACCOUNTS } from './development.ts';
import { sdkFor, startReceiver } from './testing/running-emulator.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

const start = (env: Record<string, string>) =>
  spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });

describe('the process', () => {
  test('prints where it is in one line, sends webhooks to the site, and stops when asked', async () => {
    const site = await startReceiver();
    const child = start({ PORT: '0', WEBHOOK_SITE_URL: site.url });
    const [line]: string[] = (await once(child.stdout, 'data')).map(String);
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line ?? '')?.[0] ?? '';
    expect(line?.trim().split('\n')).toHaveLength(1);

    const stripe = sdkFor(url, DEVELOPMENT_ACCOUNTS.bis.secretKey);
    await stripe.customers.create({ email: 'a@example.org' });
    await connectToEmulator(url).webhooksSettled({ withinMs: 5000 });
    expect(site.received.map(({ path }) => path)).toEqual(['/api/webhooks/stripe/bis']);

    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    await site.close();
  });

  test.each([[{ NODE_ENV: 'production' }], [{ HOST: '0.0.0.0' }]])(
    'does not start with %j unless it is allowed',
    async (env) => {
      const refused = start({ PORT: '0', ...env });
      const [message, [code]] = await Promise.all([text(refused.stderr), once(refused, 'exit')]);
      expect(code).toBe(1);
      expect(message).toContain('ALLOW_PAYMENT_EMULATOR=1');

      const allowed = start({ PORT: '0', ...env, ALLOW_PAYMENT_EMULATOR: '1' });
      const [line] = (await once(allowed.stdout, 'data')).map(String);
      expect(line).toContain('Payment emulator');
      allowed.kill('SIGTERM');
      await once(allowed, 'exit');
    },
  );
});
