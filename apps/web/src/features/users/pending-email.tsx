import type { User } from '@agres/domain/shapes';
import { BUTTON } from '@agres/ui/button';
import { Icon } from '@agres/ui/icon';
import { Trans } from '@lingui/react/macro';
import { MailCheck } from 'lucide';
import { useId } from 'react';

import { callErrorOf } from '../../lib/call-error.ts';
import { api } from '../../lib/data.ts';
import { CodeAlert } from '../../ui/code-alert.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { FlashMessage } from '../../ui/flash-message.tsx';

/** Shows the address that awaits confirmation, with a button that cancels the change. */
export function PendingEmail({ user }: { user: Pick<User, 'pendingEmail'> }) {
  const { pendingEmail } = user;
  const headingId = useId();
  const utils = api.useUtils();
  const cancellation = api.users.cancelEmailChange.useMutation({
    onSuccess: () => utils.users.status.invalidate(),
  });

  if (pendingEmail === null) return <FlashMessage code={cancellation.data?.message} />;
  return (
    <section aria-labelledby={headingId} className="rounded-control bg-ground-deep px-5 py-4">
      <h2 id={headingId} className="flex gap-3 font-semibold">
        <Icon of={MailCheck} className="mt-0.5 size-5 shrink-0 text-accent-strong" />
        <Trans>Confirm your new email address</Trans>
      </h2>
      <p className="mt-2 wrap-anywhere">
        <Trans>
          Follow the link sent to <EmailAddress>{pendingEmail}</EmailAddress> within 72 hours. Until
          then nothing changes.
        </Trans>
      </p>
      <p className="mt-2 text-small text-ink-soft">
        <Trans>Nothing there? Check your spam folder, or enter the address again.</Trans>
      </p>
      <button
        type="button"
        disabled={cancellation.isPending}
        onClick={() => cancellation.mutate({})}
        className={`mt-1 text-left ${BUTTON.quiet}`}
      >
        <Trans>Cancel the change</Trans>
      </button>
      {cancellation.isError && (
        <CodeAlert kind="error" code={callErrorOf(cancellation.error).code} />
      )}
    </section>
  );
}
