import { Icon } from '@agres/ui/icon';
import { Trans } from '@lingui/react/macro';
import { Check, Copy } from 'lucide';
import { useState, type ReactNode } from 'react';

type CopyState = 'initial' | 'copied' | 'failed';

type CopyButtonProps = { text: string; className: string; children: ReactNode };

export function CopyButton({ text, className, children }: CopyButtonProps) {
  const [state, setState] = useState<CopyState>('initial');
  const copy = async () => {
    try {
      // Throws without HTTPS, because the browser then has no clipboard API.
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('failed');
    }
  };
  const Sign = state === 'copied' ? Check : Copy;
  return (
    <>
      <button type="button" onClick={() => void copy()} className={className}>
        <Icon of={Sign} className="size-4 shrink-0" />
        {children}
      </button>
      <output className="block text-small empty:hidden">
        {state === 'copied' && <Trans>Copied.</Trans>}
        {state === 'failed' && (
          <Trans>We couldn’t copy that. Select the text and copy it yourself.</Trans>
        )}
      </output>
    </>
  );
}
