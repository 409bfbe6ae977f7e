import { PLAN_PRICES_CENTS } from '@agres/domain/subscription';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Users } from 'lucide';

import { api } from '../lib/api.ts';
import { formatDay, formatEuros } from '../lib/format.ts';
import { useMe } from '../lib/staff.tsx';
import {
  BACK,
  Dots,
  Empty,
  Fetching,
  LIST_TABLE,
  Mark,
  NewTabLink,
  PageHead,
  SearchBox,
  type Tone,
  useIsWide,
} from '../ui.tsx';

type Contract = Awaited<ReturnType<typeof api.subscriptions.contracts.query>>['contracts'][number];

/** The accepted terms and dates of a subscription, which outlive its account. */
export function ContractsPage() {
  const { t } = useLingui();
  const { named = '' } = useSearch({ from: '/contracts' });
  const navigate = useNavigate();
  const isWide = useIsWide();
  const list = useQuery({
    queryKey: ['contracts', named],
    queryFn: () => api.subscriptions.contracts.query({ named }),
  });
  const contracts = list.data?.contracts ?? [];
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
      {list.data && contracts.length === 0 && (
        <Empty icon={Users}>
          {named === '' ? (
            <Trans>There is no subscription yet.</Trans>
          ) : (
            <Trans>No subscription matches “{named}”.</Trans>
          )}
        </Empty>
      )}
      {contracts.length > 0 &&
        (isWide ? <ContractTable contracts={contracts} /> : <ContractList contracts={contracts} />)}
      {named === '' && contracts.length > 0 && (
        <p className="mt-4 text-small text-ink-soft">
          <Trans>Latest subscriptions. Search for older ones.</Trans>
        </p>
      )}
    </>
  );
}

type ContractsProps = { contracts: readonly Contract[] };

function ContractTable({ contracts }: ContractsProps) {
  const { t, i18n } = useLingui();
  const words = useSubscriptionWords();
  const day = (moment: string | null) => (moment === null ? '–' : formatDay(i18n.locale, moment));
  return (
    <div className="card py-2!">
      <table className={`${LIST_TABLE} [&_td]:py-3`}>
        <thead>
          <tr>
            <th scope="col">{t`Member`}</th>
            <th scope="col" className="number">{t`No.`}</th>
            <th scope="col">{t`Plan`}</th>
            <th scope="col">{t`Status`}</th>
            <th scope="col">{t`Subscribed`}</th>
            <th scope="col">{t`Next payment`}</th>
            <th scope="col" className="number">{t`Amount`}</th>
            <th scope="col" className="pl-8!">{t`Accepted terms`}</th>
          </tr>
        </thead>
        <tbody>
          {contracts.map((contract) => (
            <tr key={contract.id}>
              <td>
                <Subscriber contract={contract} />
              </td>
              <td className="number">{contract.id}</td>
              <td>
                <span className="block first-letter:uppercase">{words.plan(contract.plan)}</span>
              </td>
              <td>
                <SubscriptionMark state={contract.state} />
              </td>
              <td className="whitespace-nowrap">
                {day(contract.beganAt)}
                <ImmediateStart contract={contract} />
              </td>
              <td className="whitespace-nowrap">
                {contract.endsOn === null
                  ? day(nextPaymentOf(contract))
                  : t`access ends ${day(contract.endsOn)}`}
              </td>
              <td className="number">{amountOf(i18n.locale, contract)}</td>
              <td className="pl-8!">
                <Terms contract={contract} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ContractList({ contracts }: ContractsProps) {
  const { t, i18n } = useLingui();
  const words = useSubscriptionWords();
  const day = (moment: string) => formatDay(i18n.locale, moment);
  const payment = (contract: Contract) => {
    if (contract.endsOn !== null) return t`access ends ${day(contract.endsOn)}`;
    const next = nextPaymentOf(contract);
    if (next === null) return null;
    const amount = amountOf(i18n.locale, contract);
    const dueDay = day(next);
    return t`next payment ${amount} on ${dueDay}`;
  };
  return (
    <ul className="card divide-y divide-line py-1!">
      {contracts.map((contract) => (
        <li key={contract.id} className="grid gap-1 py-3">
          <div className="flex items-center justify-between gap-3">
            <Subscriber contract={contract} />
            <SubscriptionMark state={contract.state} />
          </div>
          <Dots className="text-small text-ink-soft">
            <Trans>no. {contract.id}</Trans>
            {words.plan(contract.plan)}
            {payment(contract)}
            {contract.beganAt !== null && t`subscribed ${day(contract.beganAt)}`}
            {contract.immediateStartAt !== null && <ImmediateStart contract={contract} />}
            <Terms contract={contract} />
          </Dots>
        </li>
      ))}
    </ul>
  );
}

type ContractProps = { contract: Contract };

function Subscriber({ contract: { memberId, name } }: ContractProps) {
  const { t } = useLingui();
  if (memberId === null) return <span className="text-ink-soft">{t`The account is deleted.`}</span>;
  return (
    <Link
      to="/members/$id"
      params={{ id: String(memberId) }}
      className="min-w-0 font-semibold break-words underline"
    >
      {name ?? t`Member ${memberId}`}
    </Link>
  );
}

/** Null without a next payment. */
const nextPaymentOf = ({ state, paidUntil, endsOn }: Contract) =>
  endsOn !== null || state === 'ended' ? null : paidUntil;

function ImmediateStart({ contract: { immediateStartAt } }: ContractProps) {
  const { t, i18n } = useLingui();
  if (immediateStartAt === null) return null;
  return (
    <span className="block text-ink-soft">
      {t`immediate start asked for ${formatDay(i18n.locale, immediateStartAt)}`}
    </span>
  );
}

function Terms({ contract: { terms } }: ContractProps) {
  const { t } = useLingui();
  const { data: me } = useMe();
  if (terms === null || !me) return t`Not stored`;
  return (
    <NewTabLink href={`${me.siteUrl}${terms}`} className="whitespace-nowrap underline">
      <Trans>Read the terms</Trans>
    </NewTabLink>
  );
}

function amountOf(locale: string, { plan, state }: Contract): string {
  const price = new Map<string, number>(Object.entries(PLAN_PRICES_CENTS)).get(plan);
  return price === undefined || state === 'ended' ? '–' : formatEuros(locale, price);
}

const TONES: Readonly<Record<string, Tone>> = { active: 'good', past_due: 'alarming' };

function SubscriptionMark({ state }: { state: string }) {
  const words = useSubscriptionWords();
  return (
    <Mark tone={TONES[state] ?? 'plain'}>
      <span className="block first-letter:uppercase">{words.state(state)}</span>
    </Mark>
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
