import { fileURLToPath } from 'node:url';

import type { Browser, Page } from '@playwright/test';
import Fastify, { type FastifyInstance } from 'fastify';
import { rolldown } from 'rolldown';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { browserHere } from '../../../scripts/find-browser.ts';
import { launchChromium } from './testing/browser.ts';
import { startEmulator, tokenParams, type RunningEmulator } from './testing/running-emulator.ts';

const INVALID_CVC = { type: 'card_error', code: 'invalid_cvc', message: 'English.' };

const executablePath = browserHere();
if (executablePath === undefined) {
  process.stdout.write(
    'Left out: the browser script in a real browser (no Chromium found; set CHROMIUM_PATH).\n',
  );
}

describe.skipIf(executablePath === undefined)(
  'the browser script under a strict content security policy',
  () => {
    let emulator: RunningEmulator;
    let site: FastifyInstance;
    let siteUrl: string;
    let browser: Browser;
    let page: Page;
    let complaints: string[];

    beforeAll(async () => {
      emulator = await startEmulator();
      site = await startSite(emulator.url);
      siteUrl = await site.listen({ host: '127.0.0.1', port: 0 });
      browser = await launchChromium(executablePath ?? '');
    });
    afterAll(async () => {
      await browser.close();
      await site.close();
      await emulator.app.close();
    });
    beforeEach(async () => {
      emulator.control.reset();
      complaints = [];
      page = await browser.newPage();
      page.on('console', (message) => {
        if (message.type() !== 'log') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
    });
    afterEach(async () => {
      await page.close();
    });

    const open = async (query = '') => {
      await page.goto(`${siteUrl}/?${query}`);
      await page.getByRole('textbox').first().waitFor();
    };
    const field = (label: string) => page.getByLabel(label);
    const type = async (text: string) => page.keyboard.type(text);
    const output = async (name: string) => (await page.locator(`#${name}`).textContent()) ?? '';
    const read = async (name: string): Promise<unknown> => {
      await expect.poll(() => output(name)).not.toBe('');
      return JSON.parse(await output(name));
    };
    const result = () => read('result');
    const press = (name: string) => page.getByRole('button', { name }).click();

    test('creates a token from a typed card, which can be charged', async () => {
      await open();
      await field('Card number').click();
      await type('4242424242424242');
      await type('1240');
      await type('123');
      expect(await field('Card number').inputValue()).toBe('4242 4242 4242 4242');
      expect(await field('Expiration date').inputValue()).toBe('12 / 40');
      expect(await field('Security code').inputValue()).toBe('123');
      await expect
        .poll(() => read('change'))
        .toEqual({
          elementType: 'card',
          empty: false,
          complete: true,
          brand: 'visa',
        });
      await press('Pay');
      const { token } = tokenIn(await result());
      expect(token).toMatchObject({ object: 'token', card: { last4: '4242' } });

      const intent = await emulator.main.paymentIntents.create({ amount: 2999, currency: 'eur' });
      const paid = await emulator.main.paymentIntents.confirm(intent.id, tokenParams(token.id));
      expect(paid.status).toBe('succeeded');
      expect(complaints).toEqual([]);
    });

    test('reports missing and invalid fields in the language of the page', async () => {
      await open('locale=fr');
      await press('Pay');
      expect(await result()).toMatchObject({
        error: { code: 'incomplete_number', message: 'Votre numéro de carte est incomplet.' },
      });
      await field('Numéro de carte').click();
      await type('4242424242424241');
      await expect.poll(() => output('change')).toContain('invalid_number');
      expect(await field('Numéro de carte').getAttribute('aria-invalid')).toBe('true');
      await field('Numéro de carte').fill('4242 4242 4242 4242');
      await field('Date d’expiration').fill('01/20');
      await expect.poll(() => output('change')).toContain('invalid_expiry_year_past');
      await field('Date d’expiration').fill('13/40');
      await expect.poll(() => output('change')).toContain('invalid_expiry_month');
      await field('Date d’expiration').fill('12/40');
      await field('Code de sécurité').fill('1');
      await field('Numéro de carte').focus();
      await expect.poll(() => output('change')).toContain('incomplete_cvc');
    });

    test('passes on an error of the provider', async () => {
      await open();
      await field('Card number').fill('4111111111111111');
      await field('Expiration date').fill('12/40');
      await field('Security code').fill('123');
      await press('Pay');
      expect(await result()).toMatchObject({
        error: { type: 'card_error', decline_code: 'test_mode_live_card' },
      });
    });

    test('reports an unreachable provider', async () => {
      await open();
      await field('Card number').fill('4242424242424242');
      await field('Expiration date').fill('12/40');
      await field('Security code').fill('123');
      emulator.control.addFault({ operation: 'tokens.create', effect: 'reset', times: 9 });
      await press('Pay');
      expect(await result()).toMatchObject({ error: { type: 'api_connection_error' } });
    });

    test.each([
      { what: 'an invalid security code', status: 402, error: INVALID_CVC, says: /a été refusée/ },
      { what: 'an unreadable response', status: 200, error: undefined, says: /joindre/ },
    ])('reports $what in French on a French page', async ({ status, error, says }) => {
      await page.route('**/v1/tokens', (route) =>
        route.fulfill({
          status,
          json: { error },
          headers: { 'access-control-allow-origin': '*' },
        }),
      );
      await open('locale=fr');
      await field('Numéro de carte').fill('4242424242424242');
      await field('Date d’expiration').fill('12/40');
      await field('Code de sécurité').fill('123');
      await press('Pay');
      expect(await result()).toMatchObject({
        error: { message: expect.stringMatching(says) },
      });
    });

    test('supports edits inside a number, and Backspace across fields', async () => {
      await open();
      await field('Card number').click();
      await type('424242424242');
      for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Backspace');
      await type('9');
      expect(await field('Card number').inputValue()).toBe('4242 4249 4242');
      expect(
        await field('Card number').evaluate((input: HTMLInputElement) => input.selectionStart),
      ).toBe(9);

      await field('Expiration date').click();
      await type('12');
      await type('/4');
      expect(await field('Expiration date').inputValue()).toBe('12 / 4');
      for (let step = 0; step < 3; step += 1) await page.keyboard.press('Backspace');
      expect(await field('Expiration date').inputValue()).toBe('');
      await page.keyboard.press('Backspace');
      await type('4');
      expect(await field('Card number').inputValue()).toBe('4242 4249 4242 4');
    });

    test('supports American Express', async () => {
      await open();
      await field('Card number').click();
      await type('378282246310005');
      await type('740');
      await type('1234');
      expect(await field('Card number').inputValue()).toBe('3782 822463 10005');
      expect(await field('Expiration date').inputValue()).toBe('07 / 40');
      expect(await field('Security code').inputValue()).toBe('1234');
      await expect.poll(() => read('change')).toMatchObject({ complete: true, brand: 'amex' });
    });

    test('emits ready, focus, blur and escape', async () => {
      await open();
      await expect.poll(() => output('events')).toContain('ready');
      await field('Card number').focus();
      await field('Expiration date').focus();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Pay' }).focus();
      await expect
        .poll(async () => (await output('events')).replaceAll(/(ready )+/g, 'ready '))
        .toBe('ready focus escape blur');
    });

    test('applies the style given by the page', async () => {
      await open();
      const number = field('Card number');
      const colour = () => number.evaluate((input) => getComputedStyle(input).color);
      expect(await colour()).toBe('rgb(10, 20, 30)');
      expect(await number.evaluate((input) => getComputedStyle(input).fontSize)).toBe('18px');
      await number.fill('4242424242424241');
      await expect.poll(colour).toBe('rgb(200, 0, 0)');
      expect(complaints).toEqual([]);
    });

    describe('3-D Secure', () => {
      const challenge = async () => {
        const intent = await emulator.main.paymentIntents.create({ amount: 2999, currency: 'eur' });
        await emulator.main.paymentIntents.confirm(intent.id, {
          payment_method: 'pm_card_threeDSecure2Required',
        });
        await open(`secret=${intent.client_secret ?? ''}`);
        await press('Authenticate');
        const dialog = page.getByRole('dialog', { name: '3D Secure 2 test page' });
        await dialog.waitFor();
        return { id: intent.id, dialog };
      };
      const statusOf = async (id: string) =>
        (await emulator.main.paymentIntents.retrieve(id)).status;

      test('completes in a dialog', async () => {
        const { id, dialog } = await challenge();
        expect(await statusOf(id)).toBe('requires_action');
        await dialog.getByRole('button', { name: 'Complete authentication' }).click();
        expect(await result()).toMatchObject({ paymentIntent: { id, status: 'succeeded' } });
        expect(await statusOf(id)).toBe('succeeded');
        expect(await page.getByRole('dialog').count()).toBe(0);
        expect(complaints).toEqual([]);
      });

      test('fails by the button and by Escape', async () => {
        for (const answer of ['button', 'key']) {
          const { id, dialog } = await challenge();
          if (answer === 'key') await page.keyboard.press('Escape');
          else await dialog.getByRole('button', { name: 'Fail authentication' }).click();
          expect(await result()).toMatchObject({
            error: {
              code: 'payment_intent_authentication_failure',
              payment_intent: { id, status: 'requires_payment_method' },
            },
          });
          expect(await statusOf(id)).toBe('requires_payment_method');
        }
      });

      test('focuses its complete button, and returns the focus afterwards', async () => {
        const { dialog } = await challenge();
        const complete = dialog.getByRole('button', { name: 'Complete authentication' });
        expect(await complete.evaluate((button) => button.matches(':focus'))).toBe(true);
        await page.keyboard.press('Enter');
        await result();
        const opener = page.getByRole('button', { name: 'Authenticate' });
        expect(await opener.evaluate((button) => button.matches(':focus'))).toBe(true);
      });
    });
  },
);

function tokenIn(result: unknown): { token: { id: string } } {
  if (typeof result === 'object' && result !== null && 'token' in result) {
    const { token } = result;
    if (typeof token === 'object' && token !== null && 'id' in token) {
      return { token: { ...token, id: String(token.id) } };
    }
  }
  throw new Error(`expected a token: ${JSON.stringify(result)}`);
}

/** Starts a site on another origin, with a content security policy as strict as the product's. */
async function startSite(emulatorUrl: string): Promise<FastifyInstance> {
  const build = await rolldown({
    input: fileURLToPath(new URL('testing/checkout-page.tsx', import.meta.url)),
    platform: 'browser',
    logLevel: 'silent',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  });
  const { output } = await build.generate({ format: 'iife' });
  await build.close();
  const site = Fastify({ forceCloseConnections: true });
  site.get('/page.js', (_request, reply) => reply.type('text/javascript').send(output[0].code));
  site.get('/favicon.ico', (_request, reply) => reply.code(204).send());
  site.get('/', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        `default-src 'self'; script-src 'self' ${emulatorUrl}; style-src 'self'; connect-src 'self' ${emulatorUrl}; frame-src 'none'; object-src 'none'; base-uri 'none'`,
      )
      .send(
        `<!doctype html><html lang="en"><title>Checkout</title><main id="root"></main>
<script src="${emulatorUrl}/v3/"></script><script src="/page.js"></script></html>`,
      ),
  );
  return site;
}
