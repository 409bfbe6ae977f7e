import type { Transport } from '@shop/api/context';
import { createOpenApiDocument } from '@shop/api/rest/openapi';
import { memberProcedure, publicProcedure, router } from '@shop/api/trpc';
import { fastifyRequestHandler } from '@trpc/server/adapters/fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fastifyTRPCOpenApiPlugin } from 'trpc-openapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import type { WebTools } from '../app.ts';
import { startTestApp, type TestApp } from '../testing.ts';

const END = { since: '2026-12-31', until: '2028-01-31', instead: 'GET /after' };
const output = z.object({ message: z.string() });
const answer = () => ({ message: 'here' });

/** Calls of no shop: one that is going to end, for all and for members, and one that stays. */
const testRouter = router({
  old: publicProcedure
    .meta({ openapi: { method: 'GET', path: '/old' }, deprecation: END })
    .output(output)
    .query(answer),
  oldOfMembers: memberProcedure
    .meta({ openapi: { method: 'GET', path: '/old-of-members' }, deprecation: END })
    .output(output)
    .query(answer),
  after: publicProcedure
    .meta({ openapi: { method: 'GET', path: '/after' } })
    .output(output)
    .query(answer),
});

/** Serves them beside the site, as REST and over tRPC. */
async function serveTestRouter(app: FastifyInstance, { contextOf }: WebTools): Promise<void> {
  const contextAs = async (transport: Transport, request: FastifyRequest) => ({
    ...(await contextOf(request)),
    transport,
  });
  await app.register(
    (scope) =>
      scope.register(fastifyTRPCOpenApiPlugin, {
        router: testRouter,
        createContext: ({ req }: { req: FastifyRequest }) => contextAs('rest', req),
      }),
    { prefix: '/test/rest' },
  );
  app.all<{ Params: { path: string } }>('/test/rpc/:path', async (request, reply) => {
    await fastifyRequestHandler({
      router: testRouter,
      req: request,
      res: reply,
      path: request.params.path,
      createContext: () => contextAs('rpc', request),
    });
    return reply;
  });
}

describe('a call that is going to end', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ deps: { registerWeb: serveTestRouter } });
  });
  afterAll(() => app.close());

  test.each([
    ['/test/rest/old', 200],
    ['/test/rpc/old', 200],
    ['/test/rest/old-of-members', 401],
    ['/test/rpc/oldOfMembers', 401],
  ])('%s says so, and when, with status %i', async (url, status) => {
    const { status: answered, headers } = await app.client().get(url);
    expect([answered, headers['deprecation'], headers['sunset']]).toEqual([
      status,
      '@1798675200',
      'Mon, 31 Jan 2028 00:00:00 GMT',
    ]);
  });

  test.each(['/test/rest/after', '/test/rpc/after', '/api/items', '/api/users/status'])(
    '%s stays, and says nothing',
    async (url) => {
      const { status, headers } = await app.client().get(url);
      expect([status, headers['deprecation'], headers['sunset']]).toEqual([
        200,
        undefined,
        undefined,
      ]);
    },
  );

  test('is marked in the document, with what replaces it', () => {
    const paths = JSON.parse(JSON.stringify(createOpenApiDocument(testRouter).paths));
    expect(paths['/old'].get).toMatchObject({
      deprecated: true,
      description: 'Use GET /after instead. This call ends on 2028-01-31.',
    });
    expect(paths['/after'].get).not.toHaveProperty('deprecated');
  });
});
