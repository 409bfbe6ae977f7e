import { createFileRoute } from '@tanstack/react-router';

import { withdrawalHead } from '../../features/declarations/declarations-heads.ts';
import { WithdrawalPage } from '../../features/declarations/withdrawal-page.tsx';

export const Route = createFileRoute('/_data/withdrawal')({
  beforeLoad: ({ context }) => context.texts.load('declarations', 'codes'),
  head: ({ match }) => withdrawalHead(match.context),
  component: WithdrawalPage,
});
