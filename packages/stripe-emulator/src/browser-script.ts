import { fileURLToPath } from 'node:url';

import type { FastifyInstance } from 'fastify';
import { rolldown } from 'rolldown';

import type { Device } from './control/device.ts';

const ENTRY = fileURLToPath(new URL('browser/stripe.ts', import.meta.url));

/**
 * Serves the script that defines `window.Stripe` at `/v3/`, bundled at the first request, and at `/v3/device`
 * the wallets that the payer's device offers.
 */
export function serveBrowserScript(app: FastifyInstance, device: () => Device): void {
  let script: Promise<string> | undefined;
  app.get('/v3/', async (_request, reply) => {
    script ??= bundle();
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await script);
  });
  app.get('/v3/device', (_request, reply) =>
    reply.header('cache-control', 'no-store').send(device()),
  );
}

async function bundle(): Promise<string> {
  const build = await rolldown({ input: ENTRY, platform: 'browser', logLevel: 'silent' });
  try {
    const { output } = await build.generate({ format: 'iife' });
    return output[0].code;
  } finally {
    await build.close();
  }
}
