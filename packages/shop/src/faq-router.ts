import { readSetting } from '@agres/core/settings';
import { publicProcedure, router } from '@agres/core/trpc';
import { localizedSchema } from '@agres/domain/shapes.schema';
import { z } from 'zod';

const faqEntrySchema = z.object({
  id: z.int().positive(),
  question: localizedSchema,
  answer: localizedSchema,
});

export const faqRouter = router({
  /** Returns the owner's questions and answers as plain text; blank lines separate paragraphs. */
  entries: publicProcedure.output(z.array(faqEntrySchema)).query(async ({ ctx }) => {
    const { value } = await readSetting(ctx.deps.db, 'faqEntries');
    return value;
  }),
});
