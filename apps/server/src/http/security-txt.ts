import { BRAND } from '@agres/domain/brand';
import type { FastifyInstance } from 'fastify';

/** How long the file is valid. RFC 9116 recommends less than a year. */
const GOOD_FOR_DAYS = 180;
const DAY_MS = 86_400_000;

/** Serves `GET /.well-known/security.txt`, the contact for reporting a vulnerability (RFC 9116). */
export function registerSecurityTxt(
  app: FastifyInstance,
  { publicUrl, clock }: { publicUrl: string; clock: () => Date },
): void {
  app.get('/.well-known/security.txt', (_request, reply) => {
    const expires = new Date(clock().getTime() + GOOD_FOR_DAYS * DAY_MS);
    return reply
      .header('content-type', 'text/plain; charset=utf-8')
      .header('cache-control', 'private, max-age=86400')
      .send(
        [
          `Contact: mailto:${BRAND.supportEmail}`,
          `Expires: ${expires.toISOString()}`,
          'Preferred-Languages: fr, en',
          `Canonical: ${publicUrl}/.well-known/security.txt`,
          '',
        ].join('\n'),
      );
  });
}
