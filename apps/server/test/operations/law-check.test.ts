import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { currentBrand, SOURCE_FACTS } from '@agres/domain/brand';
import { findLawGaps } from '@agres/office/checks/check-law';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

import { startTestApp, type TestApp } from '../support/app.ts';
import { giveTo } from '../support/command.ts';
import { addItem } from '../support/rows.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const check = () =>
  giveTo(
    { db: app.db, clock: () => new Date(), provider: () => expect.unreachable() },
    'checks.law',
    {},
  );

test('what the shop lacks to be lawful is listed, a line each with what to do', async () => {
  const { id } = await addItem(app.db, { title: 'Corde' });
  await addItem(app.db, { title: 'Brouillon', publishedAt: null });
  const answer = await check();
  expect(answer).toMatchObject({ kind: 'done' });
  const gaps = z.object({ missing: z.array(z.string()) }).parse(Object(answer).output).missing;
  for (const start of [
    'seller.telephone is not known: enter it in the office, under Settings.',
    'mediator is not known',
    'packages/legal/official/withdrawal-form.fr.txt is missing: put ',
    `Item ${id}, Corde, names no maker: enter the maker’s name`,
    'The three testimonials of the home page are samples',
    'The counters of the home page name neither source nor date',
  ]) {
    expect(gaps.filter((gap) => gap.startsWith(start))).toHaveLength(1);
  }
  expect(gaps.filter((gap) => gap.includes('Brouillon'))).toEqual([]);
  expect(gaps.filter((gap) => /socialUrl|appStoreUrl/.test(gap))).toEqual([]);
});

test('what was entered is no longer missing; an official text that nothing shows is not there yet', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'official-'));
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
  const missing = await findLawGaps(app.db, { brand, folder });
  const names = missing.map((gap) => /official\/([\w.-]+) is missing/.exec(gap)?.[1] ?? gap);
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) await writeFile(join(folder, name), 'x');
  expect(await findLawGaps(app.db, { brand, folder })).toEqual(
    names.map((name) => expect.stringContaining(`${name} is there, and nothing shows it yet`)),
  );
  await rm(folder, { recursive: true });
});
