/**
 * The floor of a bench: a bare Fastify route that sends a prepared buffer of so many bytes that say as
 * little as packed ones. Started by race.ts as a process of its own; says where it listens.
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
