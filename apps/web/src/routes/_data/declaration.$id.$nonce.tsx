import { createFileRoute } from '@tanstack/react-router';

import { letterHead } from '../../features/declarations/declarations-heads.ts';
import { LetterPage } from '../../features/declarations/letter-page.tsx';
import { prefetch } from '../../lib/load-data.ts';

const linkOf = ({ id, nonce }: { id: string; nonce: string }) => ({ id: Number(id), nonce });

export const Route = createFileRoute('/_data/declaration/$id/$nonce')({
  beforeLoad: ({ context }) => context.texts.load('declarations', 'codes'),
  loader: ({ context, params }) =>
    prefetch(context, (utils) => utils.declarations.asked.fetch(linkOf(params))),
  head: ({ match }) => letterHead(match.context),
  component: LetterRoute,
});

function LetterRoute() {
  return <LetterPage link={linkOf(Route.useParams())} />;
}
