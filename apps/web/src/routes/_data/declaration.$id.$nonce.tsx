import { createFileRoute } from '@tanstack/react-router';

import { letterHead } from '../../features/declarations/declarations-heads.ts';
import { LetterPage } from '../../features/declarations/letter-page.tsx';

export const Route = createFileRoute('/_data/declaration/$id/$nonce')({
  beforeLoad: ({ context }) => context.texts.load('declarations', 'codes'),
  head: ({ match }) => letterHead(match.context),
  component: LetterRoute,
});

function LetterRoute() {
  return <LetterPage link={Route.useParams()} />;
}
