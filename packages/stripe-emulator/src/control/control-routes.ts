import type { FastifyInstance } from 'fastify';

import type { Account } from '../account.ts';
import { renderControlPage } from './control-page.ts';
import type { EmulatorControl } from './control.ts';
import type { Device } from './device.ts';

// The page has no scripts, and the policy keeps a description from adding one.
const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'";

/**
 * Serves the control over HTTP, for other processes and for curl: `POST /_emulator/<verb>` takes the verb's
 * argument as JSON and returns its result. GET works for verbs without an argument. `/_emulator/` is a page for
 * people.
 */
export function serveControl(
  app: FastifyInstance,
  {
    control,
    accounts,
    device,
  }: { control: EmulatorControl; accounts: readonly Account[]; device: () => Device },
): void {
  const verbs = new Map(Object.entries(control));
  const run = async (name: string, json: string): Promise<unknown> => {
    const verb = verbs.get(name);
    if (verb === undefined) throw new RangeError(`no such verb: ${name}`);
    const argument: unknown = json === '' ? undefined : JSON.parse(json);
    return Reflect.apply(verb, undefined, [argument]);
  };
  app.get('/_emulator', (_request, reply) => reply.redirect('/_emulator/'));
  app.get('/_emulator/', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', PAGE_POLICY)
      .header('cache-control', 'no-store')
      .send(renderControlPage(accounts, { verbs: [...verbs.keys()], device: device() })),
  );
  app.post('/_emulator/', async (request, reply) => {
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
    try {
      await run(form.get('verb') ?? '', form.get('argument') ?? '');
      return await reply.redirect('/_emulator/', 303);
    } catch (error) {
      return reply.code(400).type('text/plain; charset=utf-8').send(String(error));
    }
  });
  app.route<{ Params: { verb: string } }>({
    method: ['GET', 'POST'],
    url: '/_emulator/:verb',
    async handler(request, reply) {
      const { verb } = request.params;
      if (!verbs.has(verb)) return reply.code(404).send({ error: `no such verb: ${verb}` });
      try {
        const answer = await run(verb, typeof request.body === 'string' ? request.body : '');
        return await reply.send(JSON.stringify(answer ?? null));
      } catch (error) {
        return reply.code(400).send(JSON.stringify({ error: String(error) }));
      }
    },
  });
}
