import { randomBytes } from 'node:crypto';

import { createPasswords } from '@agres/core/session/password';
import type { Db } from '@agres/db/db';
import { generateDiscountCode } from '@agres/domain/subscription';
import { emailKeyOf } from '@agres/domain/users';

import { PASSWORD } from '../../apps/server/test/support/rows.ts';

type Row = { id: number };

// Prisma selects the columns of this release, which an earlier release's database may lack; the columns here
// exist in all.

let passwordHash: Promise<string> | undefined;

/** Adds a user who can log in with `PASSWORD`, to a database of this release or an earlier one. */
export async function addUserRow(db: Db): Promise<{ id: number; email: string }> {
  const email = `${randomBytes(6).toString('hex')}@example.fr`;
  passwordHash ??= createPasswords().hash(PASSWORD);
  const [row] = await db.$queryRaw<Row[]>`
    INSERT INTO users (email, email_key, password_hash, personal_discount_code, locale, activated_at)
    VALUES (${email}, ${emailKeyOf(email)}, ${await passwordHash},
      ${generateDiscountCode(randomBytes(8))}, 'fr', now())
    RETURNING id`;
  if (row === undefined) throw new Error('no user was made');
  return { id: row.id, email };
}

export async function addItemRow(db: Db, stock: number): Promise<number> {
  const [item] = await db.$queryRaw<Row[]>`
    INSERT INTO item (price_cents, title_fr, title_en, description_fr, description_en,
      option_title_fr, option_title_en, published_at)
    VALUES (3000, 'Article', 'Item', '<p>Un bel objet.</p>', '<p>A fine thing.</p>',
      'Taille', 'Size', to_timestamp(0))
    RETURNING id`;
  if (item === undefined) throw new Error('no item was made');
  await db.$executeRaw`
    INSERT INTO item_option (item_id, position, title_fr, title_en, initial_stock, remaining)
    VALUES (${item.id}, 0, 'Petite', 'Small', ${stock}, ${stock})`;
  return item.id;
}
