import { currentBrand, SOURCE_FACTS } from '@agres/domain/brand';
import { findLawGaps } from '@agres/office/checks/check-law';
import { expect, test } from 'vitest';

import { startTestApp } from '../support/app.ts';
import { giveTo } from '../support/command.ts';
import { addItem } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';

const app = useRunning(startTestApp);

const check = () =>
  giveTo(
    { db: app.db, clock: () => new Date(), provider: () => expect.unreachable() },
    'checks.law',
    {},
  );

test('the legal gaps of the shop are listed, each with its subjects', async () => {
  const { id } = await addItem(app.db, { title: 'Corde' });
  await addItem(app.db, { title: 'Brouillon', publishedAt: null });
  const answer = await check();
  expect(answer).toMatchObject({ kind: 'done' });
  const { gaps } = Object(answer).output;
  const subjectsOf = (gap: string) =>
    Object(gaps.find((one: { gap: string }) => one.gap === gap)).subjects;
  expect(subjectsOf('fact_missing')).toEqual(
    expect.arrayContaining(['seller.telephone', 'mediator']),
  );
  expect(subjectsOf('official_text_missing')).toContain('withdrawal-form.fr.txt');
  expect(subjectsOf('maker_missing')).toContain(`Corde (${id})`);
  expect(subjectsOf('testimonials_samples')).toEqual(['testimonials']);
  expect(subjectsOf('counters_without_source')).toEqual(['counterSource']);
  expect(JSON.stringify(gaps)).not.toMatch(/Brouillon|socialUrl|appStoreUrl/);
});

test('entered facts are no gap; the official texts, which no page shows, are one', async () => {
  const known = 'entered';
  const brand = {
    ...currentBrand(),
    supportEmail: 'aide@agres.fr',
    seller: {
      ...currentBrand().seller,
      registration: known,
      vatNumber: known,
      address: known,
      telephone: known,
    },
    host: { identity: known, telephone: known },
    mediator: { name: known, address: known, url: 'https://mediation.fr' },
    returnAddress: known,
    producerIds: [known],
    delivery: { ...SOURCE_FACTS.delivery, days: { 0: [2, 5], 1: [4, 9], 2: [7, 20] } },
    testimonials: 'checked',
    counterSource: { fr: known, en: known },
  } as const;
  const maker = { makerName: 'M', makerAddress: 'A', makerContact: 'm@maker.fr' };
  await app.db.item.updateMany({ data: maker });
  expect(await findLawGaps(app.db, brand)).toMatchObject([{ gap: 'official_text_missing' }]);
});
