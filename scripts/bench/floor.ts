/**
 * The floor of a bench: a bare Fastify route that sends a prepared string of so many bytes. Started
 * by bench.ts as a process of its own; says where it listens.
 */
import { fastify } from 'fastify';

const [, , bytes] = process.argv;
const text = JSON.stringify('x'.repeat(Math.max(0, Number(bytes) - 2)));

const server = fastify();
server.get('/', (_request, reply) => {
  void reply.type('application/json; charset=utf-8').send(text);
});
console.log(await server.listen({ host: '127.0.0.1', port: 0 }));
