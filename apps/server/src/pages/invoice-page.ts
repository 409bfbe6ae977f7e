import { createHash } from 'node:crypto';

import { BRAND } from '@agres/domain/brand';
import { parisDayOf } from '@agres/domain/days';
import { createI18n, type Catalog } from '@agres/i18n/create-i18n';
import { formatDate, formatPrice } from '@agres/i18n/formats';
import { messages as englishTexts } from '@agres/i18n/locales/en/server.ts';
import { messages as frenchTexts } from '@agres/i18n/locales/fr/server.ts';
import { messages } from '@agres/i18n/messages';
import type { Invoice } from '@agres/money/invoices/invoice';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { escapeXml } from './discovery/xml.ts';

const TEXTS: Catalog = { fr: frenchTexts, en: englishTexts };

const TEXT = messages('invoice', {
  title: 'Invoice no. {series}',
  'credit-note': 'Credit note no. {series}',
  issued: 'Issued on {day}',
  paid: 'Order no. {order}, paid by card on {day}',
  refunded: 'Order no. {order}, refunded on {day}',
  corrects: 'Corrects invoice no. {series} of {day}',
  seller: 'Seller',
  buyer: 'Buyer',
  'buyer-gone': 'Name and address were erased ten years after the sale.',
  'buyer-archived':
    'Name and address are archived. They can be read with a reason: “Read an archived address”, order no. {order}.',
  'vat-number': 'VAT number {number}',
  what: 'Description',
  quantity: 'Quantity',
  'unit-net': 'Unit price excl. VAT',
  rate: 'VAT',
  sum: 'Amount excl. VAT',
  price: 'Amount',
  delivery: 'Packing and delivery',
  'refund-of': 'Refund: {item}',
  net: 'Total excl. VAT',
  vat: 'VAT {rate}',
  gross: 'Total incl. VAT',
  total: 'Total',
  franchise: 'VAT not applicable, article 293 B of the French tax code (CGI)',
  'is-paid': 'Paid in full. Nothing is due.',
  'is-refunded': 'This amount has been refunded. Nothing is due.',
});

/** The colours are copied from packages/ui/src/tokens.css: this page loads nothing. */
const STYLES = `
*{box-sizing:border-box;margin:0}
body{padding:clamp(1rem,4vw,3rem);background:#f8f2e7;color:#17211e;font:1rem/1.5 Inter,system-ui,sans-serif}
main{max-width:50rem;margin:0 auto;padding:clamp(1.25rem,5vw,3.5rem);background:#fffdf9;border-radius:1.5rem}
h1{font-size:1.5rem;line-height:1.2}
h2{margin-bottom:.25rem;color:#4f5953;font-size:.875rem;font-weight:400}
.brand{margin-bottom:1.5rem;font-weight:700}
.soft{color:#4f5953}
.parties{display:grid;gap:1.5rem 3rem;margin:2rem 0;grid-template-columns:repeat(auto-fit,minmax(12rem,1fr))}
.lines{white-space:pre-line;overflow-wrap:anywhere}
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
th{font-weight:400;text-align:left}
td,th{padding:.5rem .75rem .5rem 0;border-bottom:1px solid #d9d0c0;vertical-align:top}
thead th{color:#4f5953;font-size:.875rem}
.number{padding:.5rem 0 .5rem .75rem;text-align:right;white-space:nowrap}
.sum th,.sum td{font-size:1.125rem;font-weight:700}
.end{margin-top:1.5rem}
@media (max-width:34rem){.wide{display:none}}
@media print{body{padding:0;background:none}main{max-width:none;padding:0}.wide{display:table-cell}}
`;

const CONTENT_POLICY = [
  `default-src 'none'`,
  `style-src 'sha256-${createHash('sha256').update(STYLES).digest('base64')}'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

/**
 * If `isBuyerArchived`, the buyer is in the archive, where a caller of the office reads them with a reason
 * (decision 078).
 */
type ShownInvoice = Invoice & { isBuyerArchived?: boolean };

function writeInvoice(invoice: ShownInvoice): string {
  const { locale, isCreditNote, corrects, grossCents, feeCents, vatPercent } = invoice;
  const i18n = createI18n(locale, TEXTS);
  const say = ({ id }: { id: string }, values?: Record<string, unknown>) =>
    escapeXml(i18n._(id, values));
  const day = (moment: Date) => formatDate(locale, moment.toISOString().slice(0, 10));
  const money = (cents: number) => escapeXml(formatPrice(locale, cents));
  const hasVat = vatPercent !== null;
  const rate = hasVat
    ? new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(
        vatPercent / 100,
      )
    : '';
  // The delivery is what remains after the item, so that the lines add up.
  const itemNetCents = hasVat
    ? feeCents === 0
      ? invoice.netCents
      : Math.round((grossCents - feeCents) / (1 + vatPercent / 100))
    : grossCents - feeCents;
  const title = say(isCreditNote ? TEXT['credit-note'] : TEXT.title, { series: invoice.series });
  const item = [invoice.itemTitle, invoice.optionTitle].filter((part) => part !== null).join(' · ');
  const line = (what: string, netCents: number) => `<tr><td>${what}</td>
<td class="number wide">1</td>${
    hasVat
      ? `<td class="number wide">${money(netCents)}</td><td class="number">${escapeXml(rate)}</td>`
      : ''
  }<td class="number">${money(netCents)}</td></tr>`;
  const total = (name: string, cents: number, isSum = false) =>
    `<tr${isSum ? ' class="sum"' : ''}><th scope="row">${name}</th><td class="number">${money(cents)}</td></tr>`;
  const buyer = () => {
    const { buyerName, buyerAddress, isBuyerArchived = false, orderId } = invoice;
    if (buyerName === '' && buyerAddress === '') {
      return `<p class="soft">${say(TEXT['buyer-gone'])}</p>`;
    }
    if (isBuyerArchived) {
      return `<p class="soft">${say(TEXT['buyer-archived'], { order: String(orderId) })}</p>`;
    }
    return `<p class="lines">${escapeXml(`${buyerName}\n${buyerAddress}`)}</p>`;
  };
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${escapeXml(BRAND.name)}</title>
<style>${STYLES}</style>
</head>
<body>
<main>
<p class="brand">${escapeXml(BRAND.name)}</p>
<h1>${title}</h1>
<p class="soft">${say(TEXT.issued, { day: day(invoice.issuedOn) })}</p>
<p class="soft">${say(isCreditNote ? TEXT.refunded : TEXT.paid, {
    order: String(invoice.orderId),
    day: formatDate(locale, parisDayOf(invoice.paidAt)),
  })}</p>
${corrects === null ? '' : `<p class="soft">${say(TEXT.corrects, { series: corrects.series, day: day(corrects.issuedOn) })}</p>`}
<div class="parties">
<section><h2>${say(TEXT.seller)}</h2><p class="lines">${escapeXml(invoice.seller)}</p>${
    invoice.sellerVatNumber === null
      ? ''
      : `<p>${say(TEXT['vat-number'], { number: invoice.sellerVatNumber })}</p>`
  }</section>
<section><h2>${say(TEXT.buyer)}</h2>${buyer()}</section>
</div>
<table>
<thead><tr><th scope="col">${say(TEXT.what)}</th><th scope="col" class="number wide">${say(TEXT.quantity)}</th>${
    hasVat
      ? `<th scope="col" class="number wide">${say(TEXT['unit-net'])}</th><th scope="col" class="number">${say(TEXT.rate)}</th>`
      : ''
  }<th scope="col" class="number">${say(hasVat ? TEXT.sum : TEXT.price)}</th></tr></thead>
<tbody>
${line(isCreditNote ? say(TEXT['refund-of'], { item }) : escapeXml(item), itemNetCents)}
${feeCents === 0 ? '' : line(say(TEXT.delivery), invoice.netCents - itemNetCents)}
</tbody>
</table>
<table>
${
  hasVat
    ? total(say(TEXT.net), invoice.netCents) + total(say(TEXT.vat, { rate }), invoice.vatCents)
    : ''
}
${total(say(hasVat ? TEXT.gross : TEXT.total), grossCents, true)}
</table>
<p class="end">${say(isCreditNote ? TEXT['is-refunded'] : TEXT['is-paid'])}</p>
${hasVat ? '' : `<p class="end">${say(TEXT.franchise)}</p>`}
</main>
</body>
</html>
`;
}

/** Serves documents at `/invoices/ID`; 404 if `find` returns none for the caller. */
export function registerInvoices(
  app: FastifyInstance,
  find: (request: FastifyRequest, id: number) => Promise<ShownInvoice | null>,
): void {
  app.get<{ Params: { id: string } }>('/invoices/:id', async (request, reply) => {
    const { id } = request.params;
    const invoice = /^[1-9]\d{0,8}$/.test(id) ? await find(request, Number(id)) : null;
    if (invoice === null) return reply.callNotFound();
    return reply
      .headers({
        'cache-control': 'no-store',
        'content-language': invoice.locale,
        'content-security-policy': CONTENT_POLICY,
      })
      .type('text/html; charset=utf-8')
      .send(writeInvoice(invoice));
  });
}

/**
 * Redirects `/invoices/subscription/ID` to the payment provider's invoice; 404 if `find` returns no address
 * for the caller.
 */
export function registerSubscriptionInvoices(
  app: FastifyInstance,
  find: (request: FastifyRequest, id: string, reply: FastifyReply) => Promise<string | null>,
): void {
  app.get<{ Params: { id: string } }>('/invoices/subscription/:id', async (request, reply) => {
    const { id } = request.params;
    const url = /^pi_\w{1,250}$/.test(id) ? await find(request, id, reply) : null;
    if (url === null) return reply.callNotFound();
    return reply.header('cache-control', 'no-store').redirect(url);
  });
}
