import { z } from 'zod';

import { reportSchema } from './report.ts';

/**
 * Where a running process takes the shop owner's commands for its embedded database: a Unix socket in
 * a directory beside it that nobody else may enter (docs/decisions/050).
 */
export function channelOf(databaseDirectory: string): { directory: string; socket: string } {
  const directory = `${databaseDirectory}.owner`;
  return { directory, socket: `${directory}/socket` };
}

/** A command as it is sent to the process that holds the database. */
export const ownerRequestSchema = z.strictObject({
  command: z.string(),
  values: z.record(z.string(), z.string()),
  by: z.string(),
});
export type OwnerRequest = z.infer<typeof ownerRequestSchema>;

/** What became of it. */
export const ownerAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done'), report: reportSchema }),
  z.object({ kind: z.enum(['refused', 'misused', 'failed']), reason: z.string() }),
]);
export type OwnerAnswer = z.infer<typeof ownerAnswerSchema>;
