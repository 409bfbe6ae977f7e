import { REFUSAL_CODES } from '@agres/domain/refusals';
import { z } from 'zod';

import { reportSchema } from './report.ts';

/**
 * Where a running process takes the shop owner's commands for its embedded database: a Unix socket in
 * a directory beside it that is closed to other users (docs/decisions/050).
 */
export function channelOf(databaseDirectory: string): { directory: string; socket: string } {
  const directory = `${databaseDirectory}.owner`;
  return { directory, socket: `${directory}/socket` };
}

/** Where that process makes a backup: the file is the answer. */
export const BACKUP_PATH = '/backup';
/** How many milliseconds all other work had to wait for it. */
export const HELD_MS_HEADER = 'x-held-ms';

/** A command as it is sent to the process that holds the database. */
export const ownerRequestSchema = z.strictObject({
  command: z.string(),
  values: z.record(z.string(), z.string()),
  by: z.string(),
});
export type OwnerRequest = z.infer<typeof ownerRequestSchema>;

/** What became of it. */
export const ownerAnswerSchema = z.discriminatedUnion('kind', [
  /** `output`: the output of the command's operation, for programs. */
  z.object({ kind: z.literal('done'), report: reportSchema, output: z.unknown().optional() }),
  z.object({
    kind: z.enum(['refused', 'misused', 'failed']),
    reason: z.string(),
    /** Of an operation that refuses: the codes behind the reason. */
    codes: z.array(z.enum(REFUSAL_CODES)).readonly().optional(),
  }),
]);
export type OwnerAnswer = z.infer<typeof ownerAnswerSchema>;
