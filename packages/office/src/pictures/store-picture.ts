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

/** A picture with the files that were made of an upload. */
export type NewPicture = z.output<typeof newPictureSchema>;

/** Keeps a picture; the same one again is the one that is kept. It is run by its own address, which takes files. */
export const storePicture = defineChange({
  name: 'pictures.upload',
  permission: 'items.write',
  kind: 'change',
  input: newPictureSchema,
  output: z.object({ id: z.string(), path: z.string(), width: z.int(), height: z.int() }),
  run: async ({ tx, clock, journal }, { files, ...picture }) => {
    const { id, width, height } = picture;
    // An unused picture that is uploaded again is kept as long as a new one.
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
