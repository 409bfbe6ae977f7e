import { enqueueEmail } from '@agres/core/jobs/email';
import { actorNameOf } from '@agres/core/operations/actor';
import { defineChange, defineRead } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import type { Db, Tx } from '@agres/db/db';
import { CONTACT_LENGTH } from '@agres/domain/contact';
import { shorten } from '@agres/domain/html';
import { LOCALES, localeOf } from '@agres/domain/locale';
import { paragraphSchema } from '@agres/domain/text.schema';
import { contactAnswerEmail } from '@agres/shop/contact/emails';
import { z } from 'zod';

import { MAX_TEXTS_LISTED, nameOf } from '../operations/values.ts';
import { refuseStale, readVersion } from '../operations/versions.ts';

const EXCERPT = 140;
const ORDER_GIVEN =
  /(?:commande|order)\s*(?:n°|nº|no\.?|numéro|number|#)?\s*0*([1-9]\d{0,8})(?!\d)/i;

const messageSchema = z.object({
  id: z.int(),
  sentDate: z.iso.datetime(),
  subject: z.string(),
  email: z.string(),
  /** The order whose number the message names, if it exists. */
  order: z.int().nullable(),
});
export const messagesSchema = z.array(
  messageSchema.extend({
    /** The member's name; null for a visitor or a member without a name. */
    name: z.string().nullable(),
    /** The beginning of the text, on one line. */
    excerpt: z.string(),
  }),
);

/** Returns the beginning of a message. It ends with “…” if it was cut, also after a whole sentence. */
function excerptOf(message: string): string {
  const line = message.replaceAll(/\s+/g, ' ').trim();
  const excerpt = shorten(line, EXCERPT);
  return excerpt === line || excerpt.endsWith('…') ? excerpt : `${excerpt} …`;
}

type Written = { subject: string; message: string };

/** Returns the order number that a message names, or 0. The order may not exist. */
const orderGiven = ({ subject, message }: Written) =>
  Number(ORDER_GIVEN.exec(`${subject}\n${message}`)?.[1] ?? 0);

/** Returns a lookup of the existing order that a message names. */
async function findMentionedOrders(db: Db, messages: readonly Written[]) {
  const given = messages.map(orderGiven).filter((id) => id > 0);
  const rows = await db.order.findMany({
    where: { id: { in: given } },
    select: { id: true, userId: true },
  });
  return (message: Written) => rows.find(({ id }) => id === orderGiven(message)) ?? null;
}

type MessageQuery = { state: 'unanswered' | 'answered'; limit: number; before?: Date };

/**
 * Returns messages, with `before` only older ones. Unanswered ones come oldest first, answered ones newest first.
 */
export async function findMessages(
  db: Db,
  { state, limit, before }: MessageQuery,
): Promise<z.output<typeof messagesSchema>> {
  const isWaiting = state === 'unanswered';
  const rows = await db.contactMessage.findMany({
    where: {
      answeredAt: isWaiting ? null : { not: null },
      ...(before === undefined ? {} : { createdAt: { lt: before } }),
    },
    select: {
      id: true,
      createdAt: true,
      subject: true,
      email: true,
      message: true,
      user: { select: { firstName: true, lastName: true } },
    },
    orderBy: { createdAt: isWaiting ? 'asc' : 'desc' },
    take: limit,
  });
  const orderOf = await findMentionedOrders(db, rows);
  return rows.map(({ id, createdAt, subject, email, message, user }) => ({
    id,
    sentDate: createdAt.toISOString(),
    subject,
    email,
    order: orderOf({ subject, message })?.id ?? null,
    name: user === null ? null : nameOf(user),
    excerpt: excerptOf(message),
  }));
}

export const listMessages = defineRead({
  name: 'messages.list',
  permission: 'messages.read',
  /** Null means unanswered. */
  input: z.object({ state: z.enum(['unanswered', 'answered']).nullable() }),
  output: z.object({ messages: messagesSchema, areMore: z.boolean() }),
  run: async ({ db }, { state }) => {
    const messages = await findMessages(db, {
      state: state ?? 'unanswered',
      limit: MAX_TEXTS_LISTED + 1,
    });
    return {
      messages: messages.slice(0, MAX_TEXTS_LISTED),
      areMore: messages.length > MAX_TEXTS_LISTED,
    };
  },
});

const answerOf = (id: number) => ({
  kind: 'contact_message',
  id,
  operation: 'messages.answer',
});

export const getMessage = defineRead({
  name: 'messages.get',
  permission: 'messages.read',
  input: z.object({ message: z.int().positive() }),
  output: messageSchema.extend({
    /** Whether the sender was signed in to the account of the order's buyer. */
    isOrderOfSender: z.boolean(),
    text: z.string(),
    locale: z.enum(LOCALES),
    /** Null for a visitor. */
    member: z.object({ id: z.int(), name: z.string() }).nullable(),
    answeredDate: z.iso.datetime().nullable(),
    answers: z.array(
      z.object({ text: z.string(), sentBy: z.string(), sentDate: z.iso.datetime() }),
    ),
    version: z.int(),
  }),
  run: async ({ db }, { message: id }) => {
    const version = await readVersion(db, answerOf(id));
    const found = await db.contactMessage.findUnique({
      where: { id },
      select: {
        createdAt: true,
        subject: true,
        email: true,
        message: true,
        locale: true,
        answeredAt: true,
        user: { select: { id: true, firstName: true, lastName: true } },
        answers: {
          select: { text: true, sentBy: true, createdAt: true },
          orderBy: { id: 'asc' },
        },
      },
    });
    if (found === null) refuseUnknown([id]);
    const orderOf = await findMentionedOrders(db, [found]);
    const { createdAt, subject, email, message: text, locale, answeredAt, user, answers } = found;
    const order = orderOf(found);
    return {
      id,
      sentDate: createdAt.toISOString(),
      subject,
      email,
      order: order?.id ?? null,
      isOrderOfSender: user !== null && order?.userId === user.id,
      text,
      locale: localeOf(locale),
      member: user === null ? null : { id: user.id, name: nameOf(user) ?? '' },
      answeredDate: answeredAt?.toISOString() ?? null,
      answers: answers.map(({ createdAt: sentAt, ...answer }) => ({
        ...answer,
        sentDate: sentAt.toISOString(),
      })),
      version,
    };
  },
});

type LockedMessage = { id: number; answeredAt: Date | null };

async function lockMessages(tx: Tx, ids: readonly number[]): Promise<LockedMessage[]> {
  const known = await tx.$queryRaw<LockedMessage[]>`
    SELECT id, answered_at AS "answeredAt" FROM contact_message
    WHERE id = ANY(${[...ids]}::int[]) ORDER BY id FOR UPDATE`;
  const unknown = ids.filter((id) => !known.some((message) => message.id === id));
  if (unknown.length > 0) refuseUnknown(unknown);
  return known;
}

function refuseUnknown(ids: readonly number[]): never {
  refuse({ code: 'messages_unknown', messages: ids.join(', ') });
}

/** Marks a locked message as answered, keeping the first moment. Returns the journal's changes. */
async function closeMessage(
  tx: Tx,
  { id, answeredAt }: LockedMessage,
  now: Date,
): Promise<{ answeredAt: [before: string | null, after: string] }> {
  const at = answeredAt ?? now;
  await tx.$executeRaw`UPDATE contact_message SET answered_at = ${at} WHERE id = ${id}::int`;
  return { answeredAt: [answeredAt?.toISOString() ?? null, at.toISOString()] };
}

/**
 * Answers a message by email. Repeating the text of an answered message sends nothing; another text, or the
 * same one after `messages.reopen`, is another answer.
 */
export const answerMessage = defineChange({
  name: 'messages.answer',
  permission: 'messages.answer',
  kind: 'change',
  input: z.object({
    message: z.int().positive(),
    text: paragraphSchema(CONTACT_LENGTH.answer),
    /** The version from `messages.get`; null ignores concurrent answers. */
    version: z.int().min(0).nullable().optional(),
  }),
  output: z.object({ message: z.int() }),
  run: async ({ tx, clock, actor, journal }, { message: id, text, version }) => {
    const known = await lockMessages(tx, [id]);
    const isAnswered = known.every(({ answeredAt }) => answeredAt !== null);
    const same = await tx.contactAnswer.findFirst({
      where: { messageId: id, text },
      select: { id: true },
    });
    const isRepeated = same !== null && isAnswered;
    if (!isRepeated) {
      await refuseStale(tx, answerOf(id), version);
      const { id: answerId } = await tx.contactAnswer.create({
        data: { messageId: id, text, sentBy: actorNameOf(actor) },
        select: { id: true },
      });
      await enqueueEmail(tx, {
        email: contactAnswerEmail,
        request: { contactMessageId: id, answerId },
        dedupe: `${contactAnswerEmail.kind}:${answerId}`,
      });
    }
    for (const message of known) {
      const changes = await closeMessage(tx, message, clock());
      await journal({
        subject: { kind: 'contact_message', id },
        changes: isRepeated ? changes : { answer: true, ...changes },
      });
    }
    return { message: id };
  },
});

/** Marks messages as answered: all, or none if one is unknown. Idempotent. */
export const markAnswered = defineChange({
  name: 'messages.markAnswered',
  permission: 'messages.answer',
  kind: 'change',
  input: z.object({ messages: z.array(z.int().positive()).min(1).max(100) }),
  output: z.object({ messages: z.array(z.int()) }),
  run: async ({ tx, clock, journal }, { messages: ids }) => {
    const now = clock();
    for (const message of await lockMessages(tx, ids)) {
      const changes = await closeMessage(tx, message, now);
      await journal({ subject: { kind: 'contact_message', id: message.id }, changes });
    }
    return { messages: [...ids] };
  },
});

/** Lists a message among those to answer again. Keeps its answers. Idempotent. */
export const reopenMessage = defineChange({
  name: 'messages.reopen',
  permission: 'messages.answer',
  kind: 'change',
  input: z.object({ message: z.int().positive() }),
  output: z.object({ message: z.int() }),
  run: async ({ tx, journal }, { message: id }) => {
    for (const { answeredAt } of await lockMessages(tx, [id])) {
      await tx.contactMessage.update({ where: { id }, data: { answeredAt: null } });
      await journal({
        subject: { kind: 'contact_message', id },
        changes: { answeredAt: [answeredAt?.toISOString() ?? null, null] },
      });
    }
    return { message: id };
  },
});
