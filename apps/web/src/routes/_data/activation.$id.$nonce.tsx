import { createFileRoute } from '@tanstack/react-router';

import { LinkPage } from '../../features/account/access/link-page.tsx';
import { linkHead } from '../../features/account/account-heads.ts';
import { api } from '../../lib/data.ts';
import { takeWantedPage } from '../../lib/wanted-page.ts';

export const Route = createFileRoute('/_data/activation/$id/$nonce')({
  beforeLoad: ({ context }) => context.texts.load('account'),
  head: ({ match }) => linkHead(match.context),
  component: ActivationRoute,
});

function ActivationRoute() {
  const link = Route.useParams();
  const { client } = api.useUtils();
  const activate = async () => {
    const { message } = await client.users.activate.mutate(link);
    return { notice: message, ...takeWantedPage() };
  };
  return <LinkPage follow={activate} />;
}
