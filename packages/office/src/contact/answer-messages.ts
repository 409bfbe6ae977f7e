import { minuteOf } from '@agres/core/operations/days';
import { brief, counted } from '@agres/core/operations/format';
import { defineChange, defineRead } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import type { Db } from '@agres/db/db';
import { z } from 'zod';

import { defineOperationCommand } from '../operations/command.ts';
import { lines, table } from '../operations/report.ts';
import { idsValue } from '../operations/values.ts';

/** A list has so many at most; the oldest come first. */
const LISTED = 50;

const messageSchema = z.object({
  id: z.int(),
  sentDate: z.iso.datetime(),
  subject: z.string(),
  email: z.string(),
});
export const messagesSchema = z.array(messageSchema);

/** Messages not marked as answered, oldest first; `before`: only older ones. */
export async function findMessagesToAnswer(
  db: Db,
  { before }: { before?: Date } = {},
): Promise<z.output<typeof messagesSchema>> {
  const rows = await db.contactMessage.findMany({
    where: { answeredAt: null, ...(before === undefined ? {} : { createdAt: { lt: before } }) },
    select: { id: true, createdAt: true, subject: true, email: true },
    orderBy: { createdAt: 'asc' },
    take: LISTED,
  });
  return rows.map(({ createdAt, ...row }) => ({ ...row, sentDate: createdAt.toISOString() }));
}

const listMessages = defineRead({
  name: 'messages.list',
  permission: 'messages.read',
  input: z.object({}),
  output: z.object({ messages: messagesSchema }),
  run: async ({ db }) => ({ messages: await findMessagesToAnswer(db) }),
});

export const messagesCommand = defineOperationCommand({
  name: 'messages',
  summary: 'The messages of the contact form that wait for an answer, the oldest first',
  parameters: {},
  notes: ['Their words are in the email that each of them sent to you.'],
  examples: [''],
  input: {},
  operation: listMessages,
  read: () => ({}),
  show: ({ messages }) => [
    table(
      ['#Message', 'Sent', 'From', 'Subject'],
      messages.map(({ id, sentDate, email, subject }) => [
        String(id),
        minuteOf(new Date(sentDate)),
        email,
        brief(subject),
      ]),
      'No message waits for an answer.',
    ),
    ...(messages.length < LISTED ? [] : [lines(`These are the oldest ${LISTED}.`)]),
  ],
});

/** Marks messages as answered: all of them or, where one is unknown, none. Again changes nothing. */
const markAnswered = defineChange({
  name: 'messages.markAnswered',
  permission: 'messages.answer',
  kind: 'change',
  input: z.object({ messages: z.array(z.int().positive()).min(1).max(100) }),
  output: z.object({ messages: z.array(z.int()) }),
  run: async ({ tx, clock, journal }, { messages: ids }) => {
    const known = await tx.$queryRaw<{ id: number; answeredAt: Date | null }[]>`
      SELECT id, answered_at AS "answeredAt" FROM contact_message
      WHERE id = ANY(${[...ids]}::int[]) ORDER BY id FOR UPDATE`;
    const unknown = ids.filter((id) => !known.some((message) => message.id === id));
    if (unknown.length > 0) refuse({ code: 'messages_unknown', messages: unknown.join(', ') });
    const now = clock();
    for (const { id, answeredAt } of known) {
      const at = answeredAt ?? now;
      await tx.$executeRaw`
        UPDATE contact_message SET answered_at = ${at} WHERE id = ${id}::int`;
      await journal({
        subject: { kind: 'contact_message', id },
        changes: { answeredAt: [answeredAt?.toISOString() ?? null, at.toISOString()] },
      });
    }
    return { messages: [...ids] };
  },
});

export const answeredCommand = defineOperationCommand({
  name: 'message:answered',
  summary: 'Says that messages of the contact form were answered',
  parameters: { messages: { kind: 'words', value: 'MESSAGE…', about: 'their numbers' } },
  notes: ['The answer is an email of your own; nothing is sent from here.'],
  examples: ['12', '12 13'],
  input: { messages: idsValue('message') },
  operation: markAnswered,
  read: (typed) => typed,
  show: ({ messages }) => [
    lines(`${counted(messages.length, 'message')} answered: ${messages.join(', ')}.`),
  ],
});
