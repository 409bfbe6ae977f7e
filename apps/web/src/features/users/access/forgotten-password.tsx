import { messageOf } from '@agres/i18n/message-of';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import { api } from '../../../lib/data.ts';
import { EmailRequestForm } from '../../../ui/email-request-form.tsx';
import { Modal } from '../../../ui/modal.tsx';

type ForgottenPasswordProps = {
  look?: 'quiet' | 'primary';
  children: ReactNode;
  typedAddress?: () => string;
  onSent?: () => void;
};

export function ForgottenPassword({
  look = 'quiet',
  children,
  typedAddress,
  onSent,
}: ForgottenPasswordProps) {
  const { i18n } = useRouteContext({ from: '__root__' });
  const { client } = api.useUtils();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className={BUTTON[look]} onClick={() => setIsOpen(true)}>
        {children}
      </button>
      {isOpen && (
        <Modal title={<Trans>Forgotten password</Trans>} onClose={() => setIsOpen(false)}>
          <EmailRequestForm
            action={<Trans>Send the link</Trans>}
            success={messageOf(i18n, 'forgotten_password_success')}
            {...(typedAddress && { address: typedAddress() })}
            send={async (request) => {
              await client.users.forgotPassword.mutate(request);
              onSent?.();
            }}
          >
            <Trans>We’ll email you a link to choose a new password. It works for one hour.</Trans>
          </EmailRequestForm>
        </Modal>
      )}
    </>
  );
}
