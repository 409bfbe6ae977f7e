import { createFileRoute } from '@tanstack/react-router';

import { UndoEmailChangePage } from '../../features/users/access/undo-email-change-page.tsx';
import { linkHead } from '../../features/users/users-heads.ts';

export const Route = createFileRoute('/_data/undo-email-change/$id/$nonce')({
  beforeLoad: ({ context }) => context.texts.load('users', 'codes'),
  head: ({ match }) => linkHead(match.context),
  component: UndoEmailChangeRoute,
});

function UndoEmailChangeRoute() {
  return <UndoEmailChangePage link={Route.useParams()} />;
}
