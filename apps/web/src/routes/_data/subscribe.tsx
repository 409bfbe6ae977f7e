import { isProgramme, type Programme } from '@agres/domain/paths';
import { isPlan, type Plan } from '@agres/domain/shape-values';
import { createFileRoute } from '@tanstack/react-router';

import { loadPause } from '../../features/checkout/sales-pause.tsx';
import { SubscribePage } from '../../features/subscription/subscribe-page.tsx';
import { subscribeHead } from '../../features/subscription/subscription-heads.ts';
import { prefetch } from '../../lib/page-loaders.ts';
import { isSignedIn } from '../../lib/viewer.ts';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';

type SubscribeSearch = {
  plan?: Plan | undefined;
  /** The programme whose page links here. */
  programme?: Programme | undefined;
  code?: string | undefined;
};

export const Route = createFileRoute('/_data/subscribe')({
  codeSplitGroupings: [['loader', 'component']],
  // These survive the log-in and a language switch. The router parses a numeric code as a number.
  validateSearch: ({ plan, programme, code }): SubscribeSearch => ({
    plan: isPlan(plan) ? plan : undefined,
    programme: isProgramme(programme) ? programme : undefined,
    code: typeof code === 'string' || typeof code === 'number' ? String(code) : undefined,
  }),
  beforeLoad: ({ context: { texts, viewer } }) =>
    texts.load('subscription', ...(isSignedIn(viewer) ? (['codes', 'checkout'] as const) : [])),
  loader: async ({ context }) => {
    const { locale } = context;
    // The browser does not download this code for a server-rendered page.
    const { loadReminder } = await import('../../features/checkout/load-reminder.ts');
    const [reminder, pause] = await Promise.all([
      loadReminder('subscription', locale),
      loadPause(context),
      // A visitor cannot order, so the page needs neither account nor contract texts.
      isSignedIn(context.viewer) &&
        prefetch(context, (utils) =>
          Promise.all([utils.users.status.fetch(), utils.contractTexts.current.fetch({ locale })]),
        ),
    ]);
    // One value, so that the server and the browser render the same day.
    return { todayMs: Date.now(), reminder, pause };
  },
  pendingComponent: LoadingIndicator,
  head: ({ match }) => subscribeHead(match.context),
  component: SubscribeRoute,
});

function SubscribeRoute() {
  const { plan = 'monthly', programme, code = '' } = Route.useSearch();
  const { todayMs, reminder, pause } = Route.useLoaderData();
  const { viewer } = Route.useRouteContext();
  const navigate = Route.useNavigate();
  return (
    <SubscribePage
      plan={plan}
      programme={programme}
      givenCode={code}
      isVisitor={!isSignedIn(viewer)}
      today={new Date(todayMs)}
      reminder={reminder}
      pause={pause}
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
