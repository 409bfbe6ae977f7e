import type { AddContent } from './site.ts';

/** Gives the shop a search and a second page; ten of the items are for juggling. */
export const addManyItems: AddContent = async (db) => {
  for (let number = 1; number <= 60; number += 1) {
    await db.item.create({
      data: {
        titleFr: `Cerceau en acier ${number}`,
        titleEn: `Steel hoop ${number}`,
        descriptionFr: '<p>Un cerceau pour s’entraîner.</p>',
        descriptionEn: '<p>A hoop to train with.</p>',
        priceCents: 2000 + number * 100,
        position: 200 + number,
        publishedAt: new Date(0),
        use: number <= 10 ? 'juggling' : 'strength',
        options: {
          create: [
            { position: 0, titleFr: 'Unique', titleEn: 'Only', initialStock: 9, remaining: 9 },
          ],
        },
      },
    });
  }
};
