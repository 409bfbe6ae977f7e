import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';

import { lazyPart } from '../../ui/lazy-part.tsx';
import { Modal } from '../../ui/modal.tsx';

const LinkRequest = lazyPart(async ({ data, texts }) => {
  const [{ LinkRequest: Part }] = await Promise.all([
    import('./link-request.tsx'),
    data.load(),
    texts.load('codes'),
  ]);
  return Part;
});

export function MissingActivation() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className={BUTTON.secondary} onClick={() => setIsOpen(true)}>
        <Trans>Resend the activation email</Trans>
      </button>
      {isOpen && (
        <Modal title={<Trans>Activation email</Trans>} onClose={() => setIsOpen(false)}>
          <LinkRequest link="activation" />
        </Modal>
      )}
    </>
  );
}
