import type { ErrorCode } from '@shop/domain/errors';
import { createFileRoute } from '@tanstack/react-router';

import { LinkPage } from '../../features/users/access/link-page.tsx';
import { linkHead } from '../../features/users/users-heads.ts';
import { api } from '../../lib/data.ts';

export const Route = createFileRoute('/_data/undo-email-change/$id/$nonce')({
  beforeLoad: ({ context }) => context.texts.load('users', 'codes'),
  head: ({ match }) => linkHead(match.context),
  component: UndoEmailChangeRoute,
});

function UndoEmailChangeRoute() {
  const link = Route.useParams();
  const { client } = api.useUtils();
  const undo = async () => {
    const { message } = await client.users.undoEmailChange.mutate(link);
    return { notice: message };
  };
  return <LinkPage follow={undo} isFinal={isFinal} />;
}

const isFinal = (code: string) => code === ('incorrect_activation_code' satisfies ErrorCode);
