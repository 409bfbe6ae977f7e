import { fileURLToPath } from 'node:url';

import type { FastifyInstance } from 'fastify';
import { rolldown } from 'rolldown';

const ENTRY = fileURLToPath(new URL('browser/stripe.ts', import.meta.url));

/** Serves the script that gives pages `window.Stripe` at `/v3/`, bundled at the first request. */
export function serveBrowserScript(app: FastifyInstance): void {
  let script: Promise<string> | undefined;
  app.get('/v3/', async (_request, reply) => {
    script ??= bundle();
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await script);
  });
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
