import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { readSettings } from './env.ts';

const COMPLETE = {
  PUBLIC_URL: 'https://www.agres.example',
  DATABASE_URL: 'postgres://agres:pw@db.internal:5432/agres',
  APP_SECRET: 'q7Jm1x9TtFz0cKc2yRr5hW8nB3vD6uLp+4=',
  SMTP_URL: 'smtps://user:pw@smtp.example:465',
  MAIL_FROM: 'Agrès <bonjour@agres.fr>',
  CONTACT_EMAIL: 'contact@agres.fr',
  ALERT_EMAIL: 'alerte@agres.fr',
  STRIPE_SECRET_KEY: 'sk_live_main',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_main',
  STRIPE_WEBHOOK_SECRET: 'whsec_main',
  STRIPE_PRICE_MONTHLY: 'price_m',
  STRIPE_PRICE_YEARLY: 'price_y',
  STRIPE_BIS_SECRET_KEY: 'sk_live_bis',
  STRIPE_BIS_PUBLISHABLE_KEY: 'pk_live_bis',
  STRIPE_BIS_WEBHOOK_SECRET: 'whsec_bis',
  STRIPE_BIS_PRICE_MONTHLY: 'price_bm',
  STRIPE_BIS_PRICE_YEARLY: 'price_by',
};

/** The names that a refusal lists, each on a line of its own. */
function refusedNames(environment: Record<string, string | undefined>): string[] {
  try {
    readSettings(environment);
    return [];
  } catch (error) {
    const text = error instanceof Error ? error.message : '';
    return [...text.matchAll(/^ {2}([A-Z_]+) /gm)].map(([, name]) => name ?? '');
  }
}

describe('readSettings', () => {
  test('takes a complete environment, strict and careful by default', () => {
    const settings = readSettings(COMPLETE);
    expect(settings).toMatchObject({
      mode: 'production',
      host: '127.0.0.1',
      port: 3000,
      api: {
        publicUrl: 'https://www.agres.example',
        accountPrivacy: 'spec',
        emailDomainCheck: 'dns',
        rateLimit: 'strict',
      },
      payments: { apiUrl: 'https://api.stripe.com' },
      trustedProxies: [],
      shutdownDelayMs: 0,
    });
    expect(readSettings({ ...COMPLETE, NODE_ENV: 'development' }).api).toMatchObject({
      emailDomainCheck: 'off',
      rateLimit: 'relaxed',
    });
  });

  test('lists every missing name at once, an empty one among them', () => {
    expect(refusedNames({}).toSorted()).toEqual(Object.keys(COMPLETE).toSorted());
    expect(refusedNames({ ...COMPLETE, SMTP_URL: ' ' })).toEqual(['SMTP_URL']);
  });

  test.each([
    ['PORT', '80a'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'www.agres.example'],
    ['PUBLIC_URL', 'https://agres.example/boutique'],
    ['DATABASE_URL', 'mysql://db/agres'],
    ['APP_SECRET', 'short'],
    ['SMTP_URL', 'https://smtp.example'],
    ['MAIL_FROM', 'Agrès'],
    ['CONTACT_EMAIL', 'nobody'],
    ['STRIPE_SECRET_KEY', 'pk_live_main'],
    ['STRIPE_WEBHOOK_SECRET', 'secret'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', '10.0.0.0/99'],
    ['RATE_LIMIT', 'none'],
    ['ACCOUNT_PRIVACY', 'open'],
    ['EMAIL_DOMAIN_CHECK', 'yes'],
    ['LOG_LEVEL', 'loud'],
    ['SHUTDOWN_DELAY', '-1'],
  ])('refuses %s=%s by name', (name, value) => {
    expect(refusedNames({ ...COMPLETE, [name]: value })).toEqual([name]);
  });

  test.each([
    ['APP_SECRET', 'change-me-change-me-change-me-change-me'],
    ['APP_SECRET', 'a'.repeat(64)],
    ['PUBLIC_URL', 'http://www.agres.example'],
    ['STRIPE_API_URL', 'http://127.0.0.1:4242'],
    ['STRIPE_JS_URL', 'http://127.0.0.1:4242/js'],
  ])('refuses %s=%s in production alone', (name, value) => {
    const environment = { ...COMPLETE, [name]: value };
    expect(refusedNames(environment)).toEqual([name]);
    expect(refusedNames({ ...environment, NODE_ENV: 'development' })).toEqual([]);
  });

  test('lets a rehearsal use an emulator on this machine, and nowhere else', () => {
    const rehearsal = { ...COMPLETE, ALLOW_PAYMENT_EMULATOR: '1' };
    expect(refusedNames({ ...rehearsal, STRIPE_API_URL: 'http://127.0.0.1:4242' })).toEqual([]);
    expect(refusedNames({ ...rehearsal, STRIPE_API_URL: 'http://10.0.0.1:4242' })).toEqual([
      'STRIPE_API_URL',
    ]);
  });

  test('refuses one account twice, and test keys beside real ones', () => {
    expect(refusedNames({ ...COMPLETE, STRIPE_BIS_SECRET_KEY: 'sk_live_main' })).toEqual([
      'STRIPE_BIS_SECRET_KEY',
    ]);
    expect(refusedNames({ ...COMPLETE, STRIPE_PUBLISHABLE_KEY: 'pk_test_main' })).toEqual([
      'STRIPE_PUBLISHABLE_KEY',
    ]);
  });

  test('never repeats a password in what it says', () => {
    const environment = { ...COMPLETE, DATABASE_URL: 'mysql://agres:hunter2@db/agres' };
    expect(() => readSettings(environment)).toThrow(/DATABASE_URL/);
    expect(() => readSettings(environment)).not.toThrow(/hunter2/);
  });

  test('.env.example documents every name that is read, and none beside them', () => {
    const example = readFileSync(join(import.meta.dirname, '../../../.env.example'), 'utf8');
    const documented = [...example.matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, name]) => name ?? '');
    const source = readFileSync(join(import.meta.dirname, 'env.ts'), 'utf8');
    const read = [...source.matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name]) => name ?? '');
    expect(documented.toSorted()).toEqual(read.filter((name) => name !== 'NODE_ENV').toSorted());
  });
});
