import type { ReactElement } from 'react';

/** A component that is handed around. Like every one, it returns no bare text (jsx-runtime.ts). */
export type Part<Props = object> = (props: Props) => ReactElement | null;
