import { createServer } from 'node:net';
import { join } from 'node:path';

import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';

import { createBundler } from './bundler.ts';
import { registerDevelopmentFiles } from './development.ts';

const WEB_DIRECTORY = join(import.meta.dirname, '../../../web');
const FONT = join(import.meta.dirname, '../../../../packages/ui/src/fonts/inter.woff2');

test('in development the sources are served without CORS headers', async () => {
  // Vite's default websocket port, which another program of the developer may use.
  const others = createServer().on('error', () => undefined);
  others.listen(24_678, 'localhost');
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const app = Fastify();
  // Silent, because Vite's optimizer may still report after the test.
  const bundler = await createBundler({ webDirectory: WEB_DIRECTORY, log: app.log });
  await registerDevelopmentFiles(app, {
    bundler,
    webDirectory: WEB_DIRECTORY,
    stripeJsUrl: 'https://js.stripe.test/v3/',
  });
  const source = await app.inject({
    url: '/src/entry-client.tsx',
    headers: { origin: 'http://localhost:9' },
  });
  expect(source.statusCode).toBe(200);
  expect(source.headers).not.toHaveProperty('access-control-allow-origin');
  // The typefaces are in a package of their own.
  const font = await app.inject(`/@fs${FONT}`);
  expect([font.statusCode, font.headers['content-type']]).toEqual([200, 'font/woff2']);
  await app.close();
  await bundler.vite.close();
  others.close();
  expect(complaints).not.toHaveBeenCalled();
});
