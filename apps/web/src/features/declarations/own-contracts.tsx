import { isDeclaredName, type NamedContract } from '@agres/domain/declaration';
import type { Right } from '@agres/domain/declarations.schema';
import type { Order } from '@agres/domain/shapes';
import { formatDate, formatPrice } from '@agres/i18n/formats';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';

import { api } from '../../lib/data.ts';
import { orderedItemsOf } from '../../lib/ordered-item.ts';
import { DataError } from '../../ui/data-error.tsx';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { DEFAULT_ITEM_PICTURE, Picture } from '../../ui/picture.tsx';
import { ContractChoice, DeclarationSteps } from './declaration-steps.tsx';
import { ReturnForm } from './return-form.tsx';
import type { Declaration } from './use-declaration.ts';

/** The contract whose page links here: an order by its number, or the subscription. */
export type LinkedContract = number | 'subscription';

type OwnContractsProps = { given: LinkedContract | undefined; declaration: Declaration };

/** Lists the contracts of the account, and has a form for a contract that is not listed. */
export function OwnContracts({ given, declaration }: OwnContractsProps) {
  const rights = api.declarations.rights.useQuery();
  const status = api.users.status.useQuery();
  const [isUnlisted, setIsUnlisted] = useState(false);
  const user = status.data?.user;
  if (rights.isPending || status.isPending) {
    return (
      <LoadingIndicator>
        <Trans>Looking for your contracts…</Trans>
      </LoadingIndicator>
    );
  }
  if (rights.isError || !user) {
    return <DataError onTry={() => Promise.all([rights.refetch(), status.refetch()])} />;
  }
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  // Leave the name empty if the declaration form would reject it.
  const declarer = { name: isDeclaredName(name) ? name : '', email: user.email };
  const { rights: all } = rights.data;
  const open = all.filter((right) => right.isOpen && right.declaration === null);
  const isForm = declaration.state.step === 'form';
  const isListed = open.length > 0 && !isUnlisted;
  return (
    <>
      {isForm && <Declared rights={all} />}
      {isForm && open.length === 0 && <NoOpenRight rights={all} />}
      {isListed ? (
        <ChosenContract {...{ given, open, declarer, declaration }} orders={user.orders} />
      ) : (
        <DeclarationSteps {...{ declaration, declarer }} />
      )}
      {isForm && open.length > 0 && (
        <button
          type="button"
          onClick={() => setIsUnlisted(isListed)}
          className={`mt-6 ${BUTTON.quiet}`}
        >
          {isListed ? (
            <Trans>My contract is not listed</Trans>
          ) : (
            <Trans>Back to my contracts</Trans>
          )}
        </button>
      )}
      {isForm && <Over rights={all} />}
    </>
  );
}

/** Explains why the form asks a member for an order number. */
function NoOpenRight({ rights }: { rights: Right[] }) {
  return (
    <p className="mb-6 rounded-control bg-ground-deep px-5 py-4">
      <b className="font-semibold">
        {rights.length === 0 ? (
          <Trans>We couldn’t find a contract on this account.</Trans>
        ) : (
          <Trans>There’s nothing else on this account that you can withdraw from.</Trans>
        )}
      </b>{' '}
      <Trans>If you ordered or subscribed with another email address, tell us here.</Trans>
    </p>
  );
}

const keyOf = ({ orderId }: Right) => String(orderId ?? 'subscription');

type ChosenContractProps = {
  given: LinkedContract | undefined;
  open: Right[];
  orders: readonly Order[];
  declarer: { name: string; email: string };
  declaration: Declaration;
};

function ChosenContract({ given, open, orders, declarer, declaration }: ChosenContractProps) {
  const first = open.find((right) => keyOf(right) === String(given)) ?? open[0];
  const [chosen, setChosen] = useState(first === undefined ? '' : keyOf(first));
  const next = open.find((right) => keyOf(right) === chosen)?.next;
  // A member without a name in the account usually orders for themselves.
  const order = orders.find(({ id }) => id === first?.orderId);
  const recipient = order === undefined ? '' : `${order.firstName} ${order.lastName}`;
  const name = declarer.name === '' && isDeclaredName(recipient) ? recipient : declarer.name;
  const contract: NamedContract =
    chosen === 'subscription' ? { subscription: true } : { orderId: Number(chosen) };
  const choice = (
    <ContractChoice
      choices={open.map((right) => ({
        key: keyOf(right),
        label: <ContractLabel right={right} orders={orders} />,
        more: <Conditions right={right} />,
      }))}
      chosen={chosen}
      onChoose={setChosen}
    />
  );
  return (
    <DeclarationSteps
      {...{ declaration, contract, choice }}
      declarer={{ ...declarer, name }}
      {...(next === undefined ? {} : { next })}
    />
  );
}

function ContractLabel({ right, orders }: { right: Right; orders: readonly Order[] }) {
  const { locale } = useRouteContext({ from: '__root__' });
  // The list renders before its pictures are loaded.
  const { data: items = [] } = api.shop.items.useQuery();
  const order = orders.find(({ id }) => id === right.orderId);
  return (
    <span className="flex gap-3">
      {order && (
        <span className="size-12 shrink-0 overflow-hidden rounded-control bg-ground-deep">
          <Picture
            url={orderedItemsOf(items, [order])[order.id]?.pictureUrl ?? DEFAULT_ITEM_PICTURE}
            alt=""
            sizes="3rem"
            className="aspect-square w-full object-cover"
          />
        </span>
      )}
      <span className="min-w-0">
        <ContractName right={right} />
        {order && (
          <span className="block text-small tabular-nums">
            <Trans>Total: {formatPrice(locale, order.amountCents)}</Trans>
          </span>
        )}
      </span>
    </span>
  );
}

function Conditions({ right }: { right: Right }) {
  return (
    <>
      <span className="mt-2 block text-small font-medium">
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
          Order no. {orderId}, {date}
        </Trans>
      </span>
    </>
  );
}

function LastDay({ right }: { right: Right }) {
  const { locale } = useRouteContext({ from: '__root__' });
  if (right.lastDay === null) {
    return <Trans>You can withdraw up to 14 days after delivery</Trans>;
  }
  const lastDay = formatDate(locale, `${right.lastDay}T12:00:00Z`);
  return right.isOpen ? (
    <Trans>You can withdraw until {lastDay}</Trans>
  ) : (
    <Trans>The deadline was {lastDay}</Trans>
  );
}

function WhatFollows({ right }: { right: Right }) {
  switch (right.next) {
    case 'cancelled':
      return <Trans>Your order hasn’t been sent yet. We’ll cancel it and refund your card.</Trans>;
    case 'checked':
      return <Trans>We’ll first check whether your parcel has been sent.</Trans>;
    case 'sent_back':
      return <Trans>You send the item back, then we refund you.</Trans>;
    case 'ended':
      return (
        <Trans>
          It ends immediately. We’ll refund you, minus the days used if you asked to start straight
          away.
        </Trans>
      );
    case 'decided':
      return <Trans>We’ll look into it and reply.</Trans>;
  }
}

/** Previous withdrawals. The member may still have to announce a return parcel. */
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
            <WithdrawalStatus right={right} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Over({ rights }: { rights: Right[] }) {
  const over = rights.filter(({ isOpen, declaration }) => !isOpen && declaration === null);
  if (over.length === 0) return null;
  return (
    <section className="mt-6 rounded-control bg-ground-deep px-5 py-4 text-ink-soft">
      <h2 className="font-semibold">
        <Trans>Past the deadline</Trans>
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

function WithdrawalStatus({ right }: { right: Right }) {
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
