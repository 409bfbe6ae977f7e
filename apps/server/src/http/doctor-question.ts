import { createHmac, timingSafeEqual } from 'node:crypto';

/** With this header `/healthz` reports how the request arrived, to a caller who knows APP_SECRET. */
export const DOCTOR_HEADER = 'x-doctor';
const VALID_MS = 60_000;

/** How a request reached the site. */
export type Arrival = {
  /** Whom the site takes for the visitor. */
  client: string;
  /** Who connected to the process. */
  peer: string;
  scheme: string;
  /** Whether a proxy says for whom it asks. */
  isForwarded: boolean;
};

/** The value of the header at a moment. */
export function askAsDoctor(appSecret: string, nowMs: number): string {
  return `${nowMs}.${signatureOf(appSecret, String(nowMs))}`;
}

/** Whether a header was made with our secret, a moment ago. */
export function isDoctor(header: unknown, appSecret: string, nowMs: number): boolean {
  const [, at = '', signature = ''] = /^(\d{1,15})\.([\da-f]{64})$/.exec(String(header)) ?? [];
  const expected = Buffer.from(signatureOf(appSecret, at));
  const isOurs =
    signature.length === expected.length && timingSafeEqual(Buffer.from(signature), expected);
  // guard: only a caller with our secret learns how a request arrived
  return isOurs && Math.abs(nowMs - Number(at)) < VALID_MS;
}

const signatureOf = (appSecret: string, at: string) =>
  createHmac('sha256', appSecret).update(`doctor:${at}`).digest('hex');
