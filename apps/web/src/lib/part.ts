import type { ReactElement } from 'react';

/** A component passed as a prop. It must not return a bare text (jsx-runtime.ts). */
export type Part<Props = object> = (props: Props) => ReactElement | null;
