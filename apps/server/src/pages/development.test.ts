import { createServer } from 'node:net';
import { join } from 'node:path';

import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';

import { createBundler } from './bundler.ts';
import { registerDevelopmentFiles } from './development.ts';

const WEB_DIRECTORY = join(import.meta.dirname, '../../../web');

test('in development /design shows the sheet of the design system, to this site alone', async () => {
  // Vite logs what it does.
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  // The port that Vite talks to pages on, and that any other program of a developer may have.
  const others = createServer().on('error', () => undefined);
  others.listen(24_678, 'localhost');
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const bundler = await createBundler({ webDirectory: WEB_DIRECTORY });
  const app = Fastify();
  await registerDevelopmentFiles(app, {
    bundler,
    webDirectory: WEB_DIRECTORY,
    stripeJsUrl: 'https://js.stripe.test/v3/',
  });
  const page = await app.inject('/design');
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-security-policy']).toContain("default-src 'self'");
  expect(page.body).toContain('/src/design/main.tsx');
  for (const file of ['main.tsx', 'component-sheet.tsx', 'token-sheet.tsx', 'design.css']) {
    const source = await app.inject(`/src/design/${file}`);
    expect({ file, status: source.statusCode }).toEqual({ file, status: 200 });
  }

  // No CORS in development either.
  const foreign = await app.inject({ url: '/design', headers: { origin: 'http://localhost:9' } });
  expect(foreign.headers).not.toHaveProperty('access-control-allow-origin');
  // Classes that only the sheet uses have their styles too.
  const styles = await app.inject({
    url: '/src/design/design.css',
    headers: { accept: 'text/css' },
  });
  expect(styles.body).toContain('.mt-14');
  await app.close();
  await bundler.vite.close();
  others.close();
  expect(complaints).not.toHaveBeenCalled();
});
