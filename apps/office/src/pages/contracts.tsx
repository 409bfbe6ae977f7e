import { BUTTON } from '@agres/ui/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';

import { api } from '../lib/api.ts';
import { formatMoment } from '../lib/format.ts';
import { useMe } from '../lib/staff.tsx';
import { CallError, Facts, Loading, NewTabLink, PageHead, SearchBox } from '../ui.tsx';

type Contract = Awaited<ReturnType<typeof api.subscriptions.contracts.query>>['contracts'][number];

/** The accepted terms and dates of a subscription, which outlive its account. */
export function ContractsPage() {
  const { t } = useLingui();
  const { named = '' } = useSearch({ from: '/contracts' });
  const navigate = useNavigate();
  const list = useQuery({
    queryKey: ['contracts', named],
    queryFn: () => api.subscriptions.contracts.query({ named }),
    enabled: named !== '',
  });
  return (
    <>
      <PageHead title={t`Contract of a subscription`}>
        <Link to="/members" className={BUTTON.quiet}>
          <Trans>All members</Trans>
        </Link>
      </PageHead>
      <SearchBox
        label={t`Number of the subscription, or its Stripe number or customer`}
        searched={named}
        maxLength={255}
        onSearch={(text) =>
          void navigate({ to: '/contracts', search: text === '' ? {} : { named: text } })
        }
      />
      <CallError error={list.error} />
      {list.isLoading && <Loading />}
      {list.data?.contracts.map((contract) => (
        <ContractFacts key={contract.id} contract={contract} />
      ))}
    </>
  );
}

function ContractFacts({ contract }: { contract: Contract }) {
  const { t, i18n } = useLingui();
  const { data: me } = useMe();
  const words = useSubscriptionWords();
  const { id, memberId, name, plan, state, terms } = contract;
  const moment = (text: string | null) => (text === null ? null : formatMoment(i18n.locale, text));
  return (
    <Facts
      facts={[
        [t`Subscription`, `${id} · ${words.plan(plan)} · ${words.state(state)}`],
        [
          t`Member`,
          memberId === null ? (
            t`The account is deleted.`
          ) : (
            <Link
              key="member"
              to="/members/$id"
              params={{ id: String(memberId) }}
              className="underline"
            >
              {name ?? t`Member ${contract.memberId}`}
            </Link>
          ),
        ],
        [t`Subscribed`, moment(contract.beganAt)],
        [t`Immediate start asked for`, moment(contract.immediateStartAt)],
        [t`Paid until`, moment(contract.paidUntil)],
        [t`Access ends`, moment(contract.endsOn)],
        [
          t`Accepted terms`,
          terms === null || !me ? (
            t`Not stored`
          ) : (
            <NewTabLink key="terms" href={`${me.siteUrl}${terms}`} className="underline">
              <Trans>Read the terms</Trans>
            </NewTabLink>
          ),
        ],
      ]}
    />
  );
}

export function useSubscriptionWords() {
  const { t } = useLingui();
  const plans: Readonly<Record<string, string>> = { monthly: t`monthly`, yearly: t`yearly` };
  const states: Readonly<Record<string, string>> = {
    pending: t`not paid yet`,
    active: t`active`,
    past_due: t`past due`,
    ended: t`ended`,
  };
  return {
    plan: (plan: string) => plans[plan] ?? plan,
    state: (state: string) => states[state] ?? state,
  };
}
