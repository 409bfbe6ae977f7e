import type { KnipConfig } from 'knip';

// `knip --production` leaves tests out, so it finds code that only tests call.
const isProduction = process.argv.includes('--production');

const config: KnipConfig = {
  // A function may be exported for its tests, as long as its own file calls it too.
  ignoreExportsUsedInFile: isProduction ? true : { type: true },
  // Used by tests only, in packages whose every file can be imported by name.
  ignore: isProduction
    ? ['**/{test,testing}/**', '**/testing*.ts', 'scripts/read-examples.ts', 'lab/**']
    : [],
  // The JSX runtime of apps/web: tsconfig.json names it by its import.
  ignoreIssues: { 'tsconfig.json': ['unlisted'] },
  workspaces: {
    '.': {
      entry: ['scripts/*.ts!', '!scripts/*.test.ts!', 'prisma/seed.ts!', 'e2e/**/*.test.ts'],
      project: [
        'scripts/**/*.ts!',
        '!scripts/**/*.test.ts!',
        'prisma/**/*.ts!',
        '!prisma/**/*.test.ts!',
        'e2e/**/*.ts',
        '*.config.ts!',
      ],
      includeEntryExports: true,
      ignoreDependencies: ['dependency-cruiser'],
      ignoreBinaries: ['apt-config', 'apt-get', 'debootstrap', 'slirp4netns', 'unshare'],
    },
    'apps/server': {
      entry: ['src/main.ts!', 'src/office/office-main.ts!', 'src/development.ts!'],
      project: ['{src,test}/**/*.ts!', '!**/*.test.ts!', '!{src,test}/testing/**!'],
    },
    'apps/web': {
      entry: ['src/routes/**/*.tsx!', 'src/entry-client.tsx!'],
      project: ['{src,test}/**/*.{ts,tsx,css}!', '!**/*.test.{ts,tsx}!'],
    },
    'packages/db': {
      // packages/db finds one package per platform by name at run time; the generated client imports the
      // other.
      ignoreDependencies: ['@agres/postgres-binaries', '@prisma/client'],
      project: ['{src,test}/**/*.ts!', '!**/*.test.ts!', '!src/generated/**'],
      includeEntryExports: true,
    },
    lab: {
      entry: [
        'bench/bench.ts!',
        'chaos/{chaos,chaos.config}.ts!',
        'chaos/*.chaos.ts',
        'empty-server/empty-server.ts!',
        'guards/guards.ts!',
        'runs.ts!',
      ],
      project: ['**/*.ts!', '!**/*.test.ts!'],
    },
    'packages/*': {
      project: ['{src,test}/**/*.ts!', '!**/*.test.ts!', '!src/generated/**'],
      includeEntryExports: true,
    },
  },
};

export default config;
