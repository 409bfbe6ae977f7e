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

/** Files that the first page has loaded, whichever it is. */
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
      // Where its plugins are installed, wherever the server was started.
      cwd: webDirectory,
      presets: [linguiTransformerBabelPreset(undefined, linguiConfig)],
    }),
    react({ jsxImportSource: '#jsx' }),
    lingui(linguiConfig),
    tailwindcss(),
  ],
  // React has had the hook since version 18: its stand-in for older ones stays out.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  // Of the icons, the server bundle has those in use; the package itself would load all of them.
  ssr: { noExternal: ['lucide'] },
  // The server bundle is for Node; only the browser's copy needs the files of public/.
  build: {
    target: 'es2022',
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    assetsInlineLimit: 0,
    modulePreload: {
      // The entry lists what each later file needs beside itself: not the file, and not what every page has.
      resolveDependencies: (file, needed) =>
        needed.filter((name) => name !== file && !IN_EVERY_PAGE.test(name)),
    },
    rolldownOptions: isSsrBuild
      ? {}
      : {
          input: ['src/entry-client.tsx', 'src/early.ts'],
          output: {
            chunkFileNames: 'assets/[name]-[hash].js',
            codeSplitting: {
              // What every page needs lies in one file; data, forms and the card stay out of it.
              groups: [
                // Comes ahead of all others, and needs none.
                { name: 'early', test: /apps\/web\/src\/early\./, priority: 1 },
                {
                  name: 'vendor',
                  test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|react-store|store)|@lingui\/(core|react))\//,
                },
                // The entry and all that it needs beside it: a file of one kilobyte is a round trip too.
                { name: 'entry', tags: ['$initial'] },
                // What public pages show their content with.
                {
                  name: 'shown',
                  test: /apps\/web\/src\/(ui\/(picture|item-card|stock-note|flash-message)|lib\/use-last-known)\.|packages\/i18n\/src\/formats\.|icons\/(check|arrow-left)\./,
                },
                // The home page and those of programmes say what they cost; 'plan' below would take it otherwise.
                {
                  name: 'programmes',
                  test: /(domain\/src\/(subscription|programmes)|lib\/programmes)\./,
                },
                { name: 'facts', test: /ui\/facts\./ },
                // Icons that pages share: the first file names every other one.
                {
                  name: 'icons',
                  test: /icons\/(clock|dumbbell|package|smartphone)\./,
                },
                // What several pages share comes in few files, for the same reason.
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
                  test: /features\/legal\/(legal-page|load-legal-text)\.|legal\/src\/kept-data\.ts/,
                },
                // Fields, and what keeps and sends what is typed into them: no page without a form loads it.
                {
                  name: 'form',
                  test: /apps\/web\/src\/(ui\/(field|form|form-state|submit-button|use-form-error|keep-typed)|lib\/(lazy-resolver|call-error|kept-values|typed-fields)|features\/checkout\/pending-call)\.|node_modules\/react-hook-form\//,
                },
                // The calls and their answers come together, with the libraries that only they need.
                { name: 'data', test: /apps\/web\/src\/lib\/(data|browser-link|live-data)\.tsx?$/ },
                // What the pages of a subscription say of it; last, so that it takes nothing that others share.
                {
                  name: 'plan',
                  test: /features\/subscription\/(plan-names|next-payment|current-card|card-facts|two-columns)\./,
                },
              ],
            },
          },
        },
  },
}));
