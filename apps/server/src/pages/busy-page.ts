import { createHash } from 'node:crypto';

import { BRAND } from '@agres/domain/brand';
import { negotiateLocale, type Locale } from '@agres/domain/locale';
import { prefixOf, readAddress } from '@agres/domain/paths';
import { createI18n, type Catalog } from '@agres/i18n/create-i18n';
import { messages as englishTexts } from '@agres/i18n/locales/en/server.ts';
import { messages as frenchTexts } from '@agres/i18n/locales/fr/server.ts';
import { messages } from '@agres/i18n/messages';
import type { FastifyRequest } from 'fastify';

import { escapeXml } from './discovery/xml.ts';

const TEXTS: Catalog = { fr: frenchTexts, en: englishTexts };

const TEXT = messages('busy', {
  title: 'One moment, please',
  explanation: 'The site isn’t responding right now. Please try again in a moment.',
  reload: 'Reload the page',
});

/** Copied from packages/ui/src/tokens.css, because this page loads nothing. */
const STYLES = `
*{box-sizing:border-box;margin:0}
body{min-height:100vh;padding:clamp(1.25rem,.6rem + 3.1vw,3rem);background:#f8f2e7;color:#17211e;font:1.0625rem/1.6 Inter,system-ui,sans-serif}
.brand{display:flex;align-items:center;gap:.5rem;max-width:76rem;margin:0 auto}
.brand,h1{font-family:'Bricolage Grotesque',system-ui,sans-serif;font-weight:700}
.brand{font-size:1.5rem}
.brand svg{width:2.5rem}
main{display:grid;gap:2.5rem 4rem;align-items:center;max-width:76rem;margin:3rem auto 0}
h1{font-size:clamp(2rem,1.6rem + 1.9vw,3rem);line-height:1.08;letter-spacing:-.02em;text-wrap:balance}
p{margin-top:1rem;color:#4f5953;font-size:clamp(1.1875rem,1.11rem + .36vw,1.375rem);line-height:1.5;text-wrap:pretty}
a{display:inline-flex;align-items:center;min-height:3rem;margin-top:2rem;padding:.5rem 1.75rem;border-radius:62.4375rem;background:#c23a17;color:#fffdf9;font-weight:600;text-decoration:none}
a:hover{background:#9c2c0f}
a:focus-visible{outline:3px solid #17211e;outline-offset:2px}
.drawing{width:100%;border-radius:2rem;background:#1a4d43}
@media (min-width:46.875rem){main{grid-template-columns:7fr 5fr;margin-top:5rem}}
`;

const CONTENT_POLICY = [
  `default-src 'none'`,
  `style-src 'sha256-${createHash('sha256').update(STYLES).digest('base64')}'`,
  `img-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

/** The logo, as in public/brand/mark.svg. */
const MARK = `<svg viewBox="0 0 80 80" aria-hidden="true"><path d="M40.69 12.96A29.6 29.6 0 1 0 66.05 34.24" fill="none" stroke="#c23a17" stroke-width="10.66" stroke-linecap="round"/><circle cx="57.77" cy="18.36" r="7.99" fill="#e5a53d"/></svg>`;

const DRAWING = `<svg class="drawing" viewBox="0 0 480 400" aria-hidden="true"><circle cx="240" cy="560" r="250" fill="#123a32"/><path d="M62.7 331A180 180 0 0 1 193.4 126.1" fill="none" stroke="#c23a17" stroke-width="28" stroke-linecap="round"/><circle cx="277.4" cy="123.9" r="34" fill="#e5a53d"/></svg>`;

/** `headers` are sent in addition to the headers of every response. */
type BusyPage = { headers: Record<string, string>; body: Buffer };

const PAGES: Readonly<Record<Locale, BusyPage>> = { fr: prepare('fr'), en: prepare('en') };

/**
 * Returns the page that a browser gets during a temporary failure (overload, rate limit, shutdown), in the
 * language of the URL. It is prepared at startup, so that an overloaded server can still answer, and loads
 * nothing else of the site.
 */
export function busyPageFor(request: FastifyRequest): BusyPage {
  return PAGES[localeOfUrl(request)];
}

function localeOfUrl({ url, headers }: FastifyRequest): Locale {
  const [pathname = ''] = url.split('?', 1);
  return localeOfPath(pathname) ?? negotiateLocale([], headers['accept-language']);
}

function localeOfPath(pathname: string): Locale | null {
  const address = readAddress(pathname);
  if (address.kind === 'moved') return localeOfPath(address.to);
  return address.kind === 'impossible' ? (prefixOf(pathname) ?? null) : address.locale;
}

function prepare(locale: Locale): BusyPage {
  const i18n = createI18n(locale, TEXTS);
  const say = ({ id }: { id: string }) => escapeXml(i18n._(id));
  const html = `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="theme-color" content="#f8f2e7">
<title>${say(TEXT.title)} · ${BRAND.name}</title>
<style>${STYLES}</style>
</head>
<body>
<header class="brand">${MARK}${BRAND.name}</header>
<main>
<div>
<h1>${say(TEXT.title)}</h1>
<p>${say(TEXT.explanation)}</p>
<a href="">${say(TEXT.reload)}</a>
</div>
${DRAWING}
</main>
</body>
</html>
`;
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': locale,
      'content-security-policy': CONTENT_POLICY,
    },
    body: Buffer.from(html),
  };
}
