import { readSetting } from '@agres/core/settings';
import type { Db } from '@agres/db/db';
import type { Locale } from '@agres/domain/locale';
import { siteQuestions } from '@agres/i18n/site-questions';

import { nameOf } from '../operations/values.ts';

/** The row that an entry is about: its name, the path of its page in the office, and what a declaration declares. */
export type Subject = { name: string | null; page: string | null; kind?: string };

type Row = { subjectKind: string; subjectId: string };

/** Returns a lookup of the subjects of entries. A deleted row has neither name nor page. */
export async function findSubjects(
  db: Db,
  rows: readonly Row[],
  locale: Locale,
): Promise<(row: Row) => Subject> {
  const titleOf = (titles: { titleFr: string; titleEn: string }) =>
    titles[locale === 'fr' ? 'titleFr' : 'titleEn'] || titles.titleFr || titles.titleEn;
  const titles = { titleFr: true, titleEn: true } as const;
  const found = new Map<string, Subject>();
  const find = async <Found extends { id: number }>(
    kind: string,
    read: (where: { id: { in: number[] } }) => Promise<readonly Found[]>,
    shown: (row: Found) => Subject,
  ) => {
    const ids = rows.flatMap((row) => (row.subjectKind === kind ? [Number(row.subjectId)] : []));
    if (ids.length === 0) return;
    for (const row of await read({ id: { in: [...new Set(ids)] } })) {
      found.set(`${kind} ${row.id}`, shown(row));
    }
  };
  await find(
    'item',
    (where) => db.item.findMany({ where, select: { id: true, ...titles } }),
    (item) => ({ name: titleOf(item), page: `/items/${item.id}` }),
  );
  await find(
    'item_option',
    (where) =>
      db.itemOption.findMany({
        where,
        select: { id: true, ...titles, itemId: true, item: { select: titles } },
      }),
    (option) => ({
      name: [titleOf(option.item), titleOf(option)].filter(Boolean).join(', '),
      page: `/items/${option.itemId}`,
    }),
  );
  await find(
    'article',
    (where) => db.article.findMany({ where, select: { id: true, ...titles } }),
    (article) => ({ name: titleOf(article), page: `/articles/${article.id}` }),
  );
  await find(
    'review',
    (where) => db.review.findMany({ where, select: { id: true, item: { select: titles } } }),
    ({ item }) => ({ name: titleOf(item), page: '/reviews' }),
  );
  await find(
    'user',
    (where) =>
      db.user.findMany({
        where,
        select: { id: true, firstName: true, lastName: true, email: true },
      }),
    (user) => ({ name: nameOf(user) ?? user.email, page: `/members/${user.id}` }),
  );
  await find(
    'staff',
    (where) => db.staff.findMany({ where, select: { id: true, name: true } }),
    ({ name }) => ({ name, page: '/staff' }),
  );
  await find(
    'contact_message',
    (where) => db.contactMessage.findMany({ where, select: { id: true, subject: true } }),
    ({ id, subject }) => ({ name: subject, page: `/messages/${id}` }),
  );
  await find(
    'declaration',
    (where) => db.declaration.findMany({ where, select: { id: true, kind: true } }),
    ({ id, kind }) => ({ name: String(id), page: `/declarations/${id}`, kind }),
  );
  await find(
    'subscription',
    (where) => db.subscription.findMany({ where, select: { id: true, userId: true } }),
    ({ id, userId }) => ({ name: String(id), page: userId === null ? null : `/members/${userId}` }),
  );
  await find(
    'faq_entry',
    async () => [...siteQuestions(), ...(await readSetting(db, 'faqEntries')).value],
    ({ question }) => ({ name: question[locale], page: '/settings' }),
  );
  return ({ subjectKind: kind, subjectId: id }) =>
    found.get(`${kind} ${id}`) ?? { name: null, page: FIXED_PAGES[kind]?.(id) ?? null };
}

/** Page paths of subjects that have no name. */
const FIXED_PAGES: Readonly<Record<string, (id: string) => string>> = {
  order: (id) => `/orders/${id}`,
  setting: (id) => (id === 'vat' ? '/books' : '/settings'),
  relay_point: () => '/settings',
};
