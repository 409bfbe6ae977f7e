import { fileURLToPath } from 'node:url';

import type { FastifyInstance } from 'fastify';
import { rolldown } from 'rolldown';

const ENTRY = fileURLToPath(new URL('browser/stripe.ts', import.meta.url));

/** Where the script is found; the provider's own addresses are `/v3/` and `/<release>/stripe.js`. */
const PATHS = ['/v3', '/v3/', '/endive/stripe.js', '/js'] as const;

/** Serves the script that gives pages `window.Stripe`, bundled when it is first asked for. */
export function serveBrowserScript(app: FastifyInstance): void {
  let script: Promise<string> | undefined;
  for (const path of PATHS) {
    app.get(path, async (_request, reply) => {
      script ??= bundle();
      return reply
        .type('text/javascript; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(await script);
    });
  }
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
