import { defineChange } from '@agres/core/operations/operation';
import { storedAddressOf, STORED_FORMATS } from '@agres/domain/stored-pictures';
import { z } from 'zod';

const newPictureSchema = z.object({
  id: z.string(),
  width: z.int().positive(),
  height: z.int().positive(),
  files: z.array(
    z.object({
      format: z.enum(STORED_FORMATS),
      width: z.int().positive(),
      bytes: z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array),
    }),
  ),
});

export type NewPicture = z.output<typeof newPictureSchema>;

/** Stores a picture; an identical upload reuses the stored one. Its own endpoint accepts the files. */
export const storePicture = defineChange({
  name: 'pictures.upload',
  permission: 'items.write',
  kind: 'change',
  input: newPictureSchema,
  output: z.object({ id: z.string(), path: z.string(), width: z.int(), height: z.int() }),
  run: async ({ tx, clock, journal }, { files, ...picture }) => {
    const { id, width, height } = picture;
    // Uploading an unused picture again restarts its retention period.
    await tx.picture.upsert({
      where: { id },
      create: picture,
      update: { createdAt: clock() },
      select: { id: true },
    });
    await tx.pictureFile.createMany({
      data: files.map((file) => ({ ...file, pictureId: id })),
      skipDuplicates: true,
    });
    await journal({
      subject: { kind: 'picture', id },
      changes: { width: [null, width], height: [null, height] },
    });
    return { ...picture, path: storedAddressOf(picture) };
  },
});
