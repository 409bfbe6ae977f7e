import type { ErrorCode } from '@shop/domain/errors';
import { createFileRoute } from '@tanstack/react-router';

import { LinkPage } from '../../features/users/access/link-page.tsx';
import { linkHead } from '../../features/users/users-heads.ts';
import { api } from '../../lib/data.ts';
import { takeReturnTo } from '../../lib/return-to.ts';

export const Route = createFileRoute('/_data/activation/$id/$nonce')({
  beforeLoad: ({ context }) => context.texts.load('users', 'codes'),
  head: ({ match }) => linkHead(match.context),
  component: ActivationRoute,
});

function ActivationRoute() {
  const link = Route.useParams();
  const { client } = api.useUtils();
  const activate = async () => {
    const { message } = await client.users.activate.mutate(link);
    return { notice: message, ...takeReturnTo() };
  };
  return <LinkPage follow={activate} isFinal={isFinal} />;
}

/** Whatever fails leads to the error page, by specification; a cookie that was kept back failed nothing. */
const isFinal = (code: string) => code !== ('invalid_xsrf_token' satisfies ErrorCode);
