import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';

import { linkHead } from '../../features/account/account-heads.ts';
import { LinkPage } from '../../features/account/link-page.tsx';
import { api } from '../../lib/data.ts';

export const Route = createFileRoute('/_data/activation/$id/$nonce')({
  beforeLoad: ({ context }) => context.texts.load('account'),
  head: ({ match }) => linkHead(match.context),
  component: ActivationRoute,
});

function ActivationRoute() {
  const { id, nonce } = Route.useParams();
  const navigate = useNavigate();
  const { client } = api.useUtils();
  const activate = useCallback(
    () =>
      client.users.activate.mutate({ id, nonce }).then(
        ({ message }) => navigate({ to: '/log-in', search: { notice: message }, replace: true }),
        () => navigate({ to: '/error', replace: true }),
      ),
    [client, id, nonce, navigate],
  );
  return <LinkPage follow={activate} />;
}
