import { parisDayOf } from '@agres/domain/days';
import {
  DECISION_REASON_LENGTH,
  DECLARATION_KINDS,
  DECLARED_LENGTH,
  withdrawalReason,
} from '@agres/domain/declaration';
import { LOCALES, localeOf } from '@agres/domain/locale';
import { typedCents } from '@agres/domain/prices';
import { BUTTON } from '@agres/ui/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Choice, Field, type FieldProps, type Problems } from '../form/fields.tsx';
import { FormDialog, type Reading } from '../form/form-dialog.tsx';
import { useProblemTexts } from '../form/schema-field.tsx';
import { useStoredTexts } from '../form/stored-form.ts';
import { api, failureOf } from '../lib/api.ts';
import {
  isUnproved,
  likelyContract,
  useDeclarationWords,
  type Declaration,
  type ListedDeclaration,
  type NearContract,
} from '../lib/declarations.tsx';
import { purchasedItemName } from '../lib/format.ts';
import { findOrders } from '../lib/orders.tsx';
import { useChange } from '../lib/staff.tsx';
import { CallError } from '../ui.tsx';
import { useSubscriptionWords } from './contracts.tsx';
import { SendDialog } from './parcels.tsx';

type OwnDecision = Declaration['decisions'][number];
/** The last two are about a held order. */
export type Decision = OwnDecision | 'parcelGone' | 'parcelHere';

export function useDecisionLabels(): Readonly<Record<OwnDecision, string>> {
  const { t } = useLingui();
  return {
    accept: t`Accept`,
    contest: t`Reject`,
    close: t`Close without a refund`,
    noteGoods: t`The item is back`,
  };
}

/** The buyer reads this reason. */
function useReasonProblems(): (reason: string) => Problems {
  const { t } = useLingui();
  return (reason) =>
    reason.trim().length < DECISION_REASON_LENGTH.min
      ? { reason: t`Write at least ${DECISION_REASON_LENGTH.min} characters.` }
      : {};
}

type DialogProps = {
  declaration: Declaration;
  onClose: () => void;
  onDone: (words: string) => void;
};

export function DecisionDialog({ decision, ...props }: DialogProps & { decision: Decision }) {
  switch (decision) {
    case 'accept':
      return <AcceptDialog {...props} />;
    case 'contest':
      return <ContestDialog {...props} />;
    case 'close':
      return <CloseDialog {...props} />;
    case 'noteGoods':
      return <GoodsDialog {...props} />;
    case 'parcelGone':
      return <ParcelGoneDialog {...props} />;
    case 'parcelHere':
      return <ParcelHereDialog {...props} />;
  }
}

const keyOf = (one: NearContract) => `${one.noun} ${one.id}`;

type About = { noun: NearContract['noun']; contract: number };

function AcceptDialog({ declaration, ...ways }: DialogProps) {
  const { t } = useLingui();
  const change = useChange();
  const words = useDeclarationWords();
  const problemTexts = useProblemTexts();
  const { id, kind, contract, near } = declaration;
  const likely = likelyContract(declaration);
  const { texts, field, forget } = useStoredTexts(`accept:${id}`, {
    about: near.length === 0 ? 'other' : likely === null ? '' : keyOf(likely),
    noun: kind === 'withdrawal' ? 'order' : 'subscription',
    number: '',
    match: '',
  });
  // Shows only the likely contract until the person asks for others.
  const shownNear = likely !== null && texts.about === keyOf(likely) ? [likely] : near;
  const chosen = near.find((one) => keyOf(one) === texts.about);
  const noun =
    contract?.noun ?? chosen?.noun ?? (texts.noun === 'order' ? 'order' : 'subscription');
  const { typed, found, match } = useFoundContract({ ...texts, noun });
  const nothingFound =
    noun === 'order' ? t`No order matches “${typed}”.` : t`No subscription matches “${typed}”.`;
  const { goodsPlace, leftCents } = contract === null ? (chosen ?? UNKNOWN) : declaration;
  const readAbout = (): About | Problems | null => {
    if (contract !== null) return null;
    if (chosen !== undefined) return { noun: chosen.noun, contract: chosen.id };
    if (texts.about === '') return { about: t`Choose one.` };
    if (typed === '') return problemTexts([{ path: 'number', problem: 'missing' }]);
    if (found.isError) {
      void found.refetch();
      return { number: t`The search failed. Try again.` };
    }
    if (found.data === undefined) {
      // Still searching. A number needs no search.
      return /^[1-9]\d{0,8}$/.test(typed)
        ? { noun, contract: Number(typed) }
        : { number: t`One moment…` };
    }
    if (found.data.length === 0) return { number: nothingFound };
    if (match === undefined) return { match: t`Choose one.` };
    return { noun, contract: match.id };
  };
  const read = (): Reading<string> => {
    const about = readAbout();
    if (about !== null && !('contract' in about)) return { problems: about };
    return {
      run: async () => {
        await change(() =>
          api.declarations.accept.mutate({ declaration: id, about: isAbout(about) ? about : null }),
        );
        forget();
        return t`Accepted. The buyer gets an email, and what follows happens within a few seconds.`;
      },
    };
  };
  return (
    <FormDialog
      title={contract === null && likely === null ? t`Find the contract` : t`Accept`}
      button={t`Accept`}
      isDanger
      read={read}
      {...ways}
      consequences={[
        <Follows key="follows" {...{ kind, noun, goodsPlace, leftCents }} />,
        <Trans key="from">
          Everything counts from {words.declared(declaration)}: the refund, its last day and the
          days used.
        </Trans>,
        <Trans key="email">The buyer gets an email.</Trans>,
        ...(isUnproved(declaration)
          ? [
              <Trans key="who">
                Accept only if you know who made the request: it came without logging in.
              </Trans>,
            ]
          : []),
      ]}
    >
      {(problems) =>
        contract === null ? (
          <>
            {near.length > 0 && (
              <Choice
                legend={t`Which contract is it about?`}
                {...field('about', problems)}
                choices={[
                  ...shownNear.map((one) => ({
                    value: keyOf(one),
                    words: words.contract(one.noun, one.id),
                    more: words.near(one),
                  })),
                  { value: 'other', words: t`Another` },
                ]}
              />
            )}
            {texts.about === 'other' && (
              <>
                {kind === 'withdrawal' && (
                  <Field
                    label={t`Order or subscription`}
                    {...field('noun', problems)}
                    choices={[
                      ['order', t`Order`],
                      ['subscription', t`Subscription`],
                    ]}
                  />
                )}
                <Field
                  label={
                    noun === 'order'
                      ? t({ message: 'Order', context: 'of a request' })
                      : t`Subscription`
                  }
                  {...field('number', problems)}
                  hint={t`Search by number, name or email.`}
                  maxLength={100}
                />
                <CallError error={found.error} />
                {found.data?.length === 1 && match !== undefined && (
                  <p className="font-semibold">{match.words}</p>
                )}
                {found.data !== undefined && found.data.length > 1 && (
                  <Choice
                    legend={t`Results`}
                    {...field('match', problems)}
                    choices={found.data.map((one) => ({ value: String(one.id), words: one.words }))}
                  />
                )}
              </>
            )}
          </>
        ) : (
          <p className="font-semibold">{words.contract(contract.noun, contract.id)}</p>
        )
      }
    </FormDialog>
  );
}

const MAX_FOUND = 5;

/** Finds the contract that a person names by number, name or email, while they type. */
function useFoundContract(texts: { noun: NearContract['noun']; number: string; match: string }) {
  const { i18n } = useLingui();
  const words = useDeclarationWords();
  const subscriptionWords = useSubscriptionWords();
  const { noun } = texts;
  const typed = texts.number.trim();
  const find = async (): Promise<{ id: number; words: string }[]> => {
    if (noun === 'order') {
      const { orders } = await findOrders(typed, MAX_FOUND);
      return orders.map(({ id, firstName, lastName, item }) => ({
        id,
        words: [
          words.contract(noun, id),
          `${firstName} ${lastName}`,
          purchasedItemName(i18n.locale, item),
        ].join(' · '),
      }));
    }
    const { contracts } = await api.subscriptions.contracts
      .query({ named: typed })
      .catch((error: unknown) => {
        if (failureOf(error).code !== 'refused') throw error;
        return { contracts: [] };
      });
    return contracts.slice(0, MAX_FOUND).map(({ id, name, plan, state }) => ({
      id,
      words: [
        words.contract(noun, id),
        ...(name === null ? [] : [name]),
        subscriptionWords.plan(plan),
        subscriptionWords.state(state),
      ].join(' · '),
    }));
  };
  const found = useQuery({
    queryKey: ['contracts to accept', noun, typed],
    queryFn: find,
    enabled: typed !== '',
  });
  const match =
    found.data?.length === 1
      ? found.data[0]
      : found.data?.find(({ id }) => String(id) === texts.match);
  return { typed, found, match };
}

const UNKNOWN = { goodsPlace: null, leftCents: null };
const isAbout = (about: About | Problems | null): about is About =>
  about !== null && typeof about['contract'] === 'number';

type FollowsProps = Pick<Declaration, 'kind' | 'goodsPlace' | 'leftCents'> & {
  noun: NearContract['noun'];
};

function Follows({ kind, noun, goodsPlace, leftCents }: FollowsProps) {
  const words = useDeclarationWords();
  if (kind === 'termination') {
    return (
      <Trans>
        The subscription ends with the period already paid. What was charged after the request is
        refunded to the card used.
      </Trans>
    );
  }
  if (noun === 'subscription') {
    return (
      <Trans>
        The subscription and its access end immediately. What was paid is refunded to the card used,
        minus the days used if the buyer had asked for an immediate start.
      </Trans>
    );
  }
  switch (goodsPlace) {
    case 'sent':
      return (
        <Trans>
          The buyer is asked to send the item back, and is refunded once you record here that it is
          back.
        </Trans>
      );
    case 'held':
      return <Trans>Its parcel may have left: you then say here whether it has.</Trans>;
    case 'here':
      return (
        <Trans>
          The order is cancelled and {words.money(leftCents ?? 0)} is refunded to the card used. If
          its parcel may have left, the order is held and you say whether it has.
        </Trans>
      );
    default:
      return (
        <Trans>
          An order that hasn’t left is cancelled and refunded to the card used. For one that has
          left, the buyer is asked to send the item back.
        </Trans>
      );
  }
}

function ContestDialog({ declaration, ...ways }: DialogProps) {
  const { t } = useLingui();
  const change = useChange();
  const words = useDeclarationWords();
  const reasonProblems = useReasonProblems();
  const { id } = declaration;
  const kindName = words.kind(declaration).toLocaleLowerCase();
  const { texts, field, forget } = useStoredTexts(`contest:${id}`, { reason: '' });
  const read = (): Reading<string> => {
    const problems = reasonProblems(texts.reason);
    if (Object.keys(problems).length > 0) return { problems };
    return {
      run: async () => {
        const reason = texts.reason.trim();
        await change(() => api.declarations.contest.mutate({ declaration: id, reason }));
        forget();
        return t`Rejected. The buyer gets your reason by email.`;
      },
    };
  };
  return (
    <FormDialog
      title={t`Reject ${kindName} ${id}`}
      button={t`Reject`}
      isDanger
      read={read}
      {...ways}
      consequences={[
        <Trans key="email">The buyer gets your reason by email, with how to answer.</Trans>,
        <Trans key="money">Nothing is refunded. You can still accept later.</Trans>,
      ]}
    >
      {(problems) => <ReasonField declaration={declaration} {...field('reason', problems)} />}
    </FormDialog>
  );
}

type ReasonProps = Pick<FieldProps, 'value' | 'onChange' | 'problems'> & {
  declaration: Declaration;
};

/** The buyer reads the reason, in the language of the declaration. */
function ReasonField({ declaration, ...field }: ReasonProps) {
  const { t } = useLingui();
  const words = useDeclarationWords();
  const inLanguage = words.inLanguage(declaration);
  return (
    <Field
      label={t`Reason`}
      name="reason"
      kind="long"
      maxLength={DECISION_REASON_LENGTH.max}
      hint={t`The buyer reads it: write ${inLanguage}, at least ${DECISION_REASON_LENGTH.min} characters.`}
      {...field}
    />
  );
}

function CloseDialog({ declaration, ...ways }: DialogProps) {
  const { t } = useLingui();
  const change = useChange();
  const words = useDeclarationWords();
  const problemTexts = useProblemTexts();
  const { id, floodCount, stand, email } = declaration;
  const { texts, field, forget } = useStoredTexts(`close:${id}`, { reason: '', which: 'one' });
  const network = floodCount > 1 && texts.which === 'network';
  const isTold = stand === 'undecided' && email !== null && !network;
  const read = (): Reading<string> => {
    const reason = texts.reason.trim();
    if (reason === '') return { problems: problemTexts([{ path: 'reason', problem: 'missing' }]) };
    return {
      run: async () => {
        const input = { declaration: id, reason, network };
        const closed = await change(() => api.declarations.close.mutate(input));
        forget();
        if (network) return t`Closed: ${closed.closed}. No email was sent.`;
        return closed.isTold
          ? t`Closed. The person who made the request gets your answer by email.`
          : t`Closed. No email was sent.`;
      },
    };
  };
  return (
    <FormDialog
      title={t`Close without a refund`}
      isDanger
      read={read}
      {...ways}
      consequences={[
        <Trans key="nothing">The request has no further effect, and nothing is refunded.</Trans>,
        isTold ? (
          <Trans key="email">{email} gets your text as the answer, by email.</Trans>
        ) : (
          <Trans key="email">No email is sent: your text stays in the records.</Trans>
        ),
        ...(stand === 'awaited'
          ? [<Trans key="later">If the parcel comes later, you can still record it here.</Trans>]
          : []),
      ]}
    >
      {(problems) => (
        <>
          {floodCount > 1 && (
            <Choice
              legend={t`Which ones?`}
              {...field('which', problems)}
              choices={[
                { value: 'one', words: t`This request` },
                { value: 'network', words: t`All ${floodCount} from the same network` },
              ]}
            />
          )}
          <Field
            label={isTold ? t`Answer` : t`Reason`}
            {...field('reason', problems)}
            kind="long"
            maxLength={DECISION_REASON_LENGTH.max}
            {...(isTold ? { hint: t`Write ${words.inLanguage(declaration)}.` } : {})}
          />
        </>
      )}
    </FormDialog>
  );
}

function GoodsDialog({ declaration, ...ways }: DialogProps) {
  const { t } = useLingui();
  const change = useChange();
  const words = useDeclarationWords();
  const problemTexts = useProblemTexts();
  const reasonProblems = useReasonProblems();
  const { id, stand, goodsCents, leftCents } = declaration;
  const { texts, field, forget } = useStoredTexts(`goods:${id}`, {
    how: '',
    kept: '',
    reason: '',
  });
  const { how } = texts;
  const keptCents = how === 'keep' ? (typedCents(texts.kept) ?? 0) : 0;
  const refund = words.money(Math.max(0, (leftCents ?? 0) - keptCents));
  const sum = how === 'asNew' || keptCents > 0 ? refund : null;
  const read = (): Reading<string> => {
    const problems = {
      ...(how === '' ? { how: t`Choose one.` } : {}),
      ...(how === 'keep' && keptCents === 0
        ? problemTexts([{ path: 'kept', problem: 'euros' }])
        : {}),
      ...(how === 'keep' || how === 'notOurs' ? reasonProblems(texts.reason) : {}),
    };
    if (Object.keys(problems).length > 0) return { problems };
    const reason = texts.reason.trim();
    const goods =
      how === 'keep'
        ? ({ kind: 'keep', keptCents, reason } as const)
        : how === 'notOurs'
          ? ({ kind: 'notOurs', reason } as const)
          : ({ kind: 'asNew' } as const);
    return {
      run: async () => {
        const noted = await change(() =>
          api.declarations.noteGoods.mutate({ declaration: id, goods }),
        );
        forget();
        return goods.kind === 'notOurs'
          ? t`Rejected. The buyer gets your reason by email.`
          : t`Recorded. ${words.money(noted.refundCents)} is refunded to the card used, and the buyer gets an email.`;
      },
    };
  };
  return (
    <FormDialog
      title={t`The item is back`}
      button={how === 'notOurs' ? t`Reject` : sum === null ? t`Refund` : t`Refund ${sum}`}
      isDanger
      read={read}
      {...ways}
      consequences={
        how === ''
          ? []
          : how === 'notOurs'
            ? [
                <Trans key="contest">
                  The request is rejected: nothing is refunded, and the buyer gets your reason by
                  email.
                </Trans>,
              ]
            : [
                sum === null ? (
                  <Trans key="refund">Enter the amount that you keep.</Trans>
                ) : (
                  <Trans key="refund">{refund} is refunded to the card used.</Trans>
                ),
                ...(how === 'asNew'
                  ? [<Trans key="stock">The unit returns to the stock.</Trans>]
                  : []),
                ...(how === 'keep'
                  ? [
                      <Trans key="kept">
                        At most the item price, {words.money(goodsCents ?? 0)}: its delivery is
                        always refunded.
                      </Trans>,
                    ]
                  : []),
                <Trans key="email">The buyer gets an email.</Trans>,
              ]
      }
    >
      {(problems) => (
        <>
          <Choice
            legend={t`What condition is the item in?`}
            {...field('how', problems)}
            choices={[
              { value: 'asNew', words: t`As new`, more: t`Everything is refunded.` },
              {
                value: 'keep',
                words: t`Used beyond trying them out`,
                more: t`An amount is kept, with a reason.`,
              },
              ...(stand === 'closed'
                ? []
                : [
                    {
                      value: 'notOurs',
                      words: t`Not our item, or an empty parcel`,
                      more: t`The request is rejected.`,
                    },
                  ]),
            ]}
          />
          {how === 'keep' && (
            <Field label={t`Amount kept`} {...field('kept', problems)} kind="euros" />
          )}
          {(how === 'keep' || how === 'notOurs') && (
            <ReasonField declaration={declaration} {...field('reason', problems)} />
          )}
        </>
      )}
    </FormDialog>
  );
}

type HeldAnswersProps = {
  isWithdrawn: boolean;
  /** What is refunded at once if the parcel is still here. */
  sum: string;
  /** Null without the permission. */
  onGone: (() => void) | null;
  onHere: (() => void) | null;
};

/** Asks where the parcel of a held order is. */
export function HeldAnswers({ isWithdrawn, sum, onGone, onHere }: HeldAnswersProps) {
  const { t } = useLingui();
  const answers = [
    [
      t`The parcel has left`,
      isWithdrawn
        ? t`Nothing is refunded yet: the buyer is asked to send the item back.`
        : t`It is marked as sent, and nothing is refunded now.`,
      onGone,
    ],
    [
      t`It is still here: cancel and refund ${sum}`,
      t`The card is refunded now, and the unit goes back into stock.`,
      onHere,
    ],
  ] as const;
  return (
    <section className="no-print mb-6 rounded-card border border-warning bg-warning-ground p-4 sm:p-6">
      <h2 className="mb-3 text-title-s font-bold">
        <Trans>Has the parcel left?</Trans>
      </h2>
      <ul className="grid gap-4 sm:grid-cols-2">
        {answers.map(([words, consequence, answer]) =>
          answer === null ? null : (
            <li key={words} className="grid content-start gap-1">
              <button type="button" className={`${BUTTON.secondary} bg-surface`} onClick={answer}>
                {words}
              </button>
              <span className="text-small">{consequence}</span>
            </li>
          ),
        )}
      </ul>
    </section>
  );
}

type HeldDialogProps = Omit<DialogProps, 'declaration'> & { declaration: ListedDeclaration };

export function ParcelGoneDialog({ declaration, onClose, onDone }: HeldDialogProps) {
  const { t } = useLingui();
  const order = declaration.contract?.id ?? 0;
  return (
    <SendDialog
      parcels={[{ id: order }]}
      isHeld
      title={t`The parcel has left`}
      consequences={[
        <Trans key="sent">
          Order {order} is marked as sent: the buyer gets an email in ten minutes.
        </Trans>,
        <Trans key="back">
          The buyer is asked to send the item back, and is refunded once you record here that it is
          back.
        </Trans>,
      ]}
      words={t`Marked as sent. The buyer is asked to send the item back.`}
      onClose={onClose}
      onDone={({ words }) => onDone(words)}
    />
  );
}

export function ParcelHereDialog({ declaration, ...ways }: HeldDialogProps) {
  const { t } = useLingui();
  const change = useChange();
  const words = useDeclarationWords();
  const order = declaration.contract?.id ?? 0;
  const read = (): Reading<string> => ({
    run: async () => {
      // Only for the records, so in one language.
      const reason = withdrawalReason(declaration.id);
      await change(() => api.orders.cancel.mutate({ order, reason }));
      return t`The order is cancelled, and its refund is requested.`;
    },
  });
  return (
    <FormDialog
      title={t`Cancel order ${order}`}
      isDanger
      read={read}
      {...ways}
      consequences={[
        <Trans key="refund">
          The order is cancelled, and {words.money(declaration.leftCents ?? 0)} is refunded to the
          card used.
        </Trans>,
        <Trans key="stock">The unit returns to the stock.</Trans>,
        <Trans key="email">The buyer gets an email.</Trans>,
      ]}
    />
  );
}

type RecordProps = { onClose: () => void; onDone: (id: number) => void };

export function RecordDialog({ onClose, onDone }: RecordProps) {
  const { t, i18n } = useLingui();
  const change = useChange();
  const words = useDeclarationWords();
  const problemTexts = useProblemTexts();
  const [today] = useState(() => parisDayOf(new Date()));
  const { texts, field, forget } = useStoredTexts('record', {
    kind: 'withdrawal',
    name: '',
    reference: '',
    on: '',
    email: '',
    locale: localeOf(i18n.locale),
  });
  const read = (): Reading<number> => {
    const missing = (['name', 'reference', 'on'] as const).filter(
      (name) => texts[name].trim() === '',
    );
    if (missing.length > 0) {
      return { problems: problemTexts(missing.map((path) => ({ path, problem: 'missing' }))) };
    }
    if (texts.on > today) return { problems: { on: t`This day is still to come.` } };
    const email = texts.email.trim();
    return {
      run: async () => {
        const { id } = await change(() =>
          api.declarations.record.mutate({
            kind: DECLARATION_KINDS.find((one) => one === texts.kind) ?? 'withdrawal',
            name: texts.name.trim(),
            reference: texts.reference.trim(),
            on: texts.on,
            email: email === '' ? null : email,
            locale: localeOf(texts.locale),
          }),
        );
        forget();
        return id;
      },
    };
  };
  return (
    <FormDialog title={t`Record a request`} read={read} onClose={onClose} onDone={onDone}>
      {(problems) => (
        <>
          <p>
            {texts.email.trim() === '' ? (
              <Trans>No email is sent.</Trans>
            ) : (
              <Trans>A receipt is emailed immediately.</Trans>
            )}{' '}
            <Trans>It then waits for your decision, like one made without logging in.</Trans>
          </p>
          <Field
            label={t`Kind of request`}
            {...field('kind', problems)}
            choices={DECLARATION_KINDS.map((kind) => [kind, words.kind({ kind })] as const)}
          />
          <Field
            label={t`Sent on`}
            {...field('on', problems)}
            kind="day"
            hint={t`This day counts for the time limits.`}
          />
          <Field
            label={t`First and last name`}
            {...field('name', problems)}
            maxLength={DECLARED_LENGTH.name.max}
          />
          <Field
            label={t`The contract, in their words`}
            {...field('reference', problems)}
            maxLength={DECLARED_LENGTH.reference.max}
            hint={t`Such as “order 12” or “my yearly subscription”.`}
          />
          <Field
            label={t`Email address for the receipt`}
            {...field('email', problems)}
            kind="email"
            hint={t`Leave it empty if there is none.`}
          />
          <Field
            label={t`Language`}
            {...field('locale', problems)}
            choices={LOCALES.map((locale) => [locale, words.language(locale)] as const)}
          />
        </>
      )}
    </FormDialog>
  );
}
