/** Vite replaces these constants. `SSR` is true in the server build. */
// oxlint-disable-next-line typescript/consistent-type-definitions -- merged with the global declaration
interface ImportMeta {
  readonly env: { readonly DEV: boolean; readonly SSR: boolean };
}

declare module '*.po' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}

declare module '*.css?url' {
  const url: string;
  export default url;
}

declare module '*.css?raw' {
  const source: string;
  export default source;
}
