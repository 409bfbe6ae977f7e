import { Trans } from '@lingui/react/macro';

import { BUTTON } from './button.ts';

/** The first thing that Tab reaches: the way past the header, hidden until then. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className={`fixed top-2 left-2 z-50 -translate-y-20 focus:translate-y-0 ${BUTTON.primary}`}
    >
      <Trans>Skip to content</Trans>
    </a>
  );
}
