import { fileURLToPath } from 'node:url';

import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const officeDirectory = fileURLToPath(new URL('.', import.meta.url));
const linguiConfig = {
  cwd: fileURLToPath(new URL('../..', import.meta.url)),
  configPath: fileURLToPath(new URL('../../lingui.config.ts', import.meta.url)),
};

export default defineConfig({
  root: officeDirectory,
  plugins: [
    babel({
      cwd: officeDirectory,
      presets: [linguiTransformerBabelPreset(undefined, linguiConfig)],
    }),
    react({ jsxImportSource: '#jsx' }),
    lingui(linguiConfig),
    tailwindcss(),
  ],
  // No other build has the sign-in without a passkey.
  define: {
    OFFICE_DEVELOPMENT_BUILD: JSON.stringify(process.env['OFFICE_DEVELOPMENT'] === '1'),
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // `pnpm dev` prints the output of this build.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
});
