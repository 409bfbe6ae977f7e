import type { FastifyInstance } from 'fastify';

import type { EmulatorControl } from './control.ts';

/**
 * The control over HTTP, for tests in other processes: `POST /_emulator/<verb>` with the verb's
 * argument as JSON answers what the verb answers. GET works for verbs without an argument.
 */
export function serveControl(app: FastifyInstance, control: EmulatorControl): void {
  const verbs = new Map(Object.entries(control));
  app.route<{ Params: { verb: string } }>({
    method: ['GET', 'POST'],
    url: '/_emulator/:verb',
    async handler(request, reply) {
      const verb = verbs.get(request.params.verb);
      if (!verb) return reply.code(404).send({ error: `no such verb: ${request.params.verb}` });
      const body = typeof request.body === 'string' ? request.body : '';
      try {
        const argument: unknown = body === '' ? undefined : JSON.parse(body);
        const answer: unknown = await Reflect.apply(verb, undefined, [argument]);
        return await reply.send(JSON.stringify(answer ?? null));
      } catch (error) {
        return reply.code(400).send(JSON.stringify({ error: String(error) }));
      }
    },
  });
}
