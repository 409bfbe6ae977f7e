import { STRIPE_JS_ORIGIN } from '../http/security-headers.ts';
import type { PageRenderer } from './page-renderer.ts';

export type PolicyOptions = {
  publicUrl: string;
  /** The URLs of the card provider's script and API. Apart from images, pages use no other foreign hosts. */
  stripeJsUrl: string;
  stripeApiUrl: string;
  mode: PageRenderer['mode'];
};

/**
 * Returns the Content-Security-Policy of every page. It allows no inline script or style, because pages have
 * none. The real provider's hosts are those of its security guide, including `*.js.stripe.com`; an emulator's
 * are configured.
 */
export function contentPolicyFor(options: PolicyOptions): string {
  const isHttps = options.publicUrl.startsWith('https:');
  const scriptOrigin = new URL(options.stripeJsUrl).origin;
  const isRealProvider = scriptOrigin === STRIPE_JS_ORIGIN;
  const isDevelopment = options.mode === 'development';
  const provider = isRealProvider
    ? { script: `${STRIPE_JS_ORIGIN} https://*.js.stripe.com`, frame: 'https://hooks.stripe.com' }
    : { script: scriptOrigin, frame: '' };

  return [
    `default-src 'self'`,
    `script-src 'self' ${provider.script}`,
    // Vite adds the styles of a replaced module to the page.
    `style-src 'self' ${isDevelopment ? `'unsafe-inline'` : ''}`,
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
