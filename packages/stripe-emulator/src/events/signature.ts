import { createHmac } from 'node:crypto';

/**
 * Returns the `Stripe-Signature` header of a webhook: the timestamp, and the HMAC-SHA256 over timestamp and
 * body (the provider's page "Verify webhook signatures manually").
 */
export function signatureHeaderOf(
  payload: string,
  secret: string,
  timestampSeconds: number,
): string {
  const signature = createHmac('sha256', secret)
    .update(`${timestampSeconds}.${payload}`)
    .digest('hex');
  return `t=${timestampSeconds},v1=${signature}`;
}
