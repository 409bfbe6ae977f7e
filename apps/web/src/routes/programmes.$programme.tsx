import { isProgramme } from '@agres/domain/paths';
import { createFileRoute, redirect } from '@tanstack/react-router';

import { programmeHead } from '../features/programmes/programme-head.ts';
import { ProgrammePage } from '../features/programmes/programme-page.tsx';

export const Route = createFileRoute('/programmes/$programme')({
  codeSplitGroupings: [['loader', 'component']],
  beforeLoad: ({ context }) => context.texts.load('programmes'),
  loader: async ({ context, params: { programme } }) => {
    if (!isProgramme(programme)) throw redirect({ to: '/error', statusCode: 302 });
    // The browser does not download this code for a server-rendered page.
    const { loadProgramme } = await import('../features/programmes/load-programme.ts');
    return loadProgramme(programme, context);
  },
  head: ({ match, loaderData }) => (loaderData ? programmeHead(match.context, loaderData) : {}),
  component: ProgrammeRoute,
});

function ProgrammeRoute() {
  return <ProgrammePage shown={Route.useLoaderData()} />;
}
