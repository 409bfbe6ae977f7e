import { messageOf } from '@agres/i18n/message-of';
import { Trans } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';

import { api } from '../../lib/data.ts';
import { LiveData } from '../../lib/live-data.tsx';
import { EmailRequestForm } from '../../ui/email-request-form.tsx';

type LinkRequestProps = { link: 'activation' | 'recovery' };

/** Requests another activation or recovery link. Lazy, so that the FAQ page stays small. */
export function LinkRequest({ link }: LinkRequestProps) {
  return <LiveData>{link === 'activation' ? <ActivationRequest /> : <RecoveryRequest />}</LiveData>;
}

function ActivationRequest() {
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

function RecoveryRequest() {
  const { i18n } = useRouteContext({ from: '__root__' });
  const { client } = api.useUtils();
  return (
    <EmailRequestForm
      action={<Trans>Send the link</Trans>}
      success={messageOf(i18n, 'forgotten_password_success')}
      send={(request) => client.users.forgotPassword.mutate(request)}
    >
      <Trans>We will send you a new link, valid for one hour.</Trans>
    </EmailRequestForm>
  );
}
