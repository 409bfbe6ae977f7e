/** Whether this build allows signing in without a passkey. */
declare const OFFICE_DEVELOPMENT_BUILD: boolean;

declare module '*.po' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}

declare module '*.css';
