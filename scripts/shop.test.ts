import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { findEveryPurchaseViolation } from '@agres/money/purchase/purchase-invariants';
import { describe, expect, test } from 'vitest';

import { ordersOfMember, setUp } from './shop/testing-shop.ts';

describe("the owner's commands beside two processes", () => {
  const { run, written, slowest, itemsOf, sites, whenStopped } = setUp({ processes: 2 });

  test('a price as people type it is what the shop shows everywhere within a second', async () => {
    for (const [typed, stored] of [
      ['19,99', 20],
      ['24.50', 24.51],
    ] as const) {
      expect((await run('item:set', '1', '--price', typed, '--yes')).code).toBe(0);
      const isThere = (body: string) => body.includes(`"price":${stored},`);
      expect(await slowest('/api/items', isThere)).toBeLessThan(1000);
    }
  });

  test('stock goes in and out with a reason and a name, never below nothing', async () => {
    const [before] = await itemsOf();
    const into = await run('stock:adjust', '3', '+7', '--reason', 'Livraison', '--by', 'Jeanne');
    expect(into).toMatchObject({ code: 0, out: expect.stringContaining('7 left') });
    const stock = (before?.remainingStock ?? 0) + 7;
    const isThere = (body: string) => body.includes(`"remainingStock":${stock}}`);
    expect(await slowest('/api/items', isThere)).toBeLessThan(1000);

    const tooMany = await run('stock:adjust', '3', '-8', '--reason', 'Casse');
    expect(tooMany).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /^8 units cannot go out of option 3 \(Parallettes en hêtre, 40\scm\): 7 left\. Nothing was changed\.\n$/,
      ),
    });
    expect((await run('stock:adjust', '3', '-7', '--reason', 'Casse')).code).toBe(0);
    const { out } = await run('stock:log', '--option', '3');
    expect(out).toMatch(/ 3 .*40\scm +-7 +Casse/);
    expect(out).toMatch(/ 3 .*40\scm +\+7 +Livraison +Jeanne\n/);
  });

  test('a delivered order bears its day in the buyer’s profile, once', async () => {
    expect((await run('orders', '--status', 'waiting')).out).toContain('Camille Roussel');
    expect((await run('order:deliver', '2')).code).toBe(0);
    const [origin = ''] = sites().map((site) => site.origin);
    const [order] = await ordersOfMember(origin);
    expect(order).toMatchObject({ id: 2, status: 'delivered' });
    expect(Date.now() - Date.parse(order?.postDate ?? '')).toBeLessThan(60_000);

    const again = await run('order:deliver', '2', '1');
    expect(again.code).toBe(1);
    expect(again.err).toMatch(
      /^Order 2 was delivered on \d{4}-\d\d-\d\d\. .*takes it back\.\nOrder 1 was .*\nNothing was changed\.$/m,
    );
    expect((await run('order:undo-delivery', '2')).code).toBe(0);
    expect((await ordersOfMember(origin))[0]).toMatchObject({
      status: 'waiting',
      postDate: null,
    });
  });

  test('an item made from a file is shown when it is published, with its HTML cleaned', async () => {
    const file = await written(
      'rope.txt',
      `title-fr: Corde lestée
title-en: Weighted rope
price: 34,99
best-seller: 99
--- fr
<p onclick="steal()">Une corde.</p><script>steal()</script>
--- en
<p>A rope.</p><a href="javascript:steal()">Here</a>
`,
    );
    const made = await run('item:create', '--file', file, '--option', '200 g | 200 g | 12');
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(made.out).toContain('Not allowed in texts, and taken out: <script>.');
    const [, id = ''] = /Item (\d+): Corde lestée at 34\.99 €/.exec(made.out) ?? [];
    expect((await itemsOf()).map((item) => String(item.id))).not.toContain(id);

    expect((await run('item:publish', id)).code).toBe(0);
    const isThere = (body: string) => body.includes('Weighted rope');
    expect(await slowest('/api/items', isThere)).toBeLessThan(1000);
    expect((await itemsOf()).find((item) => String(item.id) === id)).toMatchObject({
      description: { fr: '<p>Une corde.</p>' },
      price: 35,
      remainingStock: 12,
    });
    const file2 = (await run('item', id, '--as-file')).out;
    expect(file2).not.toMatch(/steal/);

    expect((await run('item:unpublish', id)).code).toBe(0);
    const isGone = (body: string) => !body.includes('Weighted rope');
    expect(await slowest('/api/items', isGone)).toBeLessThan(1000);
  });

  test('an article is written, shown, changed and hidden', async () => {
    const file = await written(
      'article.txt',
      `title-fr: Bien se reposer
title-en: Resting well
tags: repos, force
--- fr
<h2>Dormir</h2><p>Le muscle se construit la nuit.</p><iframe src="https://x.example"></iframe>
--- en
<h2>Sleep</h2><p>Muscle is built at night.</p>
`,
    );
    const made = await run('article:create', '--file', file);
    const [, id = ''] = /Article (\d+): Bien se reposer, not shown yet/.exec(made.out) ?? [];
    expect(made.out).toContain('taken out: <iframe>');
    expect((await run('article:create', '--file', file)).err).toContain('has that title already');

    expect((await run('article:publish', id)).code).toBe(0);
    const isThere = (body: string) => body.includes('Resting well');
    expect(await slowest('/api/blog', isThere)).toBeLessThan(1000);
    expect(await slowest('/api/home', isThere)).toBeLessThan(1000);
    const titles = ['--title-fr', 'Savoir se reposer', '--title-en', 'How to rest'];
    const changed = await run('article:set', id, ...titles, '--tags', 'none');
    expect(changed.code).toBe(0);
    expect(await slowest('/api/blog', (body) => body.includes('How to rest'))).toBeLessThan(1000);
    // Its first titles are free now.
    expect((await run('article:create', '--file', file)).out).toContain('Bien se reposer, not');
    expect((await run('article:unpublish', id)).code).toBe(0);
    const isGone = (body: string) => !body.includes('How to rest');
    expect(await slowest('/api/blog', isGone)).toBeLessThan(1000);
  });

  test('afterwards every invariant of stock and money still holds', async () => {
    const violations = await whenStopped(({ db }) => findEveryPurchaseViolation(db));
    expect(violations).toEqual([]);
    // The same commands, now that no process runs.
    expect((await run('stock:adjust', '3', '+1', '--reason', 'Livraison')).code).toBe(0);
  });
});

describe("the owner's commands", () => {
  const { run, written, itemsOf, folder } = setUp({
    processes: 1,
    // A title that a spreadsheet would run.
    prepare: (db) => db.order.updateMany({ where: { id: 1 }, data: { itemTitleFr: '=1+1; "x"' } }),
  });
  const addOption = (item: string, option: { fr: string; en: string; stock: string }) => {
    const { fr, en, stock } = option;
    return run('option:add', item, '--title-fr', fr, '--title-en', en, '--stock', stock);
  };

  test('stock is not changed without a reason, by nothing, or where there is no such option', async () => {
    const results = await Promise.all([
      run('stock:adjust', '3', '+1'),
      run('stock:adjust', '3', '0', '--reason', 'Rien'),
      run('stock:adjust', '3', '1.5', '--reason', 'Demi'),
      run('stock:adjust', '999', '+1', '--reason', 'Livraison'),
      run('stock:adjust', '3', '+1', '--reason', '   '),
      run('stock:adjust', '3', '+1', '--reason', 'Livraison', '--by', ' '),
    ]);
    expect(results.map(({ code }) => code)).toEqual([2, 2, 2, 1, 2, 2]);
    expect(results.map(({ err }) => err.split('\n')[0])).toEqual([
      '--reason is missing.',
      '±UNITS must be units in or out, such as +20 or -2, and not 0.',
      '±UNITS must be units in or out, such as +20 or -2, and not 0.',
      'There is no option 999. `pnpm shop stock` lists them.',
      '--reason must be one line of 1 to 200 characters.',
      '--by must be a name of 1 to 80 characters.',
    ]);
  });

  test('orders are marked all together or not at all, and not before they were bought', async () => {
    expect((await run('order:deliver', '2', '999')).err).toContain('There is no order 999');
    expect((await run('order:deliver', '2', '--on', '2020-01-01')).err).toContain(
      'after 2020-01-01. Nothing was changed.',
    );
    expect((await run('order:deliver', '2', '--on', '2999-01-01')).err).toContain('still to come');
    expect((await run('order', '2')).out).toContain('Waiting to be sent');
  });

  test('a program gets in JSON what an operation puts out, and a sentence else', async () => {
    const { code, out } = await run('order', '2', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      id: 2,
      status: 'waiting',
      sentDate: null,
      heldFor: null,
      amountCents: 7499,
      buyer: { email: 'member@agres.test' },
    });
    expect(await run('order', '999', '--json')).toMatchObject({ code: 1, out: '' });
    const plain = await run('check', '--json');
    expect(plain).toMatchObject({ code: 2, err: expect.stringContaining('no option --json') });
  });

  test('an item read as a file and set from it again is the same item', async () => {
    const path = join(folder(), 'item.txt');
    expect((await run('item', '5', '--as-file', '--out', path)).out).toBe(`Wrote ${path}.\n`);
    const before = await readFile(path, 'utf8');
    const item = (await itemsOf()).find(({ id }) => id === 5);
    expect((await run('item:set', '5', '--file', path)).code).toBe(0);
    expect((await run('item', '5', '--as-file')).out).toBe(before);
    expect((await itemsOf()).find(({ id }) => id === 5)).toEqual(item);
  });

  test('a product names its maker and its warnings, whole and in both languages or not at all', async () => {
    const shown = async () => {
      const item = (await itemsOf()).find(({ id }) => id === 6);
      return { maker: item?.maker, warnings: item?.warnings };
    };
    expect(await shown()).toEqual({ maker: null, warnings: null });
    expect((await run('item', '6')).out).toContain('No maker is named: `pnpm shop item:set 6');
    const maker = ['--maker-name', 'Corderie & Fils', '--maker-address', '3 quai Sud, 29200 Brest'];
    const refused = await Promise.all([
      run('item:set', '6', ...maker),
      run('item:set', '6', '--model-reference', 'C-1'),
      run('item:set', '6', '--warnings-fr', 'Attention.'),
      run('item:set', '6', ...maker, '--maker-contact', 'call us'),
      run('item:set', '6', ...maker, '--maker-contact', 'http://corderie.example'),
      run('item:set', '6', '--warnings-en', ' '),
    ]);
    expect(refused.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2, 2]);
    expect(refused.map(({ err }) => err.split('\n')[0])).toEqual([
      '--maker-name, --maker-address and --maker-contact belong together: give all or none.',
      '--model-reference is what a maker calls the product: name the maker too.',
      '--warnings-en is missing: give the warnings in both languages.',
      '--maker-contact must be an e-mail address, or one such as https://maker.example/contact.',
      '--maker-contact must be an e-mail address, or one such as https://maker.example/contact.',
      '--warnings-en must be text of 1 to 2000 characters.',
    ]);
    expect(await shown()).toEqual({ maker: null, warnings: null });

    const known = [...maker, '--maker-contact', 'aide@corderie.example'];
    const warnings = ['--warnings-fr', 'Un.', '--warnings-fr', 'Deux.', '--warnings-en', 'One.'];
    expect((await run('item:set', '6', ...known, ...warnings)).code).toBe(0);
    const whole = {
      maker: {
        name: 'Corderie & Fils',
        address: '3 quai Sud, 29200 Brest',
        contact: 'aide@corderie.example',
        reference: null,
      },
      warnings: { fr: 'Un.\nDeux.', en: 'One.' },
    };
    await expect.poll(shown).toEqual(whole);
    const file = await written('rope6.txt', (await run('item', '6', '--as-file')).out);

    expect((await run('item:set', '6', '--maker-name', 'none')).err).toContain('belong together');
    const none = ['maker-name', 'maker-address', 'maker-contact', 'warnings-fr', 'warnings-en'];
    const taken = await run('item:set', '6', ...none.flatMap((name) => [`--${name}`, 'none']));
    expect(taken).toMatchObject({ code: 0, err: '' });
    await expect.poll(shown).toEqual({ maker: null, warnings: null });
    expect((await run('item:set', '6', '--file', file)).code).toBe(0);
    await expect.poll(shown).toEqual(whole);
  });

  test('a picture shows one option, which the owner names in either language', async () => {
    const shown = async () => (await itemsOf()).find(({ id }) => id === 2)?.images;
    const pictures = ['/pictures/items/a-1.webp | Coral', '/pictures/items/a-2.webp'];
    const set = await run('item:set', '2', ...pictures.flatMap((url) => ['--picture', url]));
    expect(set).toMatchObject({ code: 0, err: '' });
    await expect.poll(shown).toEqual([
      { url: '/pictures/items/a-1.webp', optionIndex: 0 },
      { url: '/pictures/items/a-2.webp', optionIndex: null },
    ]);
    const file = await written('balls.txt', (await run('item', '2', '--as-file')).out);
    expect((await run('item:set', '2', '--picture', 'none')).code).toBe(0);
    await expect.poll(shown).toEqual([]);
    expect((await run('item:set', '2', '--file', file)).code).toBe(0);
    await expect.poll(shown).toHaveLength(2);
    const wrong = await run('item:set', '2', '--picture', '/pictures/items/a-1.webp | Mauve');
    expect(wrong.code).toBe(2);
    expect(wrong.err).toContain('--picture: there is no option "Mauve". The item has: Corail, ');
    expect(await shown()).toHaveLength(2);
  });

  test('nothing is made or emptied in one language alone', async () => {
    const french = await written('french.txt', 'title-fr: Corde\nprice: 10\n--- fr\n<p>Oui</p>\n');
    const item = await run('item:create', '--file', french, '--option', 'A | A | 1');
    expect(item.code).toBe(2);
    expect(item.err).toContain('--title-en is missing.\n--text-en is missing.');
    const article = await run('article:create', '--file', french);
    expect(article.err).toContain('price is no field of this command.');
    const empty = await run('item:set', '1', '--title-en', ' ');
    expect(empty.err).toContain('--title-en must be one line of 1 to 120 characters.');
    const tagsOnly = await run('item:set', '1', '--text-en', '<p> <script>x()</script></p>');
    expect(tagsOnly.err).toContain('--text-en must be HTML with text in it');
  });

  test('an option joins the others at the end, in both languages, with its stock', async () => {
    const added = await addOption('2', { fr: 'Vert', en: 'Green', stock: '4' });
    expect(added.code).toBe(0);
    const [, option = ''] = /Option (\d+) of item 2/.exec(added.out) ?? [];
    const titles = ['--title-fr', 'Vert pomme', '--title-en', 'Apple green'];
    const renamed = await run('option:set', option, ...titles);
    expect(renamed.code).toBe(0);
    const newest = async () => (await itemsOf()).find(({ id }) => id === 2)?.options.at(-1);
    await expect.poll(newest).toEqual({
      title: { fr: 'Vert pomme', en: 'Apple green' },
      remainingStock: 4,
    });
    const second = await addOption('4', { fr: 'Long', en: 'Long', stock: '1' });
    expect(second.err).toContain('pnpm shop item:set 4 --option-title-fr');
  });

  test('the accounts get their orders as a file that names nobody and runs nothing', async () => {
    const path = join(folder(), 'orders.csv');
    expect((await run('orders:export', '--out', path)).code).toBe(0);
    const csv = await readFile(path, 'utf8');
    const [titles = '', ...orders] = csv.trimEnd().split('\r\n');
    expect(titles).toContain('order;bought;state;sent;delivered;cancelled;item;option');
    expect(orders).toHaveLength(2);
    expect(orders[0]).toContain(`;"'=1+1; ""x""";`);
    expect(orders[1]).toMatch(/;64,99;10,00;74,99;0,00;eur;main;pi_demo_\w+$/);
    expect(csv).not.toMatch(/Camille|Roussel|agres\.test|rue/);
    expect((await stat(path)).mode & 0o077).toBe(0);
    expect((await run('orders:export', '--out', path)).err).toContain('cannot be written');
    const english = await run('orders:export', '--style', 'en', '--from', '2999-01-01');
    expect(english.out.split('\r\n')).toHaveLength(2);
  });

  test('a file that is not UTF-8 is refused with its line, and changes nothing', async () => {
    const path = join(folder(), 'latin.txt');
    await writeFile(path, Buffer.from('title-en: Rope\ntitle-fr: Corde lest\u00e9e\n', 'latin1'));
    expect(await run('item:set', '1', '--file', path)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('is not UTF-8: see its line 2.'),
    });
  });

  test('a copy of somebody’s data goes into a file that only its maker may read', async () => {
    expect((await run('member:export', '--help')).out).toContain(
      'Usage: pnpm shop member:export EMAIL --out FILE\n',
    );
    expect(await run('member:export', 'member@agres.test')).toEqual({
      code: 2,
      out: '',
      err: expect.stringContaining('--out FILE is missing'),
    });
    const path = join(folder(), 'member.json');
    const made = await run('member:export', 'member@agres.test', '--out', path);
    expect(made).toMatchObject({ code: 0, err: '' });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({
      data: { account: [{ email: 'member@agres.test' }] },
    });
  });

  test('members are listed without who they are, and found by the address they write from', async () => {
    const { out } = await run('members');
    expect(out).toContain('m…@agres.test');
    expect(out).not.toMatch(/member@|Camille|Roussel|argon2/);
    expect((await run('member', 'MEMBER@agres.test')).out).toContain('Orders: 1, 2');
    expect(await run('member', 'nobody@agres.test')).toMatchObject({ code: 1 });
  });

  test('the day begins with what waits: parcels, stock, and whether the books agree', async () => {
    const { out } = await run('today');
    expect(out).toMatch(/Order to send[^]*\n +2 /);
    expect(out).toMatch(/Option running out[^]*Trois massues de jonglage +Corail +0/);
    expect(out).toContain('Stock, orders and payments of the last day agree');
  });

  test('an order that was not sent is cancelled, not refunded as if it were', async () => {
    const { code, err } = await run('order:refund', '2', '--reason', 'Goodwill');
    expect(code).toBe(1);
    expect(err).toContain('pnpm shop order:cancel 2');
    expect((await run('order:refund', '2')).code).toBe(2);
    expect((await run('order:refund', '2', '--amount', '0', '--reason', 'x')).code).toBe(2);
  });
});
