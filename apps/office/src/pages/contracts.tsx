import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';

import { api } from '../lib/api.ts';
import { formatMoment } from '../lib/format.ts';
import { useMe } from '../lib/staff.tsx';
import { BACK, Facts, Fetching, NewTabLink, PageHead, SearchBox } from '../ui.tsx';

type Contract = Awaited<ReturnType<typeof api.subscriptions.contracts.query>>['contracts'][number];

/** The accepted terms and dates of a subscription, which outlive its account. */
export function ContractsPage() {
  const { t } = useLingui();
  const { named = '' } = useSearch({ from: '/contracts' });
  const navigate = useNavigate();
  const list = useQuery({
    queryKey: ['contracts', named],
    queryFn: () => api.subscriptions.contracts.query({ named }),
  });
  return (
    <>
      <PageHead
        title={t`Subscription contracts`}
        back={
          <Link to="/members" className={BACK}>
            <Trans>All members</Trans>
          </Link>
        }
      />
      <SearchBox
        label={t`Number, name or email`}
        searched={named}
        maxLength={255}
        onSearch={(text) =>
          void navigate({ to: '/contracts', search: text === '' ? {} : { named: text } })
        }
      />
      <Fetching of={list} />
      {named === '' && list.data && (
        <p className="mb-4 text-ink-soft">
          {list.data.contracts.length === 0 ? (
            <Trans>There is no subscription yet.</Trans>
          ) : (
            <Trans>Latest subscriptions. Search for older ones.</Trans>
          )}
        </p>
      )}
      <div className="grid items-start gap-x-6 lg:grid-cols-2">
        {list.data?.contracts.map((contract) => (
          <ContractFacts key={contract.id} contract={contract} />
        ))}
      </div>
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
