import type { Db } from '@agres/db/db';
import type { TestServer } from '@agres/db/testing/test-servers';

import { prepareSeededServer, startSite, type AddContent, type Site } from '../../e2e/site.ts';
import type { Wanted } from './traffic.ts';

/** Together with the ten of the demonstration, as many items as the published figures assume. */
const MORE_ITEMS = 10;

/** Adds typical items, with more stock than a bench can sell. */
export async function addContent(db: Db): Promise<void> {
  for (let index = 0; index < MORE_ITEMS; index += 1) {
    await db.item.create({
      data: {
        titleFr: `Article ${index}`,
        titleEn: `Item ${index}`,
        descriptionFr: `<p>${'Un bel objet, fait pour durer. '.repeat(6)}</p>`,
        descriptionEn: `<p>${'A fine thing that is made to last. '.repeat(6)}</p>`,
        priceCents: 3000,
        optionTitleFr: 'Taille',
        optionTitleEn: 'Size',
        position: 50 + index,
        publishedAt: new Date(0),
        options: {
          create: [0, 1].map((position) => ({
            position,
            titleFr: `Taille ${position}`,
            titleEn: `Size ${position}`,
            initialStock: 100_000,
            remaining: 100_000,
          })),
        },
      },
    });
  }
}

export async function findBenchItem(db: Db): Promise<number> {
  const { id } = await db.item.findFirstOrThrow({ where: { titleEn: 'Item 0' } });
  return id;
}

export async function findBenchUnits(db: Db): Promise<Wanted[]> {
  const titles = Array.from({ length: MORE_ITEMS }, (_, index) => `Item ${index}`);
  const items = await db.item.findMany({ where: { titleEn: { in: titles } } });
  return items.flatMap(({ id }) => [0, 1].map((optionIndex) => ({ id, optionIndex })));
}

export type BenchSite = { site: Site; server: TestServer; close: () => Promise<void> };

/** Starts the built site without limits per person, because twenty buyers stand in for hundreds. */
export async function startBenchSite(serverUrl: string, fill: AddContent): Promise<BenchSite> {
  const seeded = await prepareSeededServer(serverUrl);
  const site = await startSite(seeded.server, fill);
  await site.restartWith({ RATE_LIMIT: 'relaxed' });
  return {
    site,
    server: seeded.server,
    close: async () => {
      await site.close();
      await seeded.close();
    },
  };
}
