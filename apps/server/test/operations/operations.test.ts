import { defineChange, runOperation } from '@agres/core/operations/operation';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import { give } from '../support/command.ts';
import { addItem } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { startTestShop } from '../support/shop.ts';

describe('an operation', () => {
  const shop = useRunning(startTestShop);
  let option: number;
  beforeAll(async () => {
    const { options } = await addItem(shop.app.db, { stocks: [5] });
    option = options[0]?.id ?? 0;
  });

  const remaining = async () =>
    (await shop.app.db.itemOption.findUniqueOrThrow({ where: { id: option } })).remaining;
  const deps = () => ({
    log: { info: () => undefined },
    db: shop.app.db,
    clock: () => new Date(),
    provider: async () => shop.jobDeps,
  });
  const operator = { kind: 'operator', name: 'Jeanne' } as const;
  /** Empties the stock; writes only this many journal entries. */
  const empty = (entries: number) =>
    defineChange({
      name: 'stock.planted',
      permission: 'stock.adjust',
      kind: 'change',
      input: z.object({}),
      output: z.object({ left: z.literal(0) }),
      run: async ({ tx, journal }) => {
        await tx.itemOption.update({ where: { id: option }, data: { remaining: 0 } });
        for (let entry = 0; entry < entries; entry += 1) {
          await journal({
            subject: { kind: 'item_option', id: option },
            changes: { remaining: [5, 0] },
          });
        }
        return { left: 0 as const };
      },
    });

  test('N2: that changes data without a journal entry is rolled back', async () => {
    const silent = runOperation({ ...deps(), actor: operator }, empty(0), {});
    await expect(silent).rejects.toThrow('stock.planted wrote no journal entry');
    expect(await remaining()).toBe(5);
  });

  test.each([{ kind: 'member' }, { kind: 'system', name: 'audit' }] as const)(
    'K1: is refused for a $kind',
    async (actor) => {
      const run = runOperation({ ...deps(), actor }, empty(1), {});
      await expect(run).rejects.toThrow('lacks the permission stock.adjust');
      expect(await remaining()).toBe(5);
    },
  );

  test('N2: is rolled back when its journal entry cannot be written', async () => {
    const { db } = shop.app;
    await db.$executeRaw`ALTER TABLE journal ADD CONSTRAINT journal_is_full CHECK (id < 0) NOT VALID`;
    try {
      const values = { option: String(option), units: '-2', kind: 'other', reason: 'Casse' };
      await expect(give(shop, 'stock.adjust', values)).rejects.toThrow(/journal_is_full/);
      expect(await remaining()).toBe(5);
      expect(await db.stockAdjustment.count()).toBe(0);
    } finally {
      await db.$executeRaw`ALTER TABLE journal DROP CONSTRAINT journal_is_full`;
    }
  });

  test('logs a line per journal entry, without the changed values', async () => {
    const logged: { fields: object; event: string }[] = [];
    const log = {
      info: (fields: object, event: string) => {
        logged.push({ fields, event });
      },
    };
    await runOperation({ ...deps(), log, actor: operator }, empty(2), {});
    await shop.app.db.itemOption.update({ where: { id: option }, data: { remaining: 5 } });
    const line = {
      event: 'journal',
      fields: {
        operation: 'stock.planted',
        subject: { kind: 'item_option', id: option },
        fields: ['remaining'],
        by: 'Jeanne',
        actor: 'operator',
      },
    };
    expect(logged).toEqual([line, line]);
    const silent = runOperation({ ...deps(), log, actor: operator }, empty(0), {});
    await expect(silent).rejects.toThrow('wrote no journal entry');
    expect(logged).toHaveLength(2);
  });

  test('that is refused or misused returns codes with its message', async () => {
    const values = { option: String(option), units: '-9', kind: 'other', reason: 'Casse' };
    const answer = await give(shop, 'stock.adjust', values);
    expect(answer).toMatchObject({
      kind: 'refused',
      codes: ['stock_not_enough'],
      text: expect.stringMatching(/^5 left: 9 units cannot be removed\. Nothing was changed\.$/),
    });
    const unknown = await give(shop, 'stock.adjust', { ...values, option: '999' });
    expect(unknown).toMatchObject({ kind: 'refused', text: 'There is no option 999.' });
    expect(await give(shop, 'stock.adjust', { ...values, reason: '   ' })).toMatchObject({
      kind: 'misused',
      text: '--reason must be one line of 1 to 200 characters.',
    });
    expect(await give(shop, 'stock.adjust', { ...values, units: '0' })).toMatchObject({
      kind: 'misused',
    });
    const misused = await give(shop, 'items.set', { item: '1' });
    expect(misused).toMatchObject({
      kind: 'misused',
      codes: ['item_change_empty'],
      text: 'There is nothing to change. Fill in at least one field.',
    });
  });

  test('returns structured output beside its text report', async () => {
    const values = { option: String(option), units: '+2', kind: 'delivery', reason: 'Livraison' };
    expect(await give(shop, 'stock.adjust', values)).toMatchObject({
      kind: 'done',
      text: expect.stringContaining('Units: 2'),
      output: { units: 2, remaining: 7, option: { id: option } },
    });
  });
});
