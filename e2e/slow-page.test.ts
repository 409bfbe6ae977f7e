import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from './fixtures.ts';
import { open } from './open.ts';

const PAUSE_MS = 1500;

/** Starts a proxy that pauses before the last part of each page. */
async function startSlowLine(origin: string): Promise<Server> {
  const line = createServer((request, response) => {
    void (async () => {
      const answer = await fetch(origin + request.url, { redirect: 'manual' });
      const headers = Object.fromEntries(answer.headers);
      // `fetch` has already decompressed the body.
      delete headers['content-encoding'];
      delete headers['content-length'];
      response.writeHead(answer.status, headers);
      const body = Buffer.from(await answer.arrayBuffer());
      const end = body.indexOf('</main>');
      if (end !== -1) {
        response.write(body.subarray(0, end));
        await sleep(PAUSE_MS);
      }
      response.end(body.subarray(Math.max(end, 0)));
    })();
  });
  line.listen(0, '127.0.0.1');
  await once(line, 'listening');
  return line;
}

test('a page whose last bytes arrive late still hydrates', async ({ page, site }) => {
  const line = await startSlowLine(site.origin);
  const address = line.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  try {
    await open(page, `http://localhost:${port}/en/faq`);
    await page.getByText('Why haven’t I received the activation email?').click();
    await page.getByRole('button', { name: 'Resend the activation email' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  } finally {
    line.closeAllConnections();
    line.close();
  }
});
