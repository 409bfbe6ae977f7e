import type { TransRenderProps } from '@lingui/react';

import { wrapTextsWithin } from './wrap-texts.ts';

/** Renders the content of every `<Trans>`. */
export function TransText({ children }: TransRenderProps) {
  return <>{wrapTextsWithin(children)}</>;
}
