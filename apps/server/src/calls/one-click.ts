import type { Deps } from '@agres/core/context';
import { DomainError } from '@agres/domain/errors';
import { LOCALES } from '@agres/domain/locale';
import { PAGE_PATHS } from '@agres/domain/paths';
import { stockLinkSchema } from '@agres/domain/shop.schema';
import { endStockRequestsByMail } from '@agres/shop/stock-requests/stock-requests';
import type { FastifyInstance } from 'fastify';

/** Enough for the single line that a mail program sends. */
const BODY_LIMIT_BYTES = 4 * 1024;

/**
 * Serves the one-click unsubscribe of mail programs (RFC 8058): a POST to the URL of the page that asks a
 * reader. The secret of the link is the proof, so it needs no cookie and no XSRF token. The answer is empty
 * and the same whether or not there was anything to cancel.
 */
export async function registerOneClick(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null));
    for (const locale of LOCALES) {
      const path = PAGE_PATHS.endStockRequests[locale].replaceAll('$', ':');
      scope.post(
        `/${locale}/${path}`,
        { bodyLimit: BODY_LIMIT_BYTES, config: { caller: 'mail-program' } },
        async (request, reply) => {
          const link = stockLinkSchema.safeParse(request.params);
          if (!link.success) throw new DomainError('incorrect_activation_code');
          const setHeader = (name: string, value: string) => void reply.header(name, value);
          await endStockRequestsByMail({ deps, clientIp: request.ip, setHeader }, link.data);
          return reply.code(200).send();
        },
      );
    }
  });
}
