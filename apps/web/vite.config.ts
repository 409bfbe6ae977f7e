import { fileURLToPath } from 'node:url';

import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const webDirectory = fileURLToPath(new URL('.', import.meta.url));
const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url));
const linguiConfig = {
  cwd: repositoryRoot,
  configPath: fileURLToPath(new URL('../../lingui.config.ts', import.meta.url)),
};

const IN_EVERY_PAGE = /^assets\/(?:rolldo|vendor|entry-client|early)-/;

export default defineConfig(({ isSsrBuild }) => ({
  root: webDirectory,
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      quoteStyle: 'single',
      addExtensions: true,
    }),
    babel({
      // The Babel plugins are installed here. The server may start in another directory.
      cwd: webDirectory,
      presets: [linguiTransformerBabelPreset(undefined, linguiConfig)],
    }),
    react({ jsxImportSource: '#jsx' }),
    lingui(linguiConfig),
    tailwindcss(),
  ],
  // React 18 and later have this hook, so leave out the shim.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  // Bundle only the icons in use. The external package would load all of them.
  ssr: { noExternal: ['lucide'] },
  // The server bundle runs in Node and needs neither a manifest nor the files of public/.
  build: {
    target: 'es2022',
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    assetsInlineLimit: 0,
    modulePreload: {
      // The entry lists the dependencies of each lazy file. Leave out the file itself and what every page loads.
      resolveDependencies: (file, needed) =>
        needed.filter((name) => name !== file && !IN_EVERY_PAGE.test(name)),
    },
    rolldownOptions: isSsrBuild
      ? {}
      : {
          input: ['src/entry-client.tsx', 'src/early.ts'],
          output: {
            // The entry lists every file, some of them twice, so short names save bytes.
            chunkFileNames: ({ name }) => `assets/${name.slice(0, 6)}-[hash].js`,
            codeSplitting: {
              // One file holds what every page needs, without data, forms and the card.
              groups: [
                // Loads before all other files and imports none of them.
                { name: 'early', test: /apps\/web\/src\/early\./, priority: 1 },
                {
                  name: 'vendor',
                  test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|react-store|store)|@lingui\/(core|react))\//,
                },
                // The entry and everything it imports in one file. Each small file would cost another round
                // trip.
                { name: 'entry', tags: ['$initial'] },
                // Only the server runs the code of the entry that imports this module (page-head.ts).
                { name: 'html', test: /domain\/src\/html\./, priority: 1 },
                // The components that show the content of public pages.
                {
                  name: 'shown',
                  test: /apps\/web\/src\/(ui\/(picture|item-card|stock-note|flash-message)|lib\/use-last-known)\.|packages\/i18n\/src\/formats\.|icons\/(check|arrow-left)\./,
                },
                // The home page and the programme pages show prices. Otherwise the group 'plan' would take
                // these modules.
                {
                  name: 'programmes',
                  test: /(domain\/src\/(subscription|programmes)|lib\/programmes)\./,
                },
                { name: 'facts', test: /ui\/facts\./ },
                // Icons that several pages share. Otherwise the entry would list a file for each icon.
                {
                  name: 'icons',
                  test: /icons\/(clock|dumbbell|package|smartphone)\./,
                },
                // Other modules that several pages share, for the same reason.
                {
                  name: 'items',
                  test: /(domain\/src\/item-options|ui\/article-html|features\/checkout\/sales-pause|icons\/truck)\./,
                },
                {
                  name: 'lazy',
                  test: /ui\/(lazy-part|use-missing-code)\.|icons\/(rotate-ccw|credit-card|lock)\./,
                },
                {
                  name: 'legal',
                  test: /features\/legal\/(legal-page|load-legal-text)\.|legal\/src\/stored-data\.ts/,
                },
                // Pages without a form do not load these.
                {
                  name: 'form',
                  test: /apps\/web\/src\/(ui\/(field|form|form-state|submit-button|use-form-error|on-field-change)|lib\/(lazy-resolver|call-error|draft-store|typed-fields)|features\/checkout\/pending-call)\.|node_modules\/react-hook-form\//,
                },
                // The data client and the libraries that only it needs.
                { name: 'data', test: /apps\/web\/src\/lib\/(data|browser-link|live-data)\.tsx?$/ },
                // The subscription pages. Last, so that it takes no module that other groups share.
                {
                  name: 'plan',
                  test: /features\/subscription\/(plan-names|next-payment|current-card|card-facts)\./,
                },
              ],
            },
          },
        },
  },
}));
