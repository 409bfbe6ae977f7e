import type { FastifyInstance } from 'fastify';

export function serveBrowserScript(_app: FastifyInstance): void {}
