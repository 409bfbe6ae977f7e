import { Trans } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';

import { BUTTON } from '../../ui/button.ts';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { Modal } from '../../ui/modal.tsx';

const ActivationRequest = lazy(async () => ({
  default: (await import('./activation-request.tsx')).ActivationRequest,
}));

/** A button, and the dialog that asks where to send another activation letter. */
export function MissingActivation() {
  const { texts } = useRouteContext({ from: '__root__' });
  const [isOpen, setIsOpen] = useState(false);
  const open = async () => {
    await texts.load('codes');
    setIsOpen(true);
  };
  return (
    <>
      <button type="button" className={BUTTON.secondary} onClick={() => void open()}>
        <Trans>Send the activation e-mail again</Trans>
      </button>
      {isOpen && (
        <Modal title={<Trans>Activation e-mail</Trans>} onClose={() => setIsOpen(false)}>
          <Suspense fallback={<LoadingIndicator />}>
            <ActivationRequest />
          </Suspense>
        </Modal>
      )}
    </>
  );
}
