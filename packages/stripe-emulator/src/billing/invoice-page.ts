import type { FastifyInstance } from 'fastify';

import type { Account } from '../account.ts';
import { escapeHtml } from '../escape-html.ts';

/** Serves the provider's page of an invoice, which anyone with its address can open. */
export function serveInvoicePages(app: FastifyInstance, accounts: readonly Account[]): void {
  app.get<{ Params: { id: string } }>('/invoice/:id', (request, reply) => {
    const invoice = accounts
      .map(({ store }) => store.invoices.get(request.params.id))
      .find((one) => one !== undefined);
    if (invoice === undefined) return reply.code(404).send();
    const { number, amount_paid: paid, currency } = invoice;
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'")
      .send(
        `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Invoice</title></head>
<body><main>
<h1>Invoice ${escapeHtml(number ?? '')}</h1>
<p>${(paid / 100).toFixed(2)} ${escapeHtml(currency.toUpperCase())}</p>
</main></body>
</html>
`,
      );
  });
}
