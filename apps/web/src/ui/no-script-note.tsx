import { Trans } from '@lingui/react/macro';

export function NoScriptNote() {
  return (
    <noscript>
      <p className="border-b border-line bg-highlight-soft px-gutter py-3 text-center text-small">
        <Trans>
          You can read every page without JavaScript. To log in, buy, subscribe or contact us,
          please turn it on.
        </Trans>
      </p>
    </noscript>
  );
}
