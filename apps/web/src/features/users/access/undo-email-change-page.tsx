import { Trans } from '@lingui/react/macro';
import type { ErrorCode } from '@shop/domain/errors';

import { api } from '../../../lib/data.ts';
import { LinkPage } from './link-page.tsx';

/** Takes a new address back, by the link that the old one got. */
export function UndoEmailChangePage({ link }: { link: { id: string; nonce: string } }) {
  const { client } = api.useUtils();
  const undo = async () => {
    const { message } = await client.users.undoEmailChange.mutate(link);
    return { notice: message };
  };
  return (
    <LinkPage title={<Trans>Undo the change of address</Trans>} follow={undo} isFinal={isFinal} />
  );
}

const isFinal = (code: string) => code === ('incorrect_activation_code' satisfies ErrorCode);
