import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { readSettings } from './env.ts';

const REQUIRED = {
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
const COMPLETE = { ...REQUIRED, TRUST_PROXY: '10.1.2.0/24' };
/** A rehearsal of production, without real charges. */
const REHEARSAL = {
  ...COMPLETE,
  ALLOW_PAYMENT_EMULATOR: '1',
  STRIPE_SECRET_KEY: 'sk_test_main',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_main',
  STRIPE_BIS_SECRET_KEY: 'sk_test_bis',
  STRIPE_BIS_PUBLISHABLE_KEY: 'pk_test_bis',
};

function badNames(environment: Record<string, string | undefined>): string[] {
  const lines = messageFor(environment).matchAll(/^ {2}([A-Z_]+) /gm);
  return [...lines].map(([, name]) => name ?? '');
}

const NONSENSE: [name: string, value: string][] = [
  ['HOST', 'http://localhost'],
  ['HOST', 'localhost:3000'],
  ['HOST', '127.0.0.1, ::1'],
  ['PORT', '80a'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['PORT', '0x50'],
  ['PORT', '3e3'],
  ['PUBLIC_URL', 'www.agres.example'],
  ['PUBLIC_URL', 'https://agres.example/boutique'],
  ['PUBLIC_URL', 'ftp://agres.example'],
  ['PUBLIC_URL', 'https://agres:hunter2@db.example'],
  ['DATABASE_URL', 'mysql://db/agres'],
  ['APP_SECRET', 'short'],
  ['SMTP_URL', 'https://smtp.example'],
  ['SMTP_URL', 'smtp://user:pw@smtp.example:port'],
  ['SMTP_TLS', 'no'],
  ['MAIL_FROM', 'Agrès'],
  ['CONTACT_EMAIL', 'nobody'],
  ['ALERT_EMAIL', 'one@agres.fr, two@agres.fr'],
  ['STRIPE_SECRET_KEY', 'pk_live_main'],
  ['STRIPE_PUBLISHABLE_KEY', 'sk_live_main'],
  ['STRIPE_WEBHOOK_SECRET', 'we_1Qxyz'],
  ['STRIPE_BIS_SECRET_KEY', 'pk_live_bis'],
  ['STRIPE_BIS_PUBLISHABLE_KEY', 'sk_live_bis'],
  ['STRIPE_BIS_WEBHOOK_SECRET', 'we_1Qxyz'],
  ['STRIPE_API_URL', '127.0.0.1:4242'],
  ['STRIPE_JS_URL', 'stripe.js'],
  ['ALLOW_PAYMENT_EMULATOR', 'yes'],
  ['TRUST_PROXY', '1'],
  ['TRUST_PROXY', '10.0.0.0/99'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['RATE_LIMIT', 'none'],
  ['OPERATOR_PORT', '130000'],
  ['OFFICE_URL', 'office.example.fr'],
  ['OFFICE_URL', 'https://office.example.fr/somewhere'],
  ['OFFICE_HOST', 'http://localhost'],
  ['OFFICE_PORT', '80a'],
  ['OPERATOR_HOST', 'http://10.0.0.1'],
  ['ACCOUNT_PRIVACY', 'open'],
  ['EMAIL_DOMAIN_CHECK', 'yes'],
  ['DEV_HOSTS', 'http://shop.test'],
  ['ASSETS_FOLDER', 'assets'],
  ['ASSETS_FOLDER', '../assets'],
  ['EDGE_SECONDS', '-1'],
  ['EDGE_SECONDS', '1.5'],
  ['EDGE_SECONDS', '10s'],
  ['EDGE_SECONDS', '3601'],
  ['EDGE_SECONDS', '1e3'],
  ['LOG_LEVEL', 'loud'],
  ['ACCESS_LOG', 'yes'],
  ['SHUTDOWN_DELAY', '-1'],
  ['SHUTDOWN_DELAY', '61'],
  ['SHUTDOWN_DELAY', '0x10'],
];
const SECRETS: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'APP_SECRET',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_BIS_SECRET_KEY',
  'STRIPE_BIS_PUBLISHABLE_KEY',
  'STRIPE_BIS_WEBHOOK_SECRET',
]);

function namesInSource(): string[] {
  const source = readFileSync(join(import.meta.dirname, 'env.ts'), 'utf8');
  return [...source.matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name]) => name ?? '');
}

function messageFor(environment: Record<string, string | undefined>): string {
  try {
    readSettings(environment);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

const DEVELOPMENT = { ...REHEARSAL, NODE_ENV: 'development', ALLOW_PAYMENT_EMULATOR: undefined };

describe('readSettings', () => {
  test('accepts a complete environment, with strict defaults', () => {
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
      mail: { tls: 'required' },
      payments: { apiUrl: 'https://api.stripe.com' },
      trustedProxies: ['10.1.2.0/24'],
      shutdownDelayMs: 0,
    });
    expect(readSettings(DEVELOPMENT).api).toMatchObject({
      emailDomainCheck: 'off',
      rateLimit: 'relaxed',
    });
  });

  test('lists every missing setting at once, an empty one included', () => {
    expect(badNames({}).toSorted()).toEqual(Object.keys(REQUIRED).toSorted());
    expect(badNames({ ...COMPLETE, SMTP_URL: ' ' })).toEqual(['SMTP_URL']);
  });

  test.each(NONSENSE)('rejects %s=%s by name, with instructions', (name, value) => {
    const environment = { ...COMPLETE, [name]: value };
    expect(badNames(environment)).toEqual([name]);
    const text = messageFor(environment);
    expect(text).toMatch(/\b(?:must|cannot be read|has at least|would trust)\b/);
    // A setting that may contain a secret appears without its value.
    const isShown = !SECRETS.has(name) && !value.includes('@db');
    expect(text.includes(`  ${name} is ${JSON.stringify(value)}: `)).toBe(isShown);
    expect(text.includes(value)).toBe(isShown);
  });

  test('rejects invalid values for every setting except provider prices and NODE_ENV', () => {
    const refused = new Set(NONSENSE.map(([name]) => name));
    const without = namesInSource().filter((name) => !refused.has(name));
    // Every value of NODE_ENV except development means production. Prices are read from the provider at each
    // start.
    expect(without.filter((name) => !/^STRIPE_(?:BIS_)?PRICE_/.test(name))).toEqual(['NODE_ENV']);
  });

  test.each([
    ['APP_SECRET', 'change-me-change-me-change-me-change-me'],
    ['APP_SECRET', 'a'.repeat(64)],
    ['PUBLIC_URL', 'http://www.agres.example'],
    ['OFFICE_URL', 'http://office.agres.example'],
    ['OFFICE_URL', 'https://www.agres.example:4000'],
    ['STRIPE_API_URL', 'http://127.0.0.1:4242'],
    ['STRIPE_JS_URL', 'http://127.0.0.1:4242/js'],
  ])('rejects %s=%s in production only', (name, value) => {
    const environment = { ...COMPLETE, [name]: value };
    expect(badNames(environment)).toEqual([name]);
    expect(badNames({ ...DEVELOPMENT, [name]: value })).toEqual([]);
  });

  test('G9: requires TRUST_PROXY behind https, to distinguish clients', () => {
    expect(badNames(REQUIRED)).toEqual(['TRUST_PROXY']);
    expect(badNames({ ...DEVELOPMENT, TRUST_PROXY: undefined })).toEqual([]);
    expect(badNames({ ...REQUIRED, PUBLIC_URL: 'http://localhost:3000' })).toEqual([]);
    expect(readSettings({ ...REQUIRED, TRUST_PROXY: 'none' }).trustedProxies).toEqual([]);
  });

  test.each([
    '0.0.0.0/0',
    '10.0.0.0/7',
    '::/0',
    '2000::/3',
    'fc00::/7',
    // These contain all IPv4 addresses, or half of them.
    '::/16',
    '::ffff:0:0/96',
    '::ffff:128.0.0.0/97',
    '10.0.0.0/8,0.0.0.0/1',
    'none,10.0.0.0/8',
  ])('G9: rejects the trusted network %s as too wide', (TRUST_PROXY) => {
    expect(badNames({ ...COMPLETE, TRUST_PROXY })).toEqual(['TRUST_PROXY']);
    expect(badNames({ ...DEVELOPMENT, TRUST_PROXY })).toEqual(['TRUST_PROXY']);
  });

  test.each(['10.0.0.0/8', 'fd00::/16', '127.0.0.1/32,::1/128', '::ffff:10.0.0.0/104'])(
    'accepts the trusted networks %s',
    (TRUST_PROXY) => {
      const { trustedProxies } = readSettings({ ...COMPLETE, TRUST_PROXY });
      expect(trustedProxies).toEqual(TRUST_PROXY.split(','));
    },
  );

  test('G9: allows relaxed rate limits only in a rehearsal or in development', () => {
    const relaxed = { ...COMPLETE, RATE_LIMIT: 'relaxed' };
    expect(badNames(relaxed)).toEqual(['RATE_LIMIT']);
    expect(badNames({ ...REHEARSAL, RATE_LIMIT: 'relaxed' })).toEqual([]);
    expect(badNames({ ...DEVELOPMENT, RATE_LIMIT: 'relaxed' })).toEqual([]);
  });

  test.each([
    ['RATELIMIT', 'RATE_LIMIT'],
    ['rate_limit', 'RATE_LIMIT'],
    ['ACCOUNT_PRIVCY', 'ACCOUNT_PRIVACY'],
    ['ACOCUNT_PRIVACY', 'ACCOUNT_PRIVACY'],
    ['EMAIL_DOMAINS_CHECK', 'EMAIL_DOMAIN_CHECK'],
    ['LOG-LEVEL', 'LOG_LEVEL'],
  ])('reports %s as a misspelling of %s', (name, meant) => {
    const environment = { ...REQUIRED, TRUST_PROXY: 'none', [name]: 'strict' };
    expect(() => readSettings(environment)).toThrow(
      new RegExp(`^ {2}${name} is not a setting: did you mean ${meant}\\?`, 'm'),
    );
    // If our setting is set too, a similar name is another program's variable.
    const ours = {
      RATE_LIMIT: 'strict',
      ACCOUNT_PRIVACY: 'strict',
      EMAIL_DOMAIN_CHECK: 'dns',
      LOG_LEVEL: 'info',
    };
    expect(badNames({ ...environment, ...ours })).toEqual([]);
  });

  test('reports a misspelt setting beside the missing one', () => {
    const { SMTP_URL, ...rest } = COMPLETE;
    expect(badNames({ ...rest, SMTP_ULR: SMTP_URL })).toEqual(['SMTP_URL', 'SMTP_ULR']);
  });

  test('ignores variables of other programs', () => {
    const others = { SHELL: '/bin/sh', HOSTNAME: 'x', POST: '1', PORTS: '1', SMTP_SERVER: 'x' };
    expect(badNames({ ...COMPLETE, ...others })).toEqual([]);
  });

  test('allows a rehearsal to use an emulator on this machine only', () => {
    expect(badNames({ ...REHEARSAL, STRIPE_API_URL: 'http://127.0.0.1:4242' })).toEqual([]);
    expect(badNames({ ...REHEARSAL, STRIPE_API_URL: 'http://10.0.0.1:4242' })).toEqual([
      'STRIPE_API_URL',
    ]);
  });

  test('G9: rejects the same webhook secret for both accounts', () => {
    expect(badNames({ ...COMPLETE, STRIPE_BIS_WEBHOOK_SECRET: 'whsec_main' })).toEqual([
      'STRIPE_BIS_WEBHOOK_SECRET',
    ]);
  });

  test('G9: never mixes real payments with test payments or an emulator', () => {
    const testKeys = {
      STRIPE_BIS_SECRET_KEY: 'sk_test_bis',
      STRIPE_BIS_PUBLISHABLE_KEY: 'pk_test_bis',
    };
    expect(badNames({ ...COMPLETE, ...testKeys })).toEqual(['STRIPE_BIS_SECRET_KEY']);
    expect(badNames({ ...COMPLETE, ALLOW_PAYMENT_EMULATOR: '1' })).toEqual([
      'ALLOW_PAYMENT_EMULATOR',
    ]);
    expect(badNames(REHEARSAL)).toEqual([]);
  });

  test('rejects the same account twice, and test keys beside live ones', () => {
    expect(badNames({ ...COMPLETE, STRIPE_BIS_SECRET_KEY: 'sk_live_main' })).toEqual([
      'STRIPE_BIS_SECRET_KEY',
    ]);
    expect(badNames({ ...COMPLETE, STRIPE_PUBLISHABLE_KEY: 'pk_test_main' })).toEqual([
      'STRIPE_PUBLISHABLE_KEY',
    ]);
  });

  test('rejects live keys in development, with instructions', () => {
    const keys = [
      'STRIPE_SECRET_KEY',
      'STRIPE_PUBLISHABLE_KEY',
      'STRIPE_BIS_SECRET_KEY',
      'STRIPE_BIS_PUBLISHABLE_KEY',
    ];
    const live = { ...COMPLETE, NODE_ENV: 'development' };
    expect(badNames(live)).toEqual(keys);
    const restricted = { STRIPE_SECRET_KEY: 'rk_live_main', STRIPE_BIS_SECRET_KEY: 'rk_live_bis' };
    expect(badNames({ ...live, ...restricted })).toEqual(keys);
    expect(() => readSettings(live)).toThrow(/test keys, .*NODE_ENV/);
    expect(() => readSettings(live)).not.toThrow(/_live_/);
    expect(badNames(DEVELOPMENT)).toEqual([]);
  });

  test('accepts DEV_HOSTS in development only, as host names', () => {
    const { devHosts } = readSettings({ ...DEVELOPMENT, DEV_HOSTS: 'shop.test, Box.lan' });
    expect(devHosts).toEqual(['shop.test', 'box.lan']);
    expect(readSettings(DEVELOPMENT).devHosts).toEqual([]);
    for (const DEV_HOSTS of ['http://shop.test', 'shop.test:3000', 'a b', '*', 'shop.test,']) {
      expect(badNames({ ...DEVELOPMENT, DEV_HOSTS })).toEqual(['DEV_HOSTS']);
    }
    expect(badNames({ ...COMPLETE, DEV_HOSTS: 'shop.test' })).toEqual(['DEV_HOSTS']);
  });

  test('requires an absolute path for ASSETS_FOLDER, and has no default', () => {
    expect(readSettings(COMPLETE).assetsFolder).toBeNull();
    const folderOf = (ASSETS_FOLDER: string) =>
      readSettings({ ...COMPLETE, ASSETS_FOLDER }).assetsFolder;
    expect(folderOf('/var/lib/agres/assets/')).toBe('/var/lib/agres/assets');
    expect(() => folderOf('assets')).toThrow('  ASSETS_FOLDER is "assets": must be the whole path');
  });

  test('enables the edge cache only with a number of seconds', () => {
    expect(readSettings(COMPLETE).edgeSeconds).toBe(0);
    expect(readSettings({ ...COMPLETE, EDGE_SECONDS: '10' }).edgeSeconds).toBe(10);
    expect(() => readSettings({ ...COMPLETE, EDGE_SECONDS: '1h' })).toThrow(
      '  EDGE_SECONDS is "1h": must be whole seconds, 0 to 3600',
    );
  });

  test('reads a secret from a file, and reports one that cannot be read', () => {
    const { APP_SECRET: _, ...rest } = COMPLETE;
    const folder = mkdtempSync(join(tmpdir(), 'agres-env-'));
    writeFileSync(join(folder, 'secret'), `${COMPLETE.APP_SECRET}\n`);
    expect(readSettings({ ...rest, APP_SECRET_FILE: join(folder, 'secret') }).api.appSecret).toBe(
      COMPLETE.APP_SECRET,
    );
    rmSync(folder, { recursive: true });
    expect(badNames({ ...rest, APP_SECRET_FILE: '/nowhere' })).toEqual(['APP_SECRET_FILE']);
    expect(badNames({ ...COMPLETE, APP_SECRET_FILE: '/nowhere' })).toEqual(['APP_SECRET_FILE']);
    expect(badNames({ ...rest, APP_SECRET_FIEL: '/nowhere' })).toEqual([
      'APP_SECRET',
      'APP_SECRET_FIEL',
    ]);
  });

  test('never includes a password in an error', () => {
    const environment = { ...COMPLETE, DATABASE_URL: 'mysql://agres:hunter2@db/agres' };
    expect(() => readSettings(environment)).toThrow(/DATABASE_URL/);
    expect(() => readSettings(environment)).not.toThrow(/hunter2/);
  });

  test('.env.example documents every setting and no other', () => {
    const example = readFileSync(join(import.meta.dirname, '../../../.env.example'), 'utf8');
    const documented = [...example.matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, name]) => name ?? '');
    const read = namesInSource().filter((name) => name !== 'NODE_ENV');
    expect(documented.toSorted()).toEqual(read.toSorted());
  });

  test('enables the metrics only with a port, on the loopback interface by default', () => {
    const operatorOf = (settings: Record<string, string>) =>
      readSettings({ ...COMPLETE, ...settings }).operator;
    expect(operatorOf({ OPERATOR_HOST: '10.0.0.1' })).toBeNull();
    expect(operatorOf({ OPERATOR_PORT: '13000' })).toEqual({ host: '127.0.0.1', port: 13_000 });
    const elsewhere = { OPERATOR_HOST: '10.0.0.1', OPERATOR_PORT: '13000' };
    expect(operatorOf(elsewhere)).toEqual({ host: '10.0.0.1', port: 13_000 });
  });
});
