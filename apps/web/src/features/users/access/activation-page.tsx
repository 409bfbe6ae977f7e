import { Trans } from '@lingui/react/macro';
import type { ErrorCode } from '@shop/domain/errors';

import { api } from '../../../lib/data.ts';
import { takeReturnTo } from '../../../lib/return-to.ts';
import { LinkPage } from './link-page.tsx';

/** Opens an account by the link of its first letter. */
export function ActivationPage({ link }: { link: { id: string; nonce: string } }) {
  const { client } = api.useUtils();
  const activate = async () => {
    const { message } = await client.users.activate.mutate(link);
    return { notice: message, ...takeReturnTo() };
  };
  return (
    <LinkPage
      follow={activate}
      isFinal={isFinal}
      title={<Trans>Activating my account</Trans>}
      awaited={<Trans>One moment: we are opening your account.</Trans>}
    />
  );
}

/** Whatever fails leads to the error page, by specification; a cookie that was kept back failed nothing. */
const isFinal = (code: string) => code !== ('invalid_xsrf_token' satisfies ErrorCode);
