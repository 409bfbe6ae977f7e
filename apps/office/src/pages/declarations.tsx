import { refundLastDay } from '@agres/domain/consumer-rights';
import { parisDayOf } from '@agres/domain/days';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions, useParams, useSearch } from '@tanstack/react-router';
import { Undo2 } from 'lucide';
import { useEffect, useState, type ReactNode } from 'react';

import { useDialogs } from '../form/form-dialog.tsx';
import { api } from '../lib/api.ts';
import {
  DeclarerName,
  likelyContract,
  useDeclarationWords,
  type Declaration,
  type NearContract,
} from '../lib/declarations.tsx';
import { purchasedItemName } from '../lib/format.ts';
import { OrderLink } from '../lib/orders.tsx';
import { useMay, useToday } from '../lib/staff.tsx';
import {
  BACK,
  CallError,
  Card,
  countOf,
  Empty,
  Facts,
  FailedPage,
  Filters,
  HEAD_ACTIONS,
  Loading,
  NARROW,
  Notice,
  PageHead,
} from '../ui.tsx';
import {
  DecisionDialog,
  HeldAnswers,
  RecordDialog,
  useDecisionLabels,
  type Decision,
} from './decisions.tsx';
import { DeclarationFloodLine, DeclarationLine, DeclarationMarks } from './declaration-lines.tsx';

export function DeclarationsPage() {
  const { t } = useLingui();
  const { all = false } = useSearch({ from: '/declarations' });
  const may = useMay();
  const [isRecording, setIsRecording] = useState(false);
  const [recorded, setRecorded] = useState<number | null>(null);
  const { data: today } = useToday();
  const list = useQuery({
    queryKey: ['declarations', all],
    queryFn: () => api.declarations.list.query({ isAll: all }),
  });
  const { data } = list;
  const isEmpty = data !== undefined && data.declarations.length + data.floods.length === 0;
  const { data: others } = useQuery({
    queryKey: ['declarations', true],
    queryFn: () => api.declarations.list.query({ isAll: true }),
    enabled: isEmpty && !all,
  });
  const lists = [
    [false, t`Waiting`],
    [true, t({ message: 'All', context: 'declarations' })],
  ] as const;
  return (
    <>
      <PageHead title={t`Withdrawals and cancellations`}>
        {may('declarations.decide') && (
          <button
            type="button"
            className={`${NARROW.primary} max-sm:w-full`}
            onClick={() => setIsRecording(true)}
          >
            <Trans>Record a request</Trans>
          </button>
        )}
      </PageHead>
      <Filters
        label={t`Which requests`}
        filters={lists.map(([one, words]) => ({
          label: one
            ? words
            : `${words}${countOf(today?.declarations.length ?? 0, today?.areMoreDeclarations)}`,
          isCurrent: one === all,
          link: linkOptions({ to: '/declarations', search: one ? { all: true } : {} }),
        }))}
      />
      <div className="mb-4 grid gap-4">
        {!all && (
          <p className="text-small text-ink-soft">
            <Trans>
              Customers’ legal requests. The site handles most of them automatically; these wait for
              your decision.
            </Trans>
          </p>
        )}
        <CallError error={list.error} />
        {recorded !== null && (
          <Notice>
            <Trans>
              Recorded:{' '}
              <Link
                to="/declarations/$id"
                params={{ id: String(recorded) }}
                className="font-semibold underline"
              >
                request {recorded}
              </Link>
            </Trans>
          </Notice>
        )}
      </div>
      {list.isPending && <Loading />}
      {isEmpty && (
        <Empty icon={Undo2}>
          <span className="font-semibold text-ink">
            {all ? <Trans>There is no request.</Trans> : <Trans>No request is waiting.</Trans>}
          </span>
          {others !== undefined && others.declarations.length > 0 && (
            <Link to="/declarations" search={{ all: true }} className="mt-1 block underline">
              <Trans>See all requests</Trans>
            </Link>
          )}
        </Empty>
      )}
      {data && data.declarations.length > 0 && (
        <ul className="card py-2!">
          {data.declarations.map((row) => (
            <li key={row.id} className="border-b border-line last:border-0">
              <DeclarationLine row={row} />
            </li>
          ))}
        </ul>
      )}
      {data?.areMore && (
        <p className="mt-4">
          <Trans>There may be more than are listed here.</Trans>
        </p>
      )}
      {data && data.floods.length > 0 && (
        <Card title={t`Many requests at once`} look="mt-6">
          {data.floods.map((flood) => (
            <DeclarationFloodLine key={flood.firstId} flood={flood} />
          ))}
        </Card>
      )}
      {isRecording && (
        <RecordDialog
          onClose={() => setIsRecording(false)}
          onDone={(id) => {
            setIsRecording(false);
            setRecorded(id);
          }}
        />
      )}
    </>
  );
}

const MOVING_MS = 3000;
const isMoving = (one: Declaration | undefined) =>
  one !== undefined &&
  (one.stand === 'under_way' ||
    one.refunds.some(({ state }) => state === 'requested' || state === 'sending'));

export function DeclarationPage() {
  const { t, i18n } = useLingui();
  const { id } = useParams({ from: '/declarations/$id' });
  const words = useDeclarationWords();
  const one = useQuery({
    queryKey: ['declaration', id],
    queryFn: () => api.declarations.get.query({ declaration: Number(id) }),
    // Automatic steps happen within seconds of a decision.
    refetchInterval: ({ state }) => (isMoving(state.data) ? MOVING_MS : false),
  });
  const { data } = one;
  if (one.isPending) return <Loading />;
  if (data === undefined) {
    return (
      <FailedPage
        title={t`Withdrawals and cancellations`}
        missing={t`There is no request ${id}`}
        error={one.error}
        back={<AllDeclarations />}
      />
    );
  }
  const { contract, refunds, goodsCents, leftCents, floodCount } = data;
  const likely = likelyContract(data);
  const facts = [
    [t`Made by`, <DeclarerName key="name" name={data.name} />],
    [t`Made on`, words.declared(data)],
    [t`Channel`, words.proof(data)],
    [
      t`Contract`,
      contract === null ? (
        t`To be found`
      ) : contract.noun === 'order' ? (
        <OrderLink key="order" id={contract.id} />
      ) : (
        words.contract(contract.noun, contract.id)
      ),
    ],
    [t`Item`, data.item === null ? null : purchasedItemName(i18n.locale, data.item)],
    [t`Reference given`, data.reference],
    [t`Deadline`, words.deadline(data)],
    [t`Last day to withdraw`, data.followedUntil === null ? null : words.day(data.followedUntil)],
    [t`Receipt to`, data.email === null ? null : `${data.email} (${words.inLanguage(data)})`],
    [
      t`Emails`,
      contract === null || data.hasAccount
        ? null
        : t`The account is deleted: all emails go to the address of the receipt.`,
    ],
    [t`Parcel back`, data.returnTracking],
    [t`Item price`, goodsCents === null ? null : words.money(goodsCents)],
    [
      t`Not refunded yet`,
      // A closed declaration gets no further refund, unless its money is still owed.
      leftCents === null || (data.stand === 'closed' && data.due === null)
        ? null
        : words.money(leftCents),
    ],
    [
      t`Refunds`,
      refunds.length === 0
        ? null
        : refunds
            .map(
              ({ amountCents, state }) =>
                `${words.money(amountCents)}, ${words.refundState(state)}`,
            )
            .join('\n'),
    ],
    [
      t`Same network`,
      floodCount === 0 ? null : (
        <Plural key="flood" value={floodCount} one="# open request" other="# open requests" />
      ),
    ],
  ] as const;
  return (
    <>
      <Decisions key={data.id} declaration={data}>
        <CallError error={one.error} />
      </Decisions>
      {/* On a phone the facts come before the history. */}
      <div className="grid items-start gap-x-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr]">
        <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <Facts title={t`Details`} facts={facts} />
        </div>
        <div>
          <Card title={t`Text of the request`} look="mb-6">
            {data.statement === null ? (
              <p>
                <Trans>Its words are erased: the retention period has ended.</Trans>
              </p>
            ) : (
              <blockquote
                lang={data.locale}
                className="border-l-4 border-line pl-4 whitespace-pre-line"
              >
                {data.statement}
              </blockquote>
            )}
          </Card>
          {data.near.length > 0 && (
            <Card title={t`It may be about`} look="mb-6">
              {likely === null ? (
                <NearContracts contracts={data.near} />
              ) : (
                <>
                  <NearContracts contracts={[likely]} />
                  {data.near.length > 1 && (
                    <details className="mt-2">
                      <summary className="min-h-11 w-fit cursor-pointer content-center">
                        <Trans>Another order</Trans>
                      </summary>
                      <NearContracts contracts={data.near.filter((near) => near !== likely)} />
                    </details>
                  )}
                </>
              )}
            </Card>
          )}
        </div>
        <Timeline declaration={data} />
      </div>
    </>
  );
}

function AllDeclarations() {
  return (
    <Link to="/declarations" className={BACK}>
      <Trans>All withdrawals and cancellations</Trans>
    </Link>
  );
}

function NearContracts({ contracts }: { contracts: readonly NearContract[] }) {
  const words = useDeclarationWords();
  return (
    <ul className="grid gap-3">
      {contracts.map((near) => (
        <li key={`${near.noun} ${near.id}`}>
          {near.noun === 'order' ? (
            <OrderLink id={near.id} />
          ) : (
            <span className="font-semibold">{words.contract(near.noun, near.id)}</span>
          )}
          <span className="block text-small text-ink-soft">{words.near(near)}</span>
        </li>
      ))}
    </ul>
  );
}

function Timeline({ declaration }: { declaration: Declaration }) {
  const { t } = useLingui();
  const words = useDeclarationWords();
  return (
    <Card title={t`What has happened`}>
      <ol className="timeline">
        <li>
          <Trans>Request made</Trans>
          <span className="block text-small text-ink-soft">{words.declared(declaration)}</span>
        </li>
        {declaration.events.map((event) => {
          const reason = words.reason(event);
          return (
            <li key={`${event.at} ${event.kind}`}>
              {words.event(event)}
              <span className="block text-small text-ink-soft">
                {words.day(event.at)} · {words.actor(event)}
              </span>
              {reason !== '' && (
                <blockquote className="mt-1 border-l-4 border-line pl-3 text-small">
                  {reason}
                </blockquote>
              )}
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

/** The title with the decisions; below it, what they answer and the children. */
function Decisions({ declaration, children }: { declaration: Declaration; children: ReactNode }) {
  const { t } = useLingui();
  const findLabel = t`Find the contract`;
  const { contract } = declaration;
  const may = useMay();
  const labels = useDecisionLabels();
  const { open, done, show: ask, ways } = useDialogs<Decision>();
  // The pressed button may have gone: focus the page, which starts with the notice.
  useEffect(() => {
    if (done !== null) document.querySelector<HTMLElement>('#content')?.focus();
  }, [done]);
  const isHeld = declaration.stand === 'held';
  const own = may('declarations.decide') ? declaration.decisions : [];
  const decisions = [
    ...own.filter((one) => one !== 'close'),
    ...own.filter((one) => one === 'close'),
  ];
  const isAwaited = declaration.stand === 'awaited';
  const words = useDeclarationWords();
  const ordinaryDay = words.day(
    refundLastDay({
      declaredOn: parisDayOf(new Date(declaration.declaredDate)),
      goods: 'nothing',
    }) ?? declaration.declaredDate,
  );
  const kind = words.kind(declaration);
  const { id } = declaration;
  return (
    <>
      <PageHead
        title={t`${kind} ${id}`}
        marks={<DeclarationMarks row={declaration} />}
        back={<AllDeclarations />}
      >
        <div className={HEAD_ACTIONS}>
          {decisions.map((decision) => (
            <button
              key={decision}
              type="button"
              className={
                decision === 'accept' || (decision === 'noteGoods' && isAwaited)
                  ? `${NARROW.primary} max-sm:grow sm:order-last`
                  : `${NARROW.secondary} max-sm:grow`
              }
              onClick={() => ask(decision)}
            >
              {decision === 'accept' && contract === null && likelyContract(declaration) === null
                ? findLabel
                : labels[decision]}
            </button>
          ))}
        </div>
      </PageHead>
      {children}
      {done !== null && (
        <div className="mb-6 grid">
          <Notice>{done}</Notice>
        </div>
      )}
      {isAwaited && (
        <p className="mb-6 max-w-text">
          <Trans>
            The withdrawal counts. Record here when the item is back: the buyer is then refunded.
          </Trans>{' '}
          {declaration.due === null && (
            <Trans>
              The refund is due by {ordinaryDay}, or when the item or the proof of its dispatch
              arrives, if that is later.
            </Trans>
          )}
        </p>
      )}
      {isHeld && (
        <HeldAnswers
          isWithdrawn
          sum={words.money(declaration.leftCents ?? 0)}
          onGone={may('orders.release') ? () => ask('parcelGone') : null}
          onHere={may('orders.refund') ? () => ask('parcelHere') : null}
        />
      )}
      {open !== null && <DecisionDialog decision={open} declaration={declaration} {...ways} />}
    </>
  );
}
