import { Trans } from '@lingui/react/macro';
import { messageOf } from '@shop/i18n/message-of';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';

/** Ends the session, then opens the root; a failure is said beside the button. */
export function SignOutButton({ className }: { className: string }) {
  const { data, texts, i18n } = useRouteContext({ from: '__root__' });
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState('');

  const signOut = async () => {
    setIsPending(true);
    setFailure('');
    try {
      await (await data.load()).client.users.signOut.mutate();
      window.location.assign('/');
    } catch {
      await texts.load('codes');
      setFailure(messageOf(i18n, 'error_message'));
      setIsPending(false);
    }
  };

  return (
    <>
      <button
        type="button"
        className={className}
        disabled={isPending}
        onClick={() => void signOut()}
      >
        <Trans>SIGN OUT</Trans>
      </button>
      <span role="alert" className="text-small font-medium text-error">
        {failure}
      </span>
    </>
  );
}
