import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';

/** The first thing that Tab reaches: the way past the header, hidden until then. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className={`fixed top-0 left-2 z-50 -translate-y-[120%] focus:translate-y-2 ${BUTTON.primary}`}
    >
      <Trans>Skip to content</Trans>
    </a>
  );
}
