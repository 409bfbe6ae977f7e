import type { FastifyInstance, FastifyReply } from 'fastify';

import type { Account } from '../account.ts';
import { answerOf } from '../api/answers.ts';
import { parseParams } from '../api/params.ts';
import { escapeHtml } from '../escape-html.ts';
import { accountOfSecret, finishChallenge } from './challenges.ts';

/**
 * Serves the bank's page: GET shows an intent's challenge, POST answers it, also from the browser script. The
 * intent's client secret authorizes the customer.
 */
export function serveChallenges(app: FastifyInstance, accounts: readonly Account[]): void {
  app.get<{ Params: { id: string } }>('/challenge/:id', (request, reply) => {
    const query = parseParams(request.url.split('?')[1] ?? '');
    return answering(reply, () => {
      accountOfSecret(accounts, request.params.id, query.text('client_secret'));
      const body = pageOf({ id: request.params.id, secret: query.text('client_secret') ?? '' });
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', "default-src 'none'; form-action 'self'")
        .send(body);
    });
  });

  app.post<{ Params: { id: string } }>('/challenge/:id', (request, reply) => {
    const params = parseParams(typeof request.body === 'string' ? request.body : '');
    return answering(reply, () => {
      const { id } = request.params;
      const account = accountOfSecret(accounts, id, params.text('client_secret'));
      const outcome = params.text('outcome') === 'succeed' ? 'succeed' : 'fail';
      finishChallenge(account, id, outcome);
      return reply.send(JSON.stringify({ outcome }));
    });
  });
}

function answering(reply: FastifyReply, answer: () => FastifyReply): FastifyReply {
  try {
    return answer();
  } catch (error) {
    const { status, body } = answerOf(error);
    return reply.code(status).type('application/json').send(body);
  }
}

const pageOf = ({ id, secret }: { id: string; secret: string }) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>3D Secure 2 test page</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body>
<main>
<h1>3D Secure 2 test page</h1>
<p>This page stands for the bank of a test card.</p>
<form method="post" action="/challenge/${escapeHtml(id)}">
<input type="hidden" name="client_secret" value="${escapeHtml(secret)}">
<button name="outcome" value="succeed">Complete authentication</button>
<button name="outcome" value="fail">Fail authentication</button>
</form>
</main>
</body>
</html>
`;
