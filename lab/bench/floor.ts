/**
 * The floor of a bench: a bare Fastify route that sends a prepared buffer of the given number of random
 * bytes, as incompressible as a packed page. race.ts starts it as a separate process; it prints its URL.
 */
import { randomBytes } from 'node:crypto';

import { fastify } from 'fastify';

const [, , bytes] = process.argv;
const body = randomBytes(Number(bytes));

const server = fastify();
server.get('/', (_request, reply) => {
  void reply.type('text/html; charset=utf-8').header('content-encoding', 'br').send(body);
});
console.log(await server.listen({ host: '127.0.0.1', port: 0 }));
