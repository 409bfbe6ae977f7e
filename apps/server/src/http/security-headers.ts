export type SecurityHeaderOptions = {
  publicUrl: string;
  /** The card provider's script, which may use the browser's Payment Request API. */
  stripeJsUrl: string;
};

/** Where the real provider's script is; an emulator's is configured. */
export const STRIPE_JS_ORIGIN = 'https://js.stripe.com';

/** Two years: browsers' preload lists ask for at least one. */
const HSTS = 'max-age=63072000; includeSubDomains';

/**
 * The headers of every answer. The content policy is that of data, which no browser should run; a page
 * has its own.
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

/** The frames that open Apple Pay and Google Pay: those that the content policy allows. */
function paymentFramesOf({ stripeJsUrl }: SecurityHeaderOptions): string {
  const { origin } = new URL(stripeJsUrl);
  return origin === STRIPE_JS_ORIGIN ? `"${origin}" "https://*.js.stripe.com"` : `"${origin}"`;
}
