import { Trans } from '@lingui/react/macro';

/** For who reads without scripts: what works, and what does not. */
export function NoScriptNote() {
  return (
    <noscript>
      <p className="border-b border-line bg-highlight-soft px-gutter py-3 text-center text-small">
        <Trans>
          Without JavaScript you can read every page, but you cannot log in, buy, subscribe or write
          to us here.
        </Trans>
      </p>
    </noscript>
  );
}
