import { createHmac, timingSafeEqual } from 'node:crypto';

/** With this header a caller who knows APP_SECRET learns from `/healthz` how the request arrived. */
export const DOCTOR_HEADER = 'x-doctor';
const VALID_MS = 60_000;

export type Arrival = {
  /** The visitor's address, as the site sees it. */
  client: string;
  /** The address that connected to the process. */
  peer: string;
  scheme: string;
  isForwarded: boolean;
};

/** Returns the header's value for a time. */
export function askAsDoctor(appSecret: string, nowMs: number): string {
  return `${nowMs}.${signatureOf(appSecret, String(nowMs))}`;
}

/** Whether the header was signed with our secret within the last minute. */
export function isDoctor(header: unknown, appSecret: string, nowMs: number): boolean {
  const [, at = '', signature = ''] = /^(\d{1,15})\.([\da-f]{64})$/.exec(String(header)) ?? [];
  const expected = Buffer.from(signatureOf(appSecret, at));
  const isOurs =
    signature.length === expected.length && timingSafeEqual(Buffer.from(signature), expected);
  // guard: a doctor request is valid only with the secret, for a minute
  return isOurs && Math.abs(nowMs - Number(at)) < VALID_MS;
}

const signatureOf = (appSecret: string, at: string) =>
  createHmac('sha256', appSecret).update(`doctor:${at}`).digest('hex');
