import { isPlan, type Plan } from '@agres/domain/shapes';
import { createFileRoute } from '@tanstack/react-router';

import { loadReminder } from '../../../features/checkout/load-reminder.ts';
import { SubscribePage } from '../../../features/subscription/subscribe-page.tsx';
import { subscribeHead } from '../../../features/subscription/subscription-heads.ts';
import { prefetch } from '../../../lib/load-data.ts';
import { LoadingIndicator } from '../../../ui/loading-indicator.tsx';

type SubscribeSearch = { plan?: Plan | undefined; code?: string | undefined };

export const Route = createFileRoute('/_data/_member/subscribe')({
  codeSplitGroupings: [['loader', 'component']],
  // Both outlive log-in and the language switch; a code of digits alone is read as a number.
  validateSearch: ({ plan, code }): SubscribeSearch => ({
    plan: isPlan(plan) ? plan : undefined,
    code: typeof code === 'string' || typeof code === 'number' ? String(code) : undefined,
  }),
  beforeLoad: ({ context }) => context.texts.load('subscription', 'codes'),
  loader: async ({ context }) => {
    const { locale } = context;
    const [reminder] = await Promise.all([
      loadReminder('subscription', locale),
      prefetch(context, (utils) =>
        Promise.all([utils.users.status.fetch(), utils.contractTexts.current.fetch({ locale })]),
      ),
    ]);
    // One day for the server's rendering and the browser's.
    return { todayMs: Date.now(), reminder };
  },
  pendingComponent: LoadingIndicator,
  head: ({ match }) => subscribeHead(match.context),
  component: SubscribeRoute,
});

function SubscribeRoute() {
  const { plan = 'monthly', code = '' } = Route.useSearch();
  const { todayMs, reminder } = Route.useLoaderData();
  const navigate = Route.useNavigate();
  return (
    <SubscribePage
      plan={plan}
      givenCode={code}
      today={new Date(todayMs)}
      reminder={reminder}
      onChoosePlan={(chosen) =>
        void navigate({
          search: (search) => ({ ...search, plan: chosen }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
