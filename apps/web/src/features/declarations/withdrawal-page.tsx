import { Trans } from '@lingui/react/macro';
import { isDeclaredName, type NamedContract } from '@shop/domain/declaration';
import type { Right } from '@shop/domain/declarations.schema';
import { formatDate } from '@shop/i18n/formats';
import { useRouteContext } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import { api } from '../../lib/data.ts';
import { isSignedIn } from '../../lib/viewer.ts';
import { CodeAlert } from '../../ui/alert.tsx';
import { BUTTON } from '../../ui/button.ts';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { NumberedSteps } from '../../ui/numbered-steps.tsx';
import { ContractChoice, DeclarationSteps } from './declaration-steps.tsx';
import { ReturnForm } from './return-form.tsx';

/** A contract that another page leads here from: an order by its number, or the subscription. */
type GivenContract = number | 'subscription';

type WithdrawalPageProps = { given: GivenContract | undefined };

type OwnContractsProps = WithdrawalPageProps & { onReceived: () => void };

/** Withdrawing from a contract, the given one first, with or without a log-in (Code de la consommation, L221-21). */
export function WithdrawalPage({ given }: WithdrawalPageProps) {
  const { viewer } = useRouteContext({ from: '__root__' });
  const [isReceived, setIsReceived] = useState(false);
  const receive = () => setIsReceived(true);
  return (
    <div className="mx-auto grid max-w-page gap-x-12 gap-y-8 px-gutter pt-12 pb-section sm:grid-rows-[auto_1fr] menu:grid-cols-[5fr_7fr] menu:pt-16">
      <div>
        <h1 className="font-display text-title-l font-bold text-balance">
          <Trans>Withdraw from your contract</Trans>
        </h1>
        {!isReceived && (
          <p className="mt-4 max-w-text text-lead text-pretty text-ink-soft">
            <Trans>
              You have 14 days to change your mind, from the day you receive your parcel or
              subscribe. You need give no reason.
            </Trans>
          </p>
        )}
      </div>
      <div className="rounded-panel bg-surface p-5 shadow-card sm:row-span-2 sm:p-10">
        {isSignedIn(viewer) ? (
          <OwnContracts given={given} onReceived={receive} />
        ) : (
          <DeclarationSteps kind="withdrawal" onReceived={receive} />
        )}
      </div>
      {!isReceived && <HowItIsDone />}
    </div>
  );
}

/** Beside the form; on a phone below it, so that it does not push the fields away. */
function HowItIsDone() {
  return (
    <NumberedSteps>
      <Trans>Say which contract it is.</Trans>
      <Trans>Check your declaration and confirm it.</Trans>
      <Trans>You get a receipt with the day and the hour at once, and read what comes next.</Trans>
    </NumberedSteps>
  );
}

/** The contracts of the account, and the form for one that is not among them. */
function OwnContracts({ given, onReceived: tellPage }: OwnContractsProps) {
  const rights = api.declarations.rights.useQuery();
  const status = api.users.status.useQuery();
  const [isUnlisted, setIsUnlisted] = useState(false);
  // The receipt stays, alone, when its contract leaves the list.
  const [openBefore, setOpenBefore] = useState<Right[] | null>(null);
  const user = status.data?.user;
  if (rights.isPending || status.isPending) return <LoadingIndicator />;
  if (rights.isError || !user) return <CodeAlert kind="error" code="error_message" />;
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  // A name that a declaration cannot be made under is typed anew, not refused as it stands.
  const declarer = { name: isDeclaredName(name) ? name : '', email: user.email };
  const { rights: all } = rights.data;
  const open =
    openBefore ?? all.filter(({ isOpen, declaration }) => isOpen && declaration === null);
  const isReceived = openBefore !== null;
  const onReceived = () => {
    setOpenBefore(open);
    tellPage();
  };
  if (isUnlisted || open.length === 0) {
    return (
      <>
        {!isReceived && <Declared rights={all} />}
        <DeclarationSteps kind="withdrawal" {...{ declarer, onReceived }} />
        {!isReceived && <Over rights={all} />}
        {open.length > 0 && !isReceived && (
          <button
            type="button"
            onClick={() => setIsUnlisted(false)}
            className={`mt-6 ${BUTTON.quiet}`}
          >
            <Trans>Back to my contracts</Trans>
          </button>
        )}
      </>
    );
  }
  return (
    <>
      {!isReceived && <Declared rights={all} />}
      <ChosenContract {...{ given, open, declarer, onReceived }} />
      {!isReceived && (
        <button
          type="button"
          onClick={() => setIsUnlisted(true)}
          className={`mt-6 ${BUTTON.quiet}`}
        >
          <Trans>My contract is not listed</Trans>
        </button>
      )}
      {!isReceived && <Over rights={all} />}
    </>
  );
}

const keyOf = ({ orderId }: Right) => String(orderId ?? 'subscription');

type ChosenContractProps = {
  given: GivenContract | undefined;
  open: Right[];
  declarer: { name: string; email: string };
  onReceived: () => void;
};

function ChosenContract({ given, open, declarer, onReceived }: ChosenContractProps) {
  const first = open.find((right) => keyOf(right) === String(given)) ?? open[0];
  const [chosen, setChosen] = useState(first === undefined ? '' : keyOf(first));
  const next = open.find((right) => keyOf(right) === chosen)?.next;
  const contract: NamedContract =
    chosen === 'subscription' ? { subscription: true } : { orderId: Number(chosen) };
  const choice = (
    <ContractChoice
      choices={open.map((right) => ({ key: keyOf(right), label: <ContractLabel right={right} /> }))}
      chosen={chosen}
      onChoose={setChosen}
    />
  );
  return (
    <DeclarationSteps
      kind="withdrawal"
      {...{ contract, choice, declarer, onReceived }}
      {...(next === undefined ? {} : { next })}
    />
  );
}

function ContractLabel({ right }: { right: Right }) {
  return (
    <>
      <ContractName right={right} />
      <span className="mt-1 block text-small font-medium">
        <LastDay right={right} />
      </span>
      <span className="block text-small text-ink-soft">
        <WhatFollows right={right} />
      </span>
    </>
  );
}

function ContractName({ right }: { right: Right }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const date = formatDate(locale, right.contractDate);
  const { orderId } = right;
  const title = right.title?.[locale];
  if (orderId === null || title === undefined) {
    return (
      <span className="block font-semibold">
        <Trans>My subscription of {date}</Trans>
      </span>
    );
  }
  return (
    <>
      <span className="block font-semibold wrap-anywhere">{title}</span>
      <span className="block text-small">
        <Trans>
          No. {orderId} of {date}
        </Trans>
      </span>
    </>
  );
}

function LastDay({ right }: { right: Right }) {
  const { locale } = useRouteContext({ from: '__root__' });
  if (right.lastDay === null) {
    return <Trans>Open: 14 days from the day you receive the parcel</Trans>;
  }
  const lastDay = formatDate(locale, `${right.lastDay}T12:00:00Z`);
  return right.isOpen ? (
    <Trans>Open until {lastDay}</Trans>
  ) : (
    <Trans>It was open until {lastDay}</Trans>
  );
}

function WhatFollows({ right }: { right: Right }) {
  switch (right.next) {
    case 'cancelled':
      return <Trans>It has not left: we cancel it and refund you at once.</Trans>;
    case 'checked':
      return <Trans>We check first whether the parcel has left.</Trans>;
    case 'sent_back':
      return <Trans>You send the item back, then we refund you.</Trans>;
    case 'ended':
      return <Trans>It ends at once, and we refund you.</Trans>;
    case 'decided':
      return <Trans>We look at it and answer you.</Trans>;
  }
}

/** What was declared before: its parcel may still have to be announced. */
function Declared({ rights }: { rights: Right[] }) {
  const declared = rights.filter(({ declaration }) => declaration !== null);
  if (declared.length === 0) return null;
  return (
    <section className="mb-8 border-b border-line pb-8">
      <h2 className="font-display text-title-s font-bold">
        <Trans>My withdrawals</Trans>
      </h2>
      <ul className="mt-4 flex flex-col gap-5">
        {declared.map((right) => (
          <li key={keyOf(right)}>
            <ContractName right={right} />
            <DeclaredState right={right} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What can no longer be withdrawn from. */
function Over({ rights }: { rights: Right[] }) {
  const over = rights.filter(({ isOpen, declaration }) => !isOpen && declaration === null);
  if (over.length === 0) return null;
  return (
    <section className="mt-8 border-t border-line pt-6 text-ink-soft">
      <h2 className="font-semibold">
        <Trans>No longer open</Trans>
      </h2>
      <ul className="mt-4 flex flex-col gap-4">
        {over.map((right) => (
          <li key={keyOf(right)}>
            <ContractName right={right} />
            <span className="block text-small">
              <LastDay right={right} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function DeclaredState({ right }: { right: Right }): ReactNode {
  const { locale } = useRouteContext({ from: '__root__' });
  const { declaration, next } = right;
  if (declaration === null) return null;
  const { number, isClosed, returnAnnounced } = declaration;
  const date = formatDate(locale, declaration.declaredAt);
  return (
    <>
      <p className="text-small text-ink-soft">
        <Trans>
          Withdrawal no. {number}, received on {date}
        </Trans>
      </p>
      {next === 'sent_back' && !isClosed && (
        <ReturnForm number={number} isAnnounced={returnAnnounced} />
      )}
    </>
  );
}
