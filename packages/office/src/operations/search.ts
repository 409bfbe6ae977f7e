import { Prisma, type Db } from '@agres/db/db';
import { emailKeyOf } from '@agres/domain/users';

/** How many accounts with a matching address one search considers at most. */
const MAX_ACCOUNTS = 200;
/** A number with fewer digits cannot be a tracking number. */
const TRACKING_DIGITS = 8;

const ACCENTED = 'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝŸàáâãäåçèéêëìíîïñòóôõöùúûüýÿ';
const BARE = 'AAAAAACEEEEIIIINOOOOOUUUUYYaaaaaaceeeeiiiinooooouuuuyy';
const BETWEEN_WORDS = "-'’./";

/** Returns SQL for the words of a text. It must equal the expression of an index in the migrations. */
const wordsIn = (text: string) => {
  const from = `${ACCENTED}${BETWEEN_WORDS}`.replaceAll("'", "''");
  const to = `${BARE}${' '.repeat(BETWEEN_WORDS.length)}`;
  return Prisma.raw(
    `to_tsvector('simple'::regconfig, lower(translate(${text}, '${from}', '${to}')))`,
  );
};

const ORDER_WORDS = wordsIn(
  `first_name || ' ' || last_name || ' ' || item_title_fr || ' ' || coalesce(chosen_option_title_fr, '') ||
  ' ' || coalesce(tracking_number, '')`,
);
const ORDER_WORDS_EN = wordsIn(
  `first_name || ' ' || last_name || ' ' || item_title_en || ' ' || coalesce(chosen_option_title_en, '')`,
);
const RECIPIENT_WORDS = wordsIn(`first_name || ' ' || last_name`);
const MEMBER_WORDS = wordsIn(`coalesce(first_name, '') || ' ' || coalesce(last_name, '')`);

/** A search text in each of its possible meanings. */
type Search = {
  /** The text as prefixes of words, such as `jea:* & dup:*`. */
  words: string;
  /** The text as an id; 0 if it is not a number. */
  id: number;
  /** The text as the prefix of an email address; null if it cannot be one. */
  email: { from: string; to: string } | null;
};

function readSearch(typed: string): Search {
  const text = typed.trim();
  const bare = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  // Ignores single letters: one begins nearly every name.
  const words = (bare.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length > 1);
  const [, digits = '0'] = /^(?:#|n[o°]?\.?\s*)?(\d{1,9})$/i.exec(text) ?? [];
  // A few digits are the id of a row, not the prefix of a size or a tracking number.
  const isNumber = digits !== '0' && digits.length < TRACKING_DIGITS;
  const key = emailKeyOf(text);
  const isAddress = text !== '' && !isNumber && !/\s/.test(text);
  return {
    words: isNumber ? '' : words.map((word) => `'${word}':*`).join(' & '),
    id: Number(digits),
    email: isAddress ? { from: key, to: `${key}\u{10FFFF}` } : null,
  };
}

/** Compares like the `text_pattern_ops` index, independently of the collation. */
const emailBegins = ({ from, to }: NonNullable<Search['email']>) =>
  Prisma.sql`(email_key ~>=~ ${from} AND email_key ~<~ ${to})`;

/** Returns SQL that matches a member by id, name, address or the name on one of their orders. */
export async function matchMembers(db: Db, typed: string): Promise<Prisma.Sql> {
  const { words, id, email } = readSearch(typed);
  // The index covers every word of an order; the second condition keeps matches on its recipient.
  const buyers =
    words === ''
      ? []
      : await db.$queryRaw<{ id: number }[]>`
          SELECT DISTINCT user_id AS id FROM orders
          WHERE ${ORDER_WORDS} @@ to_tsquery('simple', ${words})
            AND ${RECIPIENT_WORDS} @@ to_tsquery('simple', ${words}) AND user_id IS NOT NULL
          ORDER BY user_id DESC LIMIT ${MAX_ACCOUNTS}::int`;
  return Prisma.sql`(id = ${id}::int OR id = ANY(${buyers.map((buyer) => buyer.id)}::int[])
    OR ${MEMBER_WORDS} @@ to_tsquery('simple', ${words})
    ${email === null ? Prisma.empty : Prisma.sql`OR ${emailBegins(email)}`})`;
}

const ORDER_BEFORE_NUMBER = /^(?:order|commande)\s+(?=\S)/i;
const INVOICE_NUMBER = /\b(20\d{2})-(\d{5,9})\b/;

/**
 * Returns SQL that matches an order by id (also as “Order 12”), recipient, item in both languages, tracking
 * number, the buyer's address or the number of an invoice or credit note.
 */
export async function matchOrders(db: Db, typed: string): Promise<Prisma.Sql> {
  const { words, id, email } = readSearch(typed.trim().replace(ORDER_BEFORE_NUMBER, ''));
  const [, year = '0', number = '0'] = INVOICE_NUMBER.exec(typed) ?? [];
  const buyers =
    email === null
      ? []
      : await db.$queryRaw<{ id: number }[]>`
          SELECT id FROM users WHERE ${emailBegins(email)} LIMIT ${MAX_ACCOUNTS}::int`;
  const invoiced =
    year === '0'
      ? null
      : await db.invoice.findFirst({
          where: { year: Number(year), number: Number(number) },
          select: { orderId: true },
        });
  return Prisma.sql`(id = ${id}::int OR id = ${invoiced?.orderId ?? 0}::int
    OR user_id = ANY(${buyers.map((buyer) => buyer.id)}::int[])
    OR ${ORDER_WORDS} @@ to_tsquery('simple', ${words})
    OR ${ORDER_WORDS_EN} @@ to_tsquery('simple', ${words}))`;
}
