import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/**
 * Files that change their process (its clock, its globals, its signals): each runs in a process of its own.
 * scripts/tests-apart.test.ts finds the files missing here.
 */
export const TESTS_APART: readonly string[] = [
  'apps/server/test/office/office-process.test.ts',
  'apps/server/test/pages/delivery-day.test.ts',
  'apps/server/test/users/email-limit.test.ts',
  'apps/web/src/features/checkout/card-call.test.ts',
  'apps/web/src/features/checkout/card-payment.test.ts',
  'apps/web/src/features/checkout/pending-call.test.ts',
  'apps/web/src/lib/draft-store.test.ts',
  'apps/web/src/lib/log-in-notes.test.ts',
  'packages/db/src/db.test.ts',
  'packages/db/src/testing.test.ts',
];

/** Drills of the owner's programs and of the proxy in front of the site: they start programs, and test no call. */
const DRILLS: readonly string[] = [
  'apps/server/test/operations/backup-drill.test.ts',
  'apps/server/test/operations/doctor.test.ts',
  'apps/server/test/operator/caddy.test.ts',
];

/** Copies the built office, which `pnpm dev` in scripts/dev.test.ts builds again: not at the same time. */
const RELEASE = 'scripts/bundle.test.ts';

/** The rules of these packages need neither a database nor the server. */
const RULES = '{apps/{web,office},packages/{domain,i18n,legal,mail,payments,ui}}';

/**
 * Empties every setting of the site, so that no process under test gets the developer's database, mail server
 * or keys, from the environment or from .env.
 */
const NO_SETTINGS = Object.fromEntries(
  Array.from(
    readFileSync(join(import.meta.dirname, '.env.example'), 'utf8').matchAll(
      /^(?:# )?([A-Z_]+)=/gm,
    ),
    ([, name = '']) => [name, ''],
  ),
);

/** The files of a project share its processes, and so load an import once. */
function project(
  name: string,
  {
    include,
    exclude = [],
    isolate,
    groupOrder = 0,
  }: {
    include: readonly string[];
    exclude?: readonly string[];
    isolate: boolean;
    /** Projects of a higher order run after the others. */
    groupOrder?: number;
  },
): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      include: [...include],
      exclude: [...configDefaults.exclude, ...exclude, ...(isolate ? [] : TESTS_APART)],
      isolate,
      sequence: { groupOrder },
      setupFiles: ['scripts/fail-on-console.ts'],
      env: NO_SETTINGS,
      // Node announces WebAssembly, which the schema engine is.
      execArgv: ['--disable-warning=ExperimentalWarning'],
      restoreMocks: true,
      // Tests that start processes are slow on a busy machine.
      testTimeout: 120_000,
      hookTimeout: 120_000,
      // As in playwright.config.ts: the end of the run lists second tries, and more than three fail it.
      retry: process.env['CI'] ? 1 : 0,
      // The default of one second is too short on a busy machine.
      expect: { poll: { timeout: 10_000 } },
    },
  };
}

export default defineConfig({
  test: {
    projects: [
      project('rules', { include: [`${RULES}/{src,test}/**/*.test.{ts,tsx}`], isolate: false }),
      project('server', {
        include: [
          '{apps/server,packages/{core,money,shop,office,db}}/{src,test}/**/*.test.{ts,tsx}',
          'prisma/**/*.test.ts',
        ],
        exclude: DRILLS,
        isolate: false,
      }),
      project('apart', { include: TESTS_APART, isolate: true }),
      // `pnpm test:tools`: what develops, builds and operates the product.
      project('tools', {
        include: [
          '{scripts,lab}/**/*.test.ts',
          'packages/stripe-emulator/src/**/*.test.ts',
          ...DRILLS,
        ],
        exclude: [RELEASE],
        isolate: false,
      }),
      project('release', { include: [RELEASE], isolate: false, groupOrder: 1 }),
    ],
    // One database server for the whole run.
    globalSetup: ['packages/db/src/testing-setup.ts'],
    // Tests wait more than they compute.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // Finds a file that depends on another; the run prints its seed.
    sequence: { shuffle: { files: process.env['CI'] !== undefined, tests: false } },
  },
});
