import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';

/** The first element in the tab order, hidden until it has the focus. */
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
