import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';

import { linkHead } from '../../features/account/account-heads.ts';
import { LinkPage } from '../../features/account/link-page.tsx';
import { api } from '../../lib/data.ts';

export const Route = createFileRoute('/_data/undo-email-change/$id/$nonce')({
  beforeLoad: ({ context }) => context.texts.load('account'),
  head: ({ match }) => linkHead(match.context),
  component: UndoEmailChangeRoute,
});

function UndoEmailChangeRoute() {
  const { id, nonce } = Route.useParams();
  const navigate = useNavigate();
  const { client } = api.useUtils();
  const undo = useCallback(
    () =>
      client.users.undoEmailChange.mutate({ id, nonce }).then(
        ({ message }) => navigate({ to: '/log-in', search: { notice: message }, replace: true }),
        () => navigate({ to: '/error', replace: true }),
      ),
    [client, id, nonce, navigate],
  );
  return <LinkPage follow={undo} />;
}
