import { runOperation, type OperationDeps } from '@agres/core/operations/operation';
import { hasPermission } from '@agres/core/operations/permissions';
import { ownerErrorOf, refuse } from '@agres/core/operations/refuse';
import { localeOf } from '@agres/domain/locale';
import type { Refusal } from '@agres/domain/refusals';
import { UPLOAD_MEGABYTES, UPLOAD_TYPES } from '@agres/domain/stored-pictures';
import { refusalWords } from '@agres/i18n/refusal-texts';
import { makeFiles } from '@agres/office/pictures/make-files';
import { storePicture } from '@agres/office/pictures/store-picture';
import type { SignedInStaff } from '@agres/office/trpc';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { failureBody, headerText, statusOf } from './failures.ts';

const REFUSED_BODIES: ReadonlyMap<number, Refusal> = new Map<number, Refusal>([
  [413, { code: 'picture_too_large', megabytes: UPLOAD_MEGABYTES }],
  [415, { code: 'picture_not_taken' }],
]);

type Uploads = {
  deps: OperationDeps;
  refuseForged: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  sessionOf: (request: FastifyRequest) => Promise<SignedInStaff | null>;
};

/**
 * Accepts picture uploads at `POST /pictures`, whose body is the bytes of a file. The answer is the URL that
 * an item refers to.
 */
export function acceptPictures(
  scope: FastifyInstance,
  { deps, refuseForged, sessionOf }: Uploads,
): void {
  const refuseOthers = async (request: FastifyRequest, reply: FastifyReply) => {
    const staff = await sessionOf(request);
    if (staff === null) return reply.code(401).send(failureBody('not_signed_in'));
    if (!hasPermission(staff.actor, storePicture.permission)) {
      return reply.code(403).send(failureBody('not_permitted'));
    }
    return undefined;
  };
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser<Buffer>(
    [...UPLOAD_TYPES],
    { parseAs: 'buffer' },
    (_request, body, done) => {
      done(null, body);
    },
  );
  scope.setErrorHandler((error, request, reply) => {
    const status = statusOf(error);
    const locale = localeOf(headerText(request.headers['x-office-locale']));
    const inWords = (refusals: readonly Refusal[]) => refusalWords(locale, refusals);
    const ofBody = REFUSED_BODIES.get(status);
    const refusal =
      ofBody === undefined
        ? ownerErrorOf(error, inWords)
        : { reason: inWords([ofBody]), codes: [ofBody.code] };
    if (refusal !== undefined) {
      const { reason: message, codes: refusals } = refusal;
      request.log.info({ procedure: storePicture.name, codes: refusals }, 'refused');
      return reply.code(409).send(failureBody('refused', { message, refusals }));
    }
    if (status >= 500) request.log.error({ err: error }, 'call failed');
    return reply.code(status).send(failureBody(status < 500 ? 'invalid_input' : 'failed'));
  });
  scope.route({
    method: 'POST',
    url: '/pictures',
    bodyLimit: UPLOAD_MEGABYTES * 1024 * 1024,
    // Both checks run before the body is read.
    onRequest: [refuseForged, refuseOthers],
    handler: async (request) => {
      const staff = await sessionOf(request);
      const { body } = request;
      if (staff === null || !Buffer.isBuffer(body)) return refuse({ code: 'picture_not_taken' });
      const picture = await makeFiles(body);
      return runOperation({ ...deps, actor: staff.actor }, storePicture, picture);
    },
  });
}
