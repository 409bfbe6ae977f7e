import type { Db } from '@agres/db/db';
import {
  STORED_FORMATS,
  STORED_PREFIX,
  storedFileOf,
  type StoredFormat,
} from '@agres/domain/stored-pictures';
import type { FastifyInstance } from 'fastify';

/** The URL contains the picture's hash, so a file never changes. */
const FOREVER = 'public, max-age=31536000, immutable';

const FILE = /^([1-9]\d{0,3})(?:x[1-9]\d{0,3})?\.(\w{1,5})$/;
const ID = /^[\da-f]{32}$/;

const isStoredFormat = (name: string | undefined): name is StoredFormat =>
  STORED_FORMATS.some((format) => format === name);

/** Serves the pictures uploaded in the office, from the database. */
export function registerStoredPictures(app: FastifyInstance, { db }: { db: Db }): void {
  app.get<{ Params: { id: string; file: string } }>(
    `${STORED_PREFIX}/:id/:file`,
    async (request, reply) => {
      const { id, file } = request.params;
      const [, width, format] = FILE.exec(file) ?? [];
      const isOdd = request.url.includes('?');
      if (isOdd || !ID.test(id) || width === undefined || !isStoredFormat(format)) {
        return reply.callNotFound();
      }
      const key = { pictureId: id, format, width: Number(width) };
      const found = await db.pictureFile.findUnique({
        where: { pictureId_format_width: key },
        select: {
          bytes: true,
          width: true,
          picture: { select: { id: true, width: true, height: true } },
        },
      });
      // Each file has one URL, so that no cache stores a file twice.
      if (
        found === null ||
        storedFileOf(found.picture, found.width, format) !== `${STORED_PREFIX}/${id}/${file}`
      ) {
        return reply.callNotFound();
      }
      return reply
        .header('cache-control', FOREVER)
        .type(`image/${format}`)
        .send(Buffer.from(found.bytes.buffer, found.bytes.byteOffset, found.bytes.byteLength));
    },
  );
}
