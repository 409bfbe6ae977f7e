import { LOCALES } from '@agres/domain/locale';

import { expect, signIn, test } from './fixtures.ts';
import {
  CARDS,
  fillDelivery,
  openOrderForm,
  ordersOf,
  payInDialog,
  payWith,
  reopenOrderForm,
  typeByHand,
  WORDS,
} from './purchase-steps.ts';

test('the area France hides the country of the pickup point and sets it to France', async ({
  page,
  member,
}) => {
  const words = WORDS.fr;
  await openOrderForm(page, member, { locale: 'fr' });
  const home = page.getByLabel(words.fields.clientCountry);
  await expect(home).toHaveValue('France');
  await expect(page.getByLabel(words.relayCountry)).toBeHidden();
  await page.getByRole('radio', { name: words.europe }).check();
  await expect(home).toHaveValue('');
  await page.getByLabel(words.relayCountry).fill('Belgique');
  await page.getByRole('radio', { name: words.france }).check();
  await expect(page.getByLabel(words.relayCountry)).toBeHidden();
  await expect(home).toHaveValue('France');
  await home.fill('Suisse');
  await page.getByRole('radio', { name: words.europe }).check();
  await page.getByRole('radio', { name: words.france }).check();
  await expect(home).toHaveValue('Suisse');
  await fillDelivery(page, 'fr');
  await payWith(page, 'fr', CARDS.good);
  await expect(page.getByText('Votre commande est confirmée')).toBeVisible();
  const [order] = await ordersOf(page);
  expect(order?.area).toBe(0);
  expect(order?.shippingAddress).toContain('01000 Bourg-en-Bresse\nFrance\n');
});

test('the order button states on a second line that the order must be paid @phone', async ({
  page,
  member,
}) => {
  await signIn(page.context(), member);
  for (const locale of LOCALES) {
    const words = WORDS[locale];
    await reopenOrderForm(page, { locale });
    const confirm = page.getByRole('button', { name: words.confirm });
    await expect(confirm).toHaveAccessibleName(`${words.confirm} ${words.obligation}`);
    const first = await confirm.getByText(words.confirm).boundingBox();
    const second = await confirm.getByText(words.obligation).boundingBox();
    if (first === null || second === null) throw new Error('The button shows no words.');
    expect(second.y).toBeGreaterThanOrEqual(first.y + first.height);
    await expect(page.getByText(words.obligation), 'said once').toHaveCount(1);
  }
});

for (const device of ['', ' @phone']) {
  test(`the total stays in sight while the form is filled in, and follows the area${device}`, async ({
    page,
    member,
  }) => {
    await signIn(page.context(), member);
    for (const locale of LOCALES) {
      const words = WORDS[locale];
      await reopenOrderForm(page, { locale });
      for (const part of words.parts) {
        await expect(page.getByRole('group', { name: part }), 'all are open at once').toBeVisible();
      }
      await page.getByRole('radio', { name: words.europe }).check();
      const total = page.getByText(words.totalToEurope).filter({ visible: true }).first();
      await typeByHand(page, locale);
      for (const field of [words.fields.relayName, words.fields.clientZipCode]) {
        await page.getByLabel(field, { exact: true }).focus();
        await expect(total).toBeInViewport({ ratio: 1 });
      }
    }
  });
}

test('related fields are side by side, with their error below both @phone', async ({
  page,
  member,
}) => {
  await signIn(page.context(), member);
  for (const locale of LOCALES) {
    const { fields } = WORDS[locale];
    await reopenOrderForm(page, { locale });
    await typeByHand(page, locale);
    const boxOf = async (label: string) => {
      const box = await page.getByLabel(label, { exact: true }).boundingBox();
      if (box === null) throw new Error(`${label} is not shown.`);
      return box;
    };
    for (const [first, second] of [
      [fields.number, fields.name],
      [fields.zipCode, fields.city],
      [fields.firstName, fields.lastName],
      [fields.clientNumber, fields.clientName],
      [fields.clientZipCode, fields.clientCity],
    ] as const) {
      const [left, right] = [await boxOf(first), await boxOf(second)];
      expect(right.y, second).toBe(left.y);
      expect(right.x, second).toBeGreaterThan(left.x + left.width);
    }
    // One message across both fields needs fewer lines, and moves neither field.
    const zipCode = page.getByLabel(fields.clientZipCode, { exact: true });
    await zipCode.fill('-1');
    await zipCode.blur();
    const fault = page.locator('#purchase-clientZipCode-error');
    await expect(fault).toBeVisible();
    const [left, right] = [await boxOf(fields.clientZipCode), await boxOf(fields.clientCity)];
    expect(right.y).toBe(left.y);
    const told = await fault.boundingBox();
    expect(told?.y).toBeGreaterThanOrEqual(left.y + left.height);
    expect(told?.width).toBeGreaterThan(right.width);
  }
});

test('the summary at the foot of a phone names the chosen option @phone', async ({
  page,
  member,
}) => {
  await openOrderForm(page, member, { locale: 'fr', item: 'Parallettes en hêtre' });
  await page.getByRole('main').getByRole('radio', { name: '30 cm' }).check();
  const foot = page.locator('main form summary');
  await expect(foot.getByText('30 cm')).toBeVisible();
  // The option has its own line, so the name is not truncated.
  const name = foot.getByText('Parallettes en hêtre');
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await name.evaluate((part) => part.scrollWidth - part.clientWidth)).toBe(0);
});

test('on a narrow phone every option is in sight, and each fee beside its area @phone', async ({
  page,
  member,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await openOrderForm(page, member, { locale: 'fr', item: 'Parallettes en hêtre' });
  const options = page.getByRole('main').locator('.option-choice');
  await expect(options).toHaveCount(3);
  for (const option of await options.all()) {
    const box = await option.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 400)).toBeLessThanOrEqual(360);
  }
  const area = page.locator('label').filter({ hasText: 'Reste du monde' });
  const name = await area.getByText('Reste du monde').boundingBox();
  const fee = await area.getByText('Livraison').boundingBox();
  expect(fee?.x, 'not under the radio').toBeGreaterThanOrEqual(name?.x ?? 400);
});

test('the links to missing fields are at least 44 px high @phone', async ({ page, member }) => {
  await openOrderForm(page, member, { locale: 'fr' });
  const links = page.locator('#still-missing a');
  await page.getByRole('button', { name: WORDS.fr.confirm }).click({ force: true });
  await expect(links).toHaveCount(3);
  for (const link of await links.all()) {
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
});

test('the card dialog shows item and option on one line @phone', async ({ page, member }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await openOrderForm(page, member, { locale: 'fr', item: 'Parallettes en hêtre', isFilled: true });
  await page.getByRole('button', { name: WORDS.fr.confirm }).click();
  const popup = page.getByRole('dialog', { name: WORDS.fr.shopName });
  const what = popup.getByText('Parallettes en hêtre');
  await expect(what).toHaveText(/hêtre\s·\s\d/);
  const lines = await what.evaluate(
    (part) =>
      part.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(part).lineHeight),
  );
  expect(Math.round(lines)).toBe(1);
});

test('a field left invalid is marked and described, and disables the order button', async ({
  page,
  member,
}) => {
  const words = WORDS.en;
  await openOrderForm(page, member, { locale: 'en' });
  const confirm = page.getByRole('button', { name: words.confirm });
  const relay = page.getByLabel(words.fields.relayName);
  await expect(confirm).toBeDisabled();
  await expect(confirm).toHaveAccessibleDescription(/^Still to do: /);
  await expect(relay).not.toHaveAttribute('aria-invalid', 'true');

  await expect(relay).toBeHidden();
  await typeByHand(page, 'en');
  await expect(relay).toBeFocused();
  await relay.fill('   ');
  await relay.blur();
  await expect(relay).toHaveAttribute('aria-invalid', 'true');
  await expect(relay).toHaveAccessibleDescription(`${words.noRelayName} ${words.incomplete}`);
  await fillDelivery(page, 'en');
  await expect(relay).toHaveAttribute('aria-invalid', 'false');
  await expect(page.getByText(words.incomplete)).toBeHidden();
  await expect(confirm).toBeEnabled();

  await page.getByLabel(words.fields.zipCode).fill('-1');
  await expect(confirm).toBeDisabled();
  await page.getByLabel(words.fields.zipCode).fill('01000');
  await page.getByRole('checkbox', { name: words.terms }).uncheck();
  await expect(confirm).toBeDisabled();
});

test('an empty required field shows no tick, untouched, left or cleared', async ({
  page,
  member,
}) => {
  await openOrderForm(page, member, { locale: 'fr' });
  const ticks = page.getByRole('main').locator('form svg.text-success');
  const relay = page.getByLabel(WORDS.fr.fields.relayName);
  await expect(relay).toHaveAttribute('required');
  await expect(ticks).toHaveCount(0);
  await typeByHand(page, 'fr');
  await relay.focus();
  await relay.blur();
  await expect(relay).toHaveAttribute('aria-invalid', 'true');
  await expect(ticks).toHaveCount(0);
  await relay.fill('Tabac des Halles');
  await expect(ticks).toHaveCount(1);
  await relay.fill('');
  await expect(relay).toHaveAttribute('aria-invalid', 'true');
  await expect(ticks).toHaveCount(0);
});

test('the form links to the terms and the relay finder in its language', async ({
  page,
  member,
}) => {
  await signIn(page.context(), member);
  const linksIn = async (locale: 'fr' | 'en') => {
    await reopenOrderForm(page, { locale });
    await typeByHand(page, locale);
    const form = page.getByRole('main');
    const terms = form.getByRole('link', { name: WORDS[locale].terms });
    const finder = form.getByRole('link', { name: /^(Trouver|Find)/ });
    await expect(terms).toHaveAttribute('target', '_blank');
    await expect(finder).toHaveAttribute('target', '_blank');
    return [await terms.getAttribute('href'), await finder.getAttribute('href')];
  };
  const french = await linksIn('fr');
  const english = await linksIn('en');
  expect(french[0]).toBe('/fr/conditions-generales');
  expect(english[0]).toBe('/en/terms-of-use');
  expect(french[1]).not.toBe(english[1]);
});

test('« Annuler » leads back to the list and deletes the input', async ({ page, member }) => {
  await openOrderForm(page, member, { locale: 'fr' });
  await typeByHand(page, 'fr');
  await page.getByLabel(WORDS.fr.fields.relayName).fill('Tabac des Halles');
  await page.getByRole('button', { name: WORDS.fr.cancel }).click();
  await expect(page).toHaveURL('/fr/boutique');
  await reopenOrderForm(page, { locale: 'fr' });
  await expect(page.getByLabel(WORDS.fr.fields.relayName)).toHaveValue('');
});

test('the card dialog has the shop’s name, saves no card, and returns the focus when closed', async ({
  page,
  member,
  foreignRequests,
}) => {
  await openOrderForm(page, member, { locale: 'en', isFilled: true });
  await page.waitForLoadState('networkidle');
  expect(foreignRequests, 'before a card is asked for').toEqual([]);

  const confirm = page.getByRole('button', { name: WORDS.en.confirm });
  const popup = page.getByRole('dialog', { name: WORDS.en.shopName });
  await confirm.click();
  await expect(popup).toContainText('€29.99');
  await expect(popup.getByLabel(WORDS.en.card.number)).toBeFocused();
  expect(foreignRequests.map((url) => new URL(url).pathname)).toContain('/v3/');
  await expect(popup.getByRole('heading')).toHaveText(WORDS.en.shopName);
  await expect(popup.getByRole('checkbox')).toHaveCount(0);
  await expect(popup.getByText(/remember|save/i)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(popup).toBeHidden();
  await expect(confirm).toBeFocused();

  await confirm.click();
  await popup.getByRole('button', { name: 'Close' }).click();
  await expect(popup).toBeHidden();
  await expect(confirm).toBeFocused();
});

test('on a phone a postcode opens the number pad, and autofill covers the recipient only', async ({
  page,
  member,
}) => {
  const { fields, europe } = WORDS.fr;
  await openOrderForm(page, member, { locale: 'fr' });
  const zipCode = page.getByLabel(fields.zipCode, { exact: true });
  await expect(zipCode).toHaveAttribute('inputmode', 'numeric');
  for (const name of ['relayName', 'number', 'name', 'zipCode', 'city'] as const) {
    const field = page.getByLabel(fields[name], { exact: true });
    await expect(field).toHaveAttribute('autocomplete', 'off');
  }
  const tokens = {
    firstName: 'given-name',
    lastName: 'family-name',
    clientName: 'address-line1',
    clientZipCode: 'postal-code',
    clientCity: 'address-level2',
    clientCountry: 'country-name',
  } as const;
  for (const [name, token] of Object.entries(tokens)) {
    const label = Object.entries(fields).find(([field]) => field === name)?.[1] ?? '';
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('autocomplete', token);
  }
  await page.getByRole('radio', { name: europe }).check();
  await expect(zipCode).toHaveAttribute('inputmode', 'text');
});

test('the payment provider’s error is in the language of the page', async ({ page, member }) => {
  await openOrderForm(page, member, { locale: 'fr', isFilled: true });
  // A valid number, but not a test card.
  await payWith(page, 'fr', '4539578763621486');
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
    /^Votre carte a été refusée\./,
  );
});

test('a card sent offline shows an error in the dialog, and is sent by the next click', async ({
  page,
  context,
  member,
}) => {
  const words = WORDS.fr;
  await openOrderForm(page, member, { locale: 'fr', isFilled: true });
  await page.getByRole('button', { name: words.confirm }).click();
  const popup = page.getByRole('dialog', { name: words.shopName });
  await popup.getByLabel(words.card.number).waitFor();
  await context.setOffline(true);
  await payInDialog(page, 'fr', CARDS.good);
  await expect(popup.getByRole('alert')).toBeVisible();
  const pay = popup.getByRole('button', { name: words.pay });
  await expect(pay).toBeEnabled();
  await context.setOffline(false);
  await pay.click();
  await expect(page.getByText(words.bought)).toBeVisible();
});

for (const locale of LOCALES) {
  const words = WORDS[locale];

  test(`an invalid value shows an error at its field, in ${locale}`, async ({ page, member }) => {
    await openOrderForm(page, member, { locale, isFilled: true });
    await page.getByRole('radio', { name: words.europe }).check();
    const wrong = [
      [words.fields.number, '-1', words.faults.negative],
      [words.fields.clientZipCode, '-1', words.faults.postcode],
      [words.fields.clientZipCode, '1'.repeat(13), words.faults.tooLong],
      [words.relayCountry, 'Sydney', words.faults.noCountry],
      [words.relayCountry, words.faults.farCountry, words.faults.otherArea],
    ] as const;
    for (const [label, value, fault] of wrong) {
      const field = page.getByLabel(label, { exact: true });
      await field.fill(value);
      await field.blur();
      const description = `${fault} ${words.incomplete}$`.replaceAll(' ', String.raw`\s`);
      await expect(field).toHaveAccessibleDescription(new RegExp(description));
      await expect(page.getByText(fault)).toBeVisible();
    }
    await expect(page.getByText(words.incomplete)).toBeVisible();
    await expect(page.getByRole('button', { name: words.confirm })).toBeDisabled();
  });
}

test('the disabled button lists what is missing until the form is complete', async ({
  page,
  member,
}) => {
  const words = WORDS.fr;
  await openOrderForm(page, member, { locale: 'fr' });
  const main = page.getByRole('main');
  const missing = main.getByText(words.missing.still);
  await expect(missing).toBeVisible();
  await page.getByLabel(words.fields.clientName, { exact: true }).focus();
  await page.getByLabel(words.fields.clientName, { exact: true }).blur();
  const { point, address, terms } = words.missing;
  const missingLinks = main.getByRole('list', { name: words.missing.still }).getByRole('link');
  await expect(missingLinks).toHaveText([point, address, terms]);
  await missingLinks.first().click();
  await expect(main.getByRole('searchbox')).toBeFocused();
  await expect(main.getByRole('searchbox')).toHaveAccessibleDescription(words.missing.search);
  const street = page.getByLabel(words.fields.clientName, { exact: true });
  await expect(street).toHaveAccessibleDescription(`${words.faults.noStreet} ${words.incomplete}`);
  await fillDelivery(page, 'fr');
  await expect(main).not.toContainText(words.missing.still);
  await expect(page.getByRole('button', { name: words.confirm })).toBeEnabled();

  await page.getByLabel(words.fields.city).fill('');
  await page.getByRole('checkbox', { name: words.terms }).uncheck();
  await expect(main.getByRole('list', { name: words.missing.still }).getByRole('link')).toHaveText([
    words.fields.city,
    terms,
  ]);
  await page.getByRole('checkbox', { name: words.terms }).check();
  await page.getByLabel(words.fields.city).fill('Bourg');
  await page.getByLabel(words.fields.number).fill('-3');
  await expect(main.getByRole('list', { name: words.missing.wrong }).getByRole('link')).toHaveText([
    words.fields.number,
  ]);
});

test('an unusual postcode shows a warning without blocking the order', async ({ page, member }) => {
  const words = WORDS.fr;
  await openOrderForm(page, member, { locale: 'fr', isFilled: true });
  const doubted = [
    page.getByLabel(words.fields.zipCode),
    page.getByLabel(words.fields.clientZipCode, { exact: true }),
  ];
  for (const zipCode of doubted) {
    await expect(zipCode).toHaveAccessibleDescription('');
    await zipCode.fill('1000');
    await zipCode.blur();
    await expect(zipCode).toHaveAccessibleDescription(words.doubt);
    await expect(zipCode).toHaveAttribute('aria-invalid', 'false');
  }
  await expect(page.getByRole('button', { name: words.confirm })).toBeEnabled();
  await page.getByLabel(words.fields.clientCountry, { exact: true }).fill('Belgique');
  await expect(page.getByText(words.doubt)).toHaveCount(1);
});

test('an overseas postcode offers its area and fee', async ({ page, member }) => {
  const words = WORDS.fr;
  const { reunion } = words;
  await openOrderForm(page, member, { locale: 'fr', isFilled: true });
  const zipCode = page.getByLabel(words.fields.zipCode);
  const confirm = page.getByRole('button', { name: words.confirm });
  await zipCode.fill('98000');
  await expect(page.getByText(reunion.monacoAsked)).toBeVisible();
  await zipCode.fill('97400');
  await zipCode.blur();
  await expect(page.getByText(reunion.asked)).toBeVisible();
  await expect(zipCode).toHaveAccessibleDescription(
    new RegExp(`^${words.faults.otherAreaPostcode}`),
  );
  await expect(confirm).toBeDisabled();

  await page.getByRole('button', { name: reunion.choose }).click();
  await expect(page.getByText(reunion.asked)).toBeHidden();
  await expect(zipCode).toBeFocused();
  await expect(zipCode).toHaveValue('97400');
  await expect(page.getByRole('radio', { name: words.elsewhere })).toBeChecked();
  await expect(page.getByLabel(words.relayCountry)).toHaveValue(reunion.name);
  await expect(page.getByText(reunion.total).filter({ visible: true }).first()).toBeVisible();
  const call = page.waitForRequest('**/trpc/shop.buy*');
  await payWith(page, 'fr', CARDS.good);
  expect((await call).postDataJSON()['0'] ?? (await call).postDataJSON()).toMatchObject({
    area: 2,
    countryCode: 'RE',
    shownAmountCents: 4999,
    shippingAddress: expect.stringContaining(`97400 Bourg-en-Bresse\n${reunion.name}\n`),
  });
  await expect(page.getByText(words.bought)).toBeVisible();
  const [order] = await ordersOf(page);
  expect(order).toMatchObject({ area: 2, amountCents: 4999 });
});

test('the pickup point’s country is one of the area, and sent with the order', async ({
  page,
  member,
}) => {
  const words = WORDS.fr;
  await openOrderForm(page, member, { locale: 'fr', isFilled: true });
  const country = page.getByLabel(words.relayCountry);
  const offered = () =>
    country.evaluate((input) =>
      input instanceof HTMLInputElement
        ? Array.from(input.list?.options ?? [], (o) => o.value)
        : [],
    );
  await page.getByRole('radio', { name: words.elsewhere }).check();
  expect(await offered()).toContain(words.faults.farCountry);
  expect(await offered()).not.toContain(words.belgium);
  await page.getByRole('radio', { name: words.europe }).check();
  expect(await offered()).toContain(words.belgium);
  expect(await offered()).not.toContain('France');

  // The order has the country's name in the buyer's language, however the buyer typed it.
  await country.fill('belgie');
  const call = page.waitForRequest('**/trpc/shop.buy*');
  await payWith(page, 'fr', CARDS.good);
  expect((await call).postDataJSON()['0'] ?? (await call).postDataJSON()).toMatchObject({
    area: 1,
    countryCode: 'BE',
    shippingAddress: expect.stringContaining(`\n${words.belgium}\n`),
  });
  await expect(page.getByText(words.bought)).toBeVisible();
});

test('a skipped field is marked, and its name in the list links to it', async ({
  page,
  member,
}) => {
  const words = WORDS.fr;
  await openOrderForm(page, member, { locale: 'fr', isFilled: true });
  await page.getByRole('radio', { name: words.europe }).check();
  const country = page.getByLabel(words.relayCountry);
  await expect(country).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('alert')).toHaveText(words.incomplete);
  const link = page.getByRole('main').getByRole('link', { name: words.relayCountry });
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(country).toBeFocused();
  await country.fill(words.belgium);
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(link).toBeHidden();
});

test('a click on the disabled button marks what is missing and focuses it', async ({
  page,
  member,
}) => {
  const words = WORDS.fr;
  await openOrderForm(page, member, { locale: 'fr' });
  const confirm = page.getByRole('button', { name: words.confirm });
  const marked = page.locator('main form [aria-invalid=true]');
  await expect(confirm).toBeDisabled();
  await expect(marked).toHaveCount(0);
  await confirm.click({ force: true });
  // The search comes first, because it fills in the fields of the pickup point.
  await expect(page.getByRole('main').getByRole('searchbox')).toBeFocused();
  await expect(page.getByRole('alert')).toHaveText(words.incomplete);
  // The search, the terms and the empty fields: the member's name is filled in, both countries are France.
  await expect(marked).toHaveCount(11);
  const terms = page.getByRole('checkbox', { name: words.terms });
  await expect(terms).toHaveAccessibleDescription(words.noTerms);
  await expect(confirm).toBeDisabled();

  await typeByHand(page, 'fr');
  await expect(page.getByLabel(words.fields.relayName)).toBeFocused();
  await expect(marked).toHaveCount(5);
  await confirm.click({ force: true });
  await expect(marked).toHaveCount(10);
  for (const field of await page.locator('main form input[required]:not([type=checkbox])').all()) {
    if ((await field.inputValue()) !== '') continue;
    await expect(field).toHaveAccessibleDescription(/^Saisissez /);
  }
  await terms.check();
  await expect(page.getByText(words.noTerms)).toBeHidden();
});

test('a press reaches its target although the field it leaves gets an error', async ({
  page,
  member,
}) => {
  const { fields, terms } = WORDS.fr;
  // Where the fields are out of sight, the browser keeps the rest in place by itself.
  await page.setViewportSize({ width: 1280, height: 2000 });
  await openOrderForm(page, member, { locale: 'fr' });
  await page.getByLabel(fields.clientCity, { exact: true }).focus();
  const box = page.getByRole('checkbox', { name: terms });
  await box.hover();
  await page.mouse.down();
  // A person takes longer than the page to show the errors.
  await page.waitForTimeout(200);
  await page.mouse.up();
  await expect(box).toBeChecked();
});

test('a number typed before the street moves to its own field', async ({ page, member }) => {
  const { fields } = WORDS.fr;
  await openOrderForm(page, member, { locale: 'fr' });
  const number = page.getByLabel(fields.clientNumber, { exact: true });
  const street = page.getByLabel(fields.clientName, { exact: true });
  for (const [typed, moved, rest] of [
    ['12 rue Neuve', '12', 'rue Neuve'],
    ['12, rue Neuve', '12', 'rue Neuve'],
    ['12 bis rue Neuve', '12', 'bis rue Neuve'],
    ['rue du 8 mai 1945', '', 'rue du 8 mai 1945'],
    ['12', '', '12'],
  ] as const) {
    await number.fill('');
    await street.fill(typed);
    await street.blur();
    await expect(number, typed).toHaveValue(moved);
    await expect(street, typed).toHaveValue(rest);
  }
  await number.fill('7');
  await street.fill('12 rue Neuve');
  await street.blur();
  await expect(street, 'a typed number stays').toHaveValue('12 rue Neuve');
});
