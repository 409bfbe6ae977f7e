import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { BRAND } from '@agres/domain/brand';
import { findLawGaps } from '@agres/office/law-check';
import { answerCommand } from '@agres/office/owner-commands';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startTestApp, type TestApp } from '../support/app.ts';
import { COMMAND_LINE } from '../support/command.ts';
import { addItem } from '../support/rows.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const check = () =>
  answerCommand(
    { ...COMMAND_LINE, db: app.db, clock: () => new Date(), provider: () => expect.unreachable() },
    { command: 'law:check', values: {}, by: 'Jeanne' },
  );

test('what the shop lacks to be lawful is listed, a line each with what to do', async () => {
  const { id } = await addItem(app.db, { title: 'Corde' });
  await addItem(app.db, { title: 'Brouillon', publishedAt: null });
  const answer = await check();
  expect(answer).toMatchObject({ kind: 'refused' });
  const gaps = answer.kind === 'refused' ? answer.reason.split('\n') : [];
  for (const start of [
    'seller.telephone is not known: enter it in packages/domain/src/brand.ts',
    'mediator is not known',
    'delivery.days.0 is not known',
    'packages/legal/official/withdrawal-form.fr.txt is missing: put ',
    `Item ${id}, Corde, names no maker: pnpm shop item:set ${id} --maker-name`,
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
    ...BRAND,
    supportEmail: 'aide@agres.fr',
    seller: {
      ...BRAND.seller,
      registration: known,
      vatNumber: known,
      address: known,
      telephone: known,
    },
    host: { identity: known, telephone: known },
    mediator: { name: known, address: known, url: 'https://mediation.fr' },
    returnAddress: known,
    producerIds: [known],
    delivery: { days: { 0: [2, 5], 1: [4, 9], 2: [7, 20] } },
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
