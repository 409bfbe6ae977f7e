import type { Db } from '@agres/db/db';
import { emailKeyOf } from '@agres/domain/users';

export const PASSWORD = 'Abcdef12';

export type Person = { email: string; firstName: string; lastName: string };

const FIRST_NAMES =
  'Jeanne Hugo Camille Malik Alice Jules Nora Simon Manon Victor Sarah Adam Louise Karim Emma Paul Rose Yann Lina Marc';
const LAST_NAMES =
  'Martin Bernard Moreau Laurent Girard Roux Fontaine Dupuis Garnier Faure Lambert Morel Carpentier Barbier Perrin Marchand Colin Vidal Renaud Leclerc';

/** Members without orders, each with a different name; each test takes one. */
export const MEMBERS: readonly Person[] = LAST_NAMES.split(' ').flatMap((lastName) =>
  FIRST_NAMES.split(' ').map((firstName) => ({
    email: `${firstName}.${lastName}@agres.test`.toLowerCase(),
    firstName,
    lastName,
  })),
);

/** An item with one unit left. */
export const LAST_UNIT = {
  title: { fr: 'Dernier cerceau', en: 'Last hoop' },
  priceCents: 2500,
} as const;

/** The title of an item with a single picture. */
export const OF_ONE_PICTURE = 'Liquid chalk';

export async function addTestContent(
  db: Db,
  hashPassword: (password: string) => Promise<string>,
): Promise<void> {
  const passwordHash = await hashPassword(PASSWORD);
  await db.user.createMany({
    data: MEMBERS.map(({ email, firstName, lastName }, index) => ({
      email,
      emailKey: emailKeyOf(email),
      passwordHash,
      firstName,
      lastName,
      locale: 'fr',
      personalDiscountCode: `TEST${String(index).padStart(4, '0')}`,
      activatedAt: new Date(),
      firstLogInAt: new Date(),
    })),
  });
  await db.itemImage.deleteMany({
    where: { position: { gt: 0 }, item: { titleEn: OF_ONE_PICTURE } },
  });
  await db.item.create({
    data: {
      titleFr: LAST_UNIT.title.fr,
      titleEn: LAST_UNIT.title.en,
      descriptionFr: '<p>Il n’en reste qu’un.</p>',
      descriptionEn: '<p>There is only one left.</p>',
      priceCents: LAST_UNIT.priceCents,
      position: 100,
      publishedAt: new Date(0),
      options: {
        create: [
          { position: 0, titleFr: 'Unique', titleEn: 'Only', initialStock: 1, remaining: 1 },
        ],
      },
    },
  });
}
