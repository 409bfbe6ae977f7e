export type SecurityHeaderOptions = {
  publicUrl: string;
  stripeJsUrl: string;
};

/** The origin of the real provider; an emulator's comes from the settings. */
export const STRIPE_JS_ORIGIN = 'https://js.stripe.com';

/** Two years: browsers' preload lists require at least one. */
const HSTS = 'max-age=63072000; includeSubDomains';

/**
 * Returns the headers of every answer. The CSP suits data, which no browser should execute; pages have their
 * own.
 */
export function securityHeadersFor(options: SecurityHeaderOptions): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': `camera=(), geolocation=(), microphone=(), payment=(self ${paymentFramesOf(options)})`,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(options.publicUrl.startsWith('https:') ? { 'strict-transport-security': HSTS } : {}),
  };
}

/** Apple Pay and Google Pay open in these frames; the CSP allows them too. */
function paymentFramesOf({ stripeJsUrl }: SecurityHeaderOptions): string {
  const { origin } = new URL(stripeJsUrl);
  return origin === STRIPE_JS_ORIGIN ? `"${origin}" "https://*.js.stripe.com"` : `"${origin}"`;
}
