import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { findEveryPurchaseViolation } from '@agres/money/purchase/purchase-invariants';
import { describe, expect, test } from 'vitest';

import { ordersOfMember, setUp } from './shop/testing-shop.ts';

const MAKER = ['--maker-name', 'Corderie & Fils', '--maker-address', '3 quai Sud, 29200 Brest'];

describe('the command line with two processes running', () => {
  const { run, written, slowest, itemsOf, sites, whenStopped } = setUp({ processes: 2 });

  test('a price in any notation shows everywhere within a second', async () => {
    for (const [typed, stored] of [
      ['19,99', 20],
      ['24.50', 24.51],
    ] as const) {
      expect((await run('items', 'set', '1', '--shown-price', typed, '--sure')).code).toBe(0);
      const isThere = (body: string) => body.includes(`"price":${stored},`);
      expect(await slowest('/api/items', isThere)).toBeLessThan(1000);
    }
  });

  test('stock changes record a reason and a name, and never go below zero', async () => {
    const adjust = (units: string, reason: string, ...more: string[]) =>
      run('stock', 'adjust', '3', '--units', units, '--kind', 'other', '--reason', reason, ...more);
    const [before] = await itemsOf();
    const into = await adjust('+7', 'Livraison', '--by', 'Jeanne');
    expect(into).toMatchObject({ code: 0, out: expect.stringContaining('Left: ') });
    const stock = (before?.remainingStock ?? 0) + 7;
    const isThere = (body: string) => body.includes(`"remainingStock":${stock},`);
    expect(await slowest('/api/items', isThere)).toBeLessThan(1000);

    expect(await adjust('-8', 'Casse')).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /^8 units cannot be removed from option 3 \(Parallettes en hêtre, 40\scm\): 7 left\. Nothing was changed\.\n$/,
      ),
    });
    expect((await adjust('-7', 'Casse')).code).toBe(0);
    const { out } = await run('stock', 'log', '--option', '3');
    expect(out).toMatch(/40\scm .*-7 .*Casse/);
    expect(out).toMatch(/40\scm .*7 .*Livraison +Jeanne\n/);
  });

  test('a delivered order shows its date in the buyer’s profile, and is marked once', async () => {
    expect((await run('orders', 'list', '--status', 'waiting')).out).toContain('Roussel');
    expect((await run('orders', 'deliver', '2')).code).toBe(0);
    const [origin = ''] = sites().map((site) => site.origin);
    const [order] = await ordersOfMember(origin);
    expect(order).toMatchObject({ id: 2, status: 'delivered' });
    expect(Date.now() - Date.parse(order?.postDate ?? '')).toBeLessThan(60_000);

    const again = await run('orders', 'deliver', '2', '1');
    expect(again.code).toBe(1);
    expect(again.err).toMatch(
      /^Order 2 was delivered on \d{4}-\d\d-\d\d\. Leave this order out\. .*undo the delivery\.\nOrder 1 was .*\nNothing was changed\.$/m,
    );
    expect((await run('orders', 'undo-delivery', '2')).code).toBe(0);
    expect((await ordersOfMember(origin))[0]).toMatchObject({ status: 'waiting', postDate: null });
  });

  test('an item is visible once published, with its HTML sanitized', async () => {
    const french = await written(
      'rope.fr.html',
      '<p onclick="steal()">Une corde.</p><script>steal()</script>',
    );
    const made = await run(
      'items',
      'create',
      '--title-fr',
      'Corde lestée',
      '--title-en',
      'Weighted rope',
      '--description-fr',
      `@${french}`,
      '--description-en',
      '<p>A rope.</p>',
      '--shown-price',
      '34,99',
      '--best-seller-rank',
      '99',
      '--output',
      'json',
      '--options',
      '{"titleFr":"200 g","titleEn":"200 g","stock":12}',
    );
    expect(made).toMatchObject({ code: 0, err: '' });
    const { id: made_, removed } = JSON.parse(made.out);
    expect(removed).toEqual(['script']);
    const id = String(made_);
    expect((await itemsOf()).map((item) => String(item.id))).not.toContain(id);

    expect((await run('items', 'publish', id)).code).toBe(0);
    const isThere = (body: string) => body.includes('Weighted rope');
    expect(await slowest('/api/items', isThere)).toBeLessThan(1000);
    expect((await itemsOf()).find((item) => String(item.id) === id)).toMatchObject({
      description: { fr: '<p>Une corde.</p>' },
      price: 35,
      remainingStock: 12,
    });
    expect((await run('items', 'unpublish', id)).code).toBe(0);
    const isGone = (body: string) => !body.includes('Weighted rope');
    expect(await slowest('/api/items', isGone)).toBeLessThan(1000);
  });

  test('an article is created, published, changed and unpublished', async () => {
    const create = () =>
      run(
        'articles',
        'create',
        '--title-fr',
        'Bien se reposer',
        '--title-en',
        'Resting well',
        '--content-fr',
        '<h2>Dormir</h2><p>La nuit.</p><iframe src="https://x.example"></iframe>',
        '--content-en',
        '<h2>Sleep</h2><p>At night.</p>',
        '--tags',
        'repos',
        'force',
        '--output',
        'json',
      );
    const made = await create();
    const { id: number, removed } = JSON.parse(made.out);
    expect(removed).toEqual(['iframe']);
    const id = String(number);
    expect((await create()).err).toContain('Another article has that title.');

    expect((await run('articles', 'publish', id)).code).toBe(0);
    const isThere = (body: string) => body.includes('Resting well');
    expect(await slowest('/api/blog', isThere)).toBeLessThan(1000);
    expect(await slowest('/api/home', isThere)).toBeLessThan(1000);
    const titles = ['--title-fr', 'Savoir se reposer', '--title-en', 'How to rest'];
    expect((await run('articles', 'set', id, ...titles, '--tags', '')).code).toBe(0);
    expect(await slowest('/api/blog', (body) => body.includes('How to rest'))).toBeLessThan(1000);
    // The changed article has freed its titles.
    expect((await create()).code).toBe(0);
    expect((await run('articles', 'unpublish', id)).code).toBe(0);
    const isGone = (body: string) => !body.includes('How to rest');
    expect(await slowest('/api/blog', isGone)).toBeLessThan(1000);
  });

  test('every invariant of stock and money holds afterwards', async () => {
    const violations = await whenStopped(({ db }) => findEveryPurchaseViolation(db));
    expect(violations).toEqual([]);
    // The same commands work while no process of the site is running.
    expect((await run('items', 'set', '1', '--position', '3')).code).toBe(0);
  });
});

describe('the command line', () => {
  const { run, itemsOf, folder } = setUp({
    processes: 1,
    // A spreadsheet would evaluate this title as a formula.
    prepare: (db) => db.order.updateMany({ where: { id: 1 }, data: { itemTitleFr: '=1+1; "x"' } }),
  });

  test('a stock change needs a reason, a number and an existing option', async () => {
    const adjust = (option: string, ...more: string[]) =>
      run('stock', 'adjust', option, '--kind', 'other', '--units', ...more);
    const results = await Promise.all([
      adjust('3', '1.5', '--reason', 'Demi'),
      adjust('999', '+1', '--reason', 'Livraison'),
      adjust('3', '+1', '--reason', '   '),
      adjust('3', '+1', '--reason', 'Livraison', '--by', ' '),
    ]);
    expect(results.map(({ code }) => code)).toEqual([2, 1, 2, 2]);
    expect(results.map(({ err }) => err.split('\n')[0])).toEqual([
      '--units must be a whole number.',
      'There is no option 999.',
      '--reason must be one line of 1 to 200 characters.',
      '--by must be a name of 1 to 80 characters.',
    ]);
    expect((await adjust('3', '0', '--reason', 'Rien')).code).toBe(2);
  });

  test('orders are marked as delivered all or none, and not before their purchase', async () => {
    expect((await run('orders', 'deliver', '2', '999')).err).toContain('There is no order 999');
    expect((await run('orders', 'deliver', '2', '--on', '2020-01-01')).err).toContain(
      'after 2020-01-01. Nothing was changed.',
    );
    const later = await run('orders', 'deliver', '2', '--on', '2999-01-01');
    expect(later.err).toContain('still to come');
    expect((await run('orders', 'get', '2')).out).toContain('State: Not delivered');
  });

  test('--output json prints the result of an operation, but an error as text', async () => {
    const { code, out } = await run('orders', 'get', '2', '--output', 'json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      id: 2,
      status: 'waiting',
      sentDate: null,
      heldFor: null,
      amountCents: 7499,
      buyer: { email: 'member@agres.test' },
    });
    expect(await run('orders', 'get', '999', '--output', 'json')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('There is no order 999'),
    });
  });

  test('an item’s maker must be complete, and its warnings in both languages', async () => {
    const shown = async () => {
      const item = (await itemsOf()).find(({ id }) => id === 6);
      return { maker: item?.maker, warnings: item?.warnings };
    };
    const set = (...more: string[]) => run('items', 'set', '6', ...more);
    expect(await shown()).toEqual({ maker: null, warnings: null });
    const refused = await Promise.all([
      set(...MAKER),
      set('--model-reference', 'C-1'),
      set('--warnings-fr', 'Attention.'),
      set(...MAKER, '--maker-contact', 'call us'),
    ]);
    expect(refused.map(({ code }) => code)).toEqual([2, 2, 2, 2]);
    expect(refused.map(({ err }) => err.split('\n')[0])).toEqual([
      'The manufacturer’s name, address and contact belong together: enter all three or none.',
      'A model reference is the manufacturer’s own: enter the manufacturer too.',
      'The warnings in English are missing: enter them in both languages.',
      '--maker-contact must be an e-mail address, or one such as https://maker.example/contact.',
    ]);
    expect(await shown()).toEqual({ maker: null, warnings: null });

    const warnings = ['--warnings-fr', 'Un.\nDeux.', '--warnings-en', 'One.'];
    const known = await set(...MAKER, '--maker-contact', 'aide@corderie.example', ...warnings);
    expect(known.code).toBe(0);
    await expect.poll(shown).toEqual({
      maker: {
        name: 'Corderie & Fils',
        address: '3 quai Sud, 29200 Brest',
        contact: 'aide@corderie.example',
        reference: null,
      },
      warnings: { fr: 'Un.\nDeux.', en: 'One.' },
    });
    expect((await set('--maker-name', '')).err).toContain('belong together');
    const none = ['maker-name', 'maker-address', 'maker-contact', 'warnings-fr', 'warnings-en'];
    const taken = await set(...none.flatMap((name) => [`--${name}`, '']));
    expect(taken).toMatchObject({ code: 0, err: '' });
    await expect.poll(shown).toEqual({ maker: null, warnings: null });
  });

  test('a picture is assigned to an option by its title in either language', async () => {
    const shown = async () => (await itemsOf()).find(({ id }) => id === 2)?.images;
    const set = (pictures: unknown) =>
      run('items', 'set', '2', '--images', JSON.stringify(pictures));
    const pictures = [
      { url: '/pictures/items/a-1.webp', optionTitle: 'Coral' },
      { url: '/pictures/items/a-2.webp', optionTitle: null },
    ];
    expect(await set(pictures)).toMatchObject({ code: 0, err: '' });
    await expect.poll(shown).toEqual([
      { url: '/pictures/items/a-1.webp', optionIndex: 0 },
      { url: '/pictures/items/a-2.webp', optionIndex: null },
    ]);
    const wrong = await set([{ url: '/pictures/items/a-1.webp', optionTitle: 'Mauve' }]);
    expect(wrong.code).toBe(2);
    expect(wrong.err).toContain('the option “Mauve”, which the item does not have.');
    expect(await shown()).toHaveLength(2);
    expect((await run('items', 'set', '2', '--images', '[]')).code).toBe(0);
    await expect.poll(shown).toEqual([]);
  });

  test('a published item must keep its texts in both languages', async () => {
    const empty = await run('items', 'set', '1', '--title-en', ' ');
    expect(empty.err).toContain('On the site an item has its title');
    const tagsOnly = await run(
      'items',
      'set',
      '1',
      '--description-en',
      '<p><script>x()</script></p>',
    );
    expect(tagsOnly.err).toContain('--description-en must be HTML with text in it');
    expect((await run('items', 'set', '1')).err).toContain('There is nothing to change.');
  });

  test('a new option is added last, in both languages, with its stock', async () => {
    const add = (item: string, french: string, english: string) =>
      run('options', 'add', item, '--title-fr', french, '--title-en', english, '--stock', '4');
    const added = await add('2', 'Vert', 'Green');
    const [, option = ''] = /^Number: (\d+)/im.exec(added.out) ?? [];
    const titles = ['--title-fr', 'Vert pomme', '--title-en', 'Apple green'];
    expect((await run('options', 'set', option, ...titles)).code).toBe(0);
    const newest = async () => (await itemsOf()).find(({ id }) => id === 2)?.options.at(-1);
    await expect.poll(newest).toEqual({
      title: { fr: 'Vert pomme', en: 'Apple green' },
      remainingStock: 4,
    });
    expect((await add('4', 'Long', 'Long')).err).toContain(
      'First enter the name of the choice of item 4',
    );
  });

  test('orders are exported without names, with formulas escaped', async () => {
    const path = join(folder(), 'orders.csv');
    expect((await run('orders', 'export', '--out', path)).code).toBe(0);
    const csv = await readFile(path, 'utf8');
    const [titles = '', ...orders] = csv.trimEnd().split('\r\n');
    expect(titles).toContain('order;bought;state;sent;delivered;cancelled;item;option');
    expect(orders).toHaveLength(2);
    expect(orders[0]).toContain(`;"'=1+1; ""x""";`);
    expect(orders[1]).toMatch(/;64,99;10,00;74,99;0,00;eur;main;pi_demo_\w+$/);
    expect(csv).not.toMatch(/Camille|Roussel|agres\.test|rue/);
    expect((await stat(path)).mode & 0o077).toBe(0);
    expect((await run('orders', 'export', '--out', path)).err).toContain('cannot be written');
    const english = await run('orders', 'export', '--style', 'en', '--from', '2999-01-01');
    expect(english.out.split('\r\n')).toHaveLength(2);
  });

  test('a missing file, or one that is not UTF-8, is refused', async () => {
    const path = join(folder(), 'latin.txt');
    await writeFile(path, Buffer.from('<p>\nCorde lest\u00e9e</p>\n', 'latin1'));
    expect(await run('items', 'set', '1', '--description-fr', `@${path}`)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('is not UTF-8: see its line 2.'),
    });
    const missing = await run('items', 'set', '1', '--description-fr', '@no-such-file.html');
    expect(missing.err).toContain('The file no-such-file.html cannot be read.');
  });

  test('the data export of a member is written to a private file', async () => {
    const path = join(folder(), 'member.json');
    const made = await run(
      'members',
      'export',
      'member@agres.test',
      '--output',
      'json',
      '--out',
      path,
    );
    expect(made).toMatchObject({ code: 0, err: '' });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readFile(path, 'utf8')).toContain('member@agres.test');
  });

  test('members are listed, and found by e-mail address in any case', async () => {
    const { out } = await run('members', 'list');
    expect(out).toContain('member@agres.test');
    expect(out).not.toContain('argon2');
    expect((await run('members', 'get', 'MEMBER@agres.test')).out).toMatch(
      /Orders:\n.*\n.*\n\s+2\s+Not delivered.*\n\s+1\s+Delivered/,
    );
    expect(await run('members', 'get', 'nobody@agres.test')).toMatchObject({ code: 1 });
  });

  test('a refund of an unsent order is refused: it must be cancelled', async () => {
    const refund = (...more: string[]) => run('refunds', 'request', '2', ...more);
    const whole = await refund('--reason', 'Goodwill');
    expect(whole).toMatchObject({ code: 1, err: expect.stringContaining('Cancel it to refund') });
    expect((await refund()).code).toBe(2);
    expect((await refund('--amount', '0', '--reason', 'x')).code).toBe(2);
  });
});
