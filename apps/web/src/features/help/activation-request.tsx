import { Trans } from '@lingui/react/macro';

import { api } from '../../lib/data.ts';
import { LiveData } from '../../lib/live-data.tsx';
import { EmailRequestForm } from '../../ui/email-request-form.tsx';

/** The form that requests another activation email. Lazy, so that the FAQ page stays small. */
export function ActivationRequest() {
  return (
    <LiveData>
      <RequestForm />
    </LiveData>
  );
}

function RequestForm() {
  const { client } = api.useUtils();
  return (
    <EmailRequestForm
      action={<Trans>Send the link</Trans>}
      success={
        <Trans>
          If an account is waiting to be activated at this address, a new link is on its way.
        </Trans>
      }
      send={(request) => client.users.resendActivation.mutate(request)}
    >
      <Trans>We will send you a new link, valid for 72 hours.</Trans>
    </EmailRequestForm>
  );
}
