import { itemSchema } from '@agres/domain/shapes.schema';
import { beforeAll, describe, expect, test } from 'vitest';

import { give, type Typed } from '../support/command.ts';
import { addArticle, addItem } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { ABROAD, buy, startTestShop } from '../support/shop.ts';

const TEXTS = { 'description-fr': '<p>Un texte.</p>', 'description-en': '<p>A text.</p>' };
const NEW = {
  'title-fr': 'Corde',
  'title-en': 'Rope',
  ...TEXTS,
  options: JSON.stringify([{ titleFr: 'A', titleEn: 'A', stock: 1 }]),
};

describe('an operation on items, options and articles', () => {
  const shop = useRunning(startTestShop);

  const journalOf = (subjectKind: string, subjectId: number) =>
    shop.app.db.journalEntry.findMany({
      where: { subjectKind, subjectId: String(subjectId) },
      orderBy: { id: 'asc' },
      select: { operation: true, actorName: true, changes: true },
    });

  test('N1: journals the actor and the changed fields, without the content of long texts', async () => {
    const { id } = await addItem(shop.app.db);
    const item = String(id);
    await give(shop, 'items.set', {
      item,
      'shown-price': '8,99',
      sure: true,
      position: '7',
      ...TEXTS,
    });
    await give(shop, 'items.unpublish', { item });
    const [set, unpublished] = await journalOf('item', id);
    expect(set).toEqual({
      operation: 'items.set',
      actorName: 'Jeanne',
      changes: {
        priceCents: [expect.any(Number), 900],
        position: [expect.any(Number), 7],
        descriptionFr: true,
        descriptionEn: true,
      },
    });
    expect(unpublished).toMatchObject({
      operation: 'items.unpublish',
      changes: { publishedAt: [expect.any(String), null] },
    });
  });

  test('a far-off price or a taken rank is refused until it is confirmed', async () => {
    const { id } = await addItem(shop.app.db, { priceCents: 10_000 });
    const { id: other } = await addItem(shop.app.db, { bestSellerRank: 7 });
    const item = String(id);
    for (const price of ['9,99', '130,01', '69,99']) {
      const far = await give(shop, 'items.set', { item, 'shown-price': price });
      expect([price, far]).toMatchObject([price, { kind: 'refused', codes: ['item_price_far'] }]);
    }
    for (const taken of [
      await give(shop, 'items.set', { item, 'best-seller-rank': '7' }),
      await give(shop, 'items.create', { ...NEW, 'shown-price': '9,99', 'best-seller-rank': '7' }),
    ]) {
      expect(taken).toMatchObject({
        kind: 'refused',
        codes: ['item_rank_taken'],
        text: expect.stringContaining(`Item ${other} is best seller 7 already.`),
      });
    }
    const near = await give(shop, 'items.set', { item, 'shown-price': '99,99' });
    expect(near).toMatchObject({ kind: 'done', output: { shownPriceCents: 9999 } });
    const confirmed = { item, 'shown-price': '9,99', 'best-seller-rank': '7', sure: true } as const;
    expect((await give(shop, 'items.set', confirmed)).kind).toBe('done');
    expect((await give(shop, 'items.set', { item, position: '3' })).kind).toBe('done');
  });

  test('a price beyond the provider’s limits is refused, and items at both limits are sold', async () => {
    const { id } = await addItem(shop.app.db, { stocks: [3] });
    const item = String(id);
    for (const price of ['0,01', '0,49', '999979,999', '999 980', '999999,99']) {
      for (const answer of [
        await give(shop, 'items.set', { item, 'shown-price': price }),
        await give(shop, 'items.create', { ...NEW, 'shown-price': price }),
      ]) {
        expect([price, answer]).toMatchObject([
          price,
          { kind: 'misused', text: expect.stringMatching(/^--shown-price\b/) },
        ]);
      }
    }
    const { client } = await shop.app.member();
    for (const [price, area, amountCents] of [
      ['0,50', {}, 50],
      ['999979,99', ABROAD[2], 99_999_999],
    ] as const) {
      const set = await give(shop, 'items.set', { item, 'shown-price': price, sure: true });
      expect(set.kind).toBe('done');
      const bought = await buy(client, { id, stripeToken: await shop.cardToken(), ...area });
      expect(bought).toMatchObject({ status: 200, body: { amountCents } });
    }
  });

  test('N1: journals changes of an option and of an article too', async () => {
    const { id } = await addItem(shop.app.db);
    await shop.app.db.item.update({
      where: { id },
      data: { optionTitleFr: 'Taille', optionTitleEn: 'Size' },
    });
    const titles = { 'title-fr': 'Grand', 'title-en': 'Large' };
    const added = await give(shop, 'options.add', { item: String(id), ...titles, stock: '4' });
    const option = await shop.app.db.itemOption.findFirstOrThrow({
      where: { itemId: id, titleFr: 'Grand' },
    });
    expect(added).toMatchObject({ kind: 'done', output: { id: option.id, item: { id } } });
    expect(await journalOf('item_option', option.id)).toEqual([
      {
        operation: 'options.add',
        actorName: 'Jeanne',
        changes: {
          item: [null, id],
          titleFr: [null, 'Grand'],
          titleEn: [null, 'Large'],
          remaining: [null, 4],
        },
      },
    ]);
    const article = await addArticle(shop.app.db);
    await give(shop, 'articles.set', { article: String(article.id), tags: ['force', 'repos'] });
    expect(await journalOf('article', article.id)).toMatchObject([
      { operation: 'articles.set', changes: { tags: [expect.any(String), 'force, repos'] } },
    ]);
  });

  test('the second option requires an option title in both languages', async () => {
    const { id } = await addItem(shop.app.db, { stocks: [1] });
    await shop.app.db.item.update({
      where: { id },
      data: { optionTitleFr: null, optionTitleEn: null },
    });
    const option = { item: String(id), 'title-fr': 'Grand', 'title-en': 'Large', stock: '4' };
    const french = { ...option, 'option-title-fr': 'Taille' };
    expect(await give(shop, 'options.add', option)).toMatchObject({
      codes: ['item_options_unnamed'],
      text: expect.stringContaining(`First enter the name of the choice of item ${id}`),
    });
    expect(await give(shop, 'options.add', french)).toMatchObject({
      codes: ['item_option_title_without_english'],
    });
    const whole = { ...french, 'option-title-en': 'Size' };
    const added = await give(shop, 'options.add', whole);
    expect(added).toMatchObject({ kind: 'done' });
    expect(await shop.app.db.item.findUniqueOrThrow({ where: { id } })).toMatchObject({
      optionTitleFr: 'Taille',
      optionTitleEn: 'Size',
    });
    const { id: optionId } = await shop.app.db.itemOption.findFirstOrThrow({
      where: { itemId: id, titleFr: 'Grand' },
    });
    expect(await journalOf('item_option', optionId)).toMatchObject([
      { changes: { optionTitleFr: [null, 'Taille'], optionTitleEn: [null, 'Size'] } },
    ]);
  });

  test('a draft may be in one language, and publishing requires both', async () => {
    const draft = {
      'title-fr': 'Corde',
      'warnings-fr': 'Attention.',
      'shown-price': '9,99',
      options: JSON.stringify([{ titleFr: 'Rouge', titleEn: '', stock: 1 }]),
    };
    const { 'title-fr': _, ...untitled } = draft;
    expect(await give(shop, 'items.create', untitled)).toMatchObject({ kind: 'misused' });
    expect(await give(shop, 'items.create', draft)).toMatchObject({ kind: 'done' });
    const { id, options } = await shop.app.db.item.findFirstOrThrow({
      orderBy: { id: 'desc' },
      include: { options: true },
    });
    const item = String(id);
    const publish = () => give(shop, 'items.publish', { item });
    expect(await publish()).toMatchObject({ codes: ['item_in_one_language'] });
    await give(shop, 'items.set', { item, 'title-en': 'Rope', ...TEXTS });
    const option = String(options[0]?.id);
    await give(shop, 'options.set', { option, 'title-fr': 'Rouge', 'title-en': 'Red' });
    expect(await publish()).toMatchObject({ codes: ['item_warnings_without_english'] });
    await give(shop, 'items.set', { item, 'warnings-en': 'Careful.' });
    expect(await publish()).toMatchObject({ kind: 'done' });
    expect(await give(shop, 'items.set', { item, 'title-en': ' ' })).toMatchObject({
      codes: ['item_in_one_language'],
    });
    const script = { item, 'description-en': '<p><script>x()</script></p>' };
    expect(await give(shop, 'items.set', script)).toMatchObject({
      kind: 'misused',
      text: expect.stringContaining('--description-en must be HTML with text in it'),
    });

    const text = { 'title-fr': 'Dormir', 'content-fr': '<p>Bien.</p>' };
    expect(await give(shop, 'articles.create', text)).toMatchObject({ kind: 'done' });
    const { id: article } = await shop.app.db.article.findFirstOrThrow({
      where: { titleFr: 'Dormir' },
    });
    expect(await give(shop, 'articles.publish', { article })).toMatchObject({
      codes: ['article_in_one_language'],
    });
  });

  test('several options are published only under names of their own', async () => {
    const { id } = await addItem(shop.app.db, { stocks: [1] });
    const item = String(id);
    const { id: option } = await shop.app.db.itemOption.findFirstOrThrow({ where: { itemId: id } });
    await shop.app.db.itemOption.update({
      where: { id: option },
      data: { titleFr: '6 mm', titleEn: 'One size' },
    });
    const add = (title: string) =>
      give(shop, 'options.add', { item, 'title-fr': title, 'title-en': title, stock: '1' });
    expect(await give(shop, 'items.publish', { item })).toMatchObject({ kind: 'done' });
    expect(await add('10 mm')).toMatchObject({ codes: ['item_option_called_single'] });
    await give(shop, 'items.unpublish', { item });
    expect(await add('10 mm')).toMatchObject({ kind: 'done' });
    expect(await give(shop, 'items.publish', { item })).toMatchObject({
      codes: ['item_option_called_single'],
      text: expect.stringContaining('“One size”'),
    });
    const names = { 'title-fr': '6 mm', 'title-en': '6 mm' };
    await give(shop, 'options.set', { option: String(option), ...names });
    expect(await give(shop, 'items.publish', { item })).toMatchObject({ kind: 'done' });
  });

  test('options added concurrently get distinct positions', async () => {
    const { id } = await addItem(shop.app.db);
    await shop.app.db.item.update({
      where: { id },
      data: { optionTitleFr: 'Taille', optionTitleEn: 'Size' },
    });
    const answers = await Promise.all(
      ['A', 'B', 'C', 'D'].map((title) =>
        give(shop, 'options.add', {
          item: String(id),
          'title-fr': title,
          'title-en': title,
          stock: '1',
        }),
      ),
    );
    expect(answers.map(({ kind }) => kind)).toEqual(['done', 'done', 'done', 'done']);
    const options = await shop.app.db.itemOption.findMany({ where: { itemId: id } });
    expect(new Set(options.map(({ position }) => position)).size).toBe(options.length);
  });

  test('an item whose picture names an unknown option is refused, and nothing is stored', async () => {
    const before = await shop.app.db.item.count();
    const answer = await give(shop, 'items.create', {
      ...NEW,
      'shown-price': '10',
      images: JSON.stringify([{ url: '/pictures/items/a.webp', optionTitle: 'Mauve' }]),
    });
    expect(answer).toMatchObject({
      kind: 'misused',
      codes: ['item_picture_option_unknown'],
      text: expect.stringMatching(/“Mauve”.* The item has: A\./),
    });
    expect(await shop.app.db.item.count()).toBe(before);
  });

  test('unsafe HTML is removed from the description before it is stored', async () => {
    const made = await give(shop, 'items.create', {
      ...NEW,
      'shown-price': '9,99',
      'description-fr': '<p onclick="steal()">Une corde.</p><script>steal()</script>',
    });
    expect(made).toMatchObject({ kind: 'done', output: { removed: ['script'] } });
    const { descriptionFr } = await shop.app.db.item.findFirstOrThrow({ orderBy: { id: 'desc' } });
    expect(descriptionFr).toBe('<p>Une corde.</p>');
  });
});

describe('an item on the site', () => {
  const shop = useRunning(startTestShop);
  let id: number;
  let item: string;
  beforeAll(async () => {
    ({ id } = await addItem(shop.app.db, { stocks: [1] }));
    item = String(id);
    await shop.app.db.item.update({
      where: { id },
      data: { optionTitleFr: 'Couleur', optionTitleEn: 'Colour' },
    });
  });

  const set = (values: Typed) => give(shop, 'items.set', { item, ...values });
  const shown = async () =>
    itemSchema.parse((await shop.app.client().get(`/api/items/${id}`)).body);
  const label = async () => {
    const { maker, warnings } = await shown();
    return { maker, warnings };
  };

  test('shows its maker when it is complete, and its warnings in both languages', async () => {
    const none = { maker: null, warnings: null };
    expect(await label()).toEqual(none);
    const maker = {
      'maker-name': 'Corderie & Fils',
      'maker-address': '3 quai Sud, 29200 Brest',
      'maker-contact': 'aide@corderie.example',
    };
    const warnings = { 'warnings-fr': 'Un.\nDeux.', 'warnings-en': 'One.' };
    expect(
      await Promise.all([
        set({ ...maker, 'maker-contact': undefined }),
        set({ 'model-reference': 'C-1' }),
        set({ ...warnings, 'warnings-en': undefined }),
        set({ ...maker, 'maker-contact': 'call us' }),
      ]),
    ).toMatchObject([
      { kind: 'misused', codes: ['item_maker_incomplete'] },
      { kind: 'misused', codes: ['item_reference_without_maker'] },
      { kind: 'misused', codes: ['item_warnings_without_english'] },
      {
        kind: 'misused',
        text: '--maker-contact must be an e-mail address, or one such as https://maker.example/contact.',
      },
    ]);
    expect(await label()).toEqual(none);

    expect((await set({ ...maker, ...warnings })).kind).toBe('done');
    await expect.poll(label).toEqual({
      maker: {
        name: 'Corderie & Fils',
        address: '3 quai Sud, 29200 Brest',
        contact: 'aide@corderie.example',
        reference: null,
      },
      warnings: { fr: 'Un.\nDeux.', en: 'One.' },
    });
    expect(await set({ 'maker-name': '' })).toMatchObject({ codes: ['item_maker_incomplete'] });
    const names = Object.keys({ ...maker, ...warnings });
    expect((await set(Object.fromEntries(names.map((name) => [name, ''])))).kind).toBe('done');
    await expect.poll(label).toEqual(none);
  });

  test('shows a new option last, in both languages, with its stock', async () => {
    const titles = { 'title-fr': 'Vert', 'title-en': 'Green' };
    const added = await give(shop, 'options.add', { item, ...titles, stock: '4' });
    expect(added).toMatchObject({ kind: 'done', text: expect.stringMatching(/^Number: \d+/im) });
    const { id: option } = await shop.app.db.itemOption.findFirstOrThrow({
      where: { itemId: id, titleFr: 'Vert' },
    });
    const renamed = { option, 'title-fr': 'Vert pomme', 'title-en': 'Apple green' };
    expect((await give(shop, 'options.set', renamed)).kind).toBe('done');
    await expect
      .poll(async () => (await shown()).options.at(-1))
      .toEqual({ title: { fr: 'Vert pomme', en: 'Apple green' }, remainingStock: 4 });
  });

  test('shows a picture with the option that it names in either language', async () => {
    const images = (pictures: unknown) => set({ images: JSON.stringify(pictures) });
    const seen = async () => (await shown()).images;
    const [first, second] = ['/pictures/items/a-1.webp', '/pictures/items/a-2.webp'];
    const added = await images([
      { url: first, optionTitle: 'Apple green' },
      { url: second, optionTitle: null },
    ]);
    expect(added.kind).toBe('done');
    await expect.poll(seen).toEqual([
      { url: first, optionIndex: 1 },
      { url: second, optionIndex: null },
    ]);
    expect(await images([{ url: first, optionTitle: 'Mauve' }])).toMatchObject({
      codes: ['item_picture_option_unknown'],
    });
    expect(await seen()).toHaveLength(2);
    expect((await images([])).kind).toBe('done');
    await expect.poll(seen).toEqual([]);
  });
});
