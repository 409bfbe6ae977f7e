import type { FastifyInstance } from 'fastify';

import type { Account } from '../account.ts';
import { answerOf } from '../api/answers.ts';
import { parseParams } from '../api/params.ts';
import { accountOfSecret, finishChallenge } from './challenges.ts';

/** Takes a cardholder's answer to the bank from the browser script; the intent's client secret authorizes it. */
export function serveChallenges(app: FastifyInstance, accounts: readonly Account[]): void {
  app.post<{ Params: { id: string } }>('/challenge/:id', (request, reply) => {
    const params = parseParams(typeof request.body === 'string' ? request.body : '');
    try {
      const { id } = request.params;
      const account = accountOfSecret(accounts, id, params.text('client_secret'));
      const outcome = params.text('outcome') === 'succeed' ? 'succeed' : 'fail';
      finishChallenge(account, id, outcome);
      return reply.send(JSON.stringify({ outcome }));
    } catch (error) {
      const { status, body } = answerOf(error);
      return reply.code(status).type('application/json').send(body);
    }
  });
}
