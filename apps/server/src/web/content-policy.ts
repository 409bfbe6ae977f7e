import type { PageRenderer } from './page-renderer.ts';

export type PolicyOptions = {
  publicUrl: string;
  /** The card provider's script and API, as configured; their hosts are allowed, nothing else is. */
  stripeJsUrl: string;
  stripeApiUrl: string;
  mode: PageRenderer['mode'];
};

const STRIPE_JS_ORIGIN = 'https://js.stripe.com';

/**
 * The Content-Security-Policy of a page, for a nonce. The provider's hosts follow its configuration; with
 * the real provider they are those of its security guide, `*.js.stripe.com` included.
 */
export function createContentPolicy(options: PolicyOptions): (nonce: string) => string {
  const isHttps = options.publicUrl.startsWith('https:');
  const scriptOrigin = new URL(options.stripeJsUrl).origin;
  const isRealProvider = scriptOrigin === STRIPE_JS_ORIGIN;
  const isDevelopment = options.mode === 'development';
  const provider = isRealProvider
    ? { script: `${STRIPE_JS_ORIGIN} https://*.js.stripe.com`, frame: 'https://hooks.stripe.com' }
    : { script: scriptOrigin, frame: '' };

  return (nonce) =>
    [
      `default-src 'self'`,
      `script-src 'self' 'nonce-${nonce}' ${provider.script}`,
      // Vite puts the styles of a module that it replaces into the page by itself.
      `style-src 'self' ${isDevelopment ? `'unsafe-inline'` : `'nonce-${nonce}'`}`,
      `img-src 'self' https: data:`,
      `font-src 'self'`,
      `connect-src 'self' ${new URL(options.stripeApiUrl).origin} ${isRealProvider ? '' : scriptOrigin} ${isDevelopment ? 'ws:' : ''}`,
      `frame-src ${provider.script} ${provider.frame}`,
      `object-src 'none'`,
      `base-uri 'none'`,
      `form-action 'self'`,
      `frame-ancestors 'none'`,
      ...(isHttps ? ['upgrade-insecure-requests'] : []),
    ]
      .map((directive) => directive.replaceAll(/ +/g, ' ').trim())
      .join('; ');
}
