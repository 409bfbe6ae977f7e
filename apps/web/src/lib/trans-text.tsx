import type { TransRenderProps } from '@lingui/react';

import { wrapTextsWithin } from './wrap-texts.ts';

/** Draws what every `<Trans>` of the site says. */
export function TransText({ children }: TransRenderProps) {
  return <>{wrapTextsWithin(children)}</>;
}
