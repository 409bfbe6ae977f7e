import { parisDayOf } from '@agres/domain/days';
import {
  DECISION_REASON_LENGTH,
  DECLARATION_KINDS,
  DECLARED_LENGTH,
  withdrawalReason,
} from '@agres/domain/declaration';
import { LOCALES, localeOf } from '@agres/domain/locale';
import { typedCents } from '@agres/domain/prices';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';

import { Choice, Field, type FieldProps, type Problems } from '../form/fields.tsx';
import { FormDialog, type Reading } from '../form/form-dialog.tsx';
import { useProblemTexts } from '../form/schema-field.tsx';
import { useStoredTexts } from '../form/stored-form.ts';
import { api } from '../lib/api.ts';
import {
  isUnproved,
  likelyContract,
  useDeclarationWords,
  type Declaration,
  type NearContract,
} from '../lib/declarations.tsx';
import { useChange } from '../lib/staff.tsx';
import { SendDialog } from './parcels.tsx';

/** The last two are about a held order. */
export type Decision = Declaration['decisions'][number] | 'parcelGone' | 'parcelHere';

export function useDecisionLabels(): Readonly<Record<Decision, string>> {
  const { t } = useLingui();
  return {
    accept: t`Accept`,
    contest: t`Reject`,
    close: t`Close without a refund`,
    noteGoods: t`The item is back`,
    parcelGone: t`The parcel has gone`,
    parcelHere: t`It is still here: cancel the order`,
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
  });
  // Shows only the likely contract until the person asks for others.
  const shownNear = likely !== null && texts.about === keyOf(likely) ? [likely] : near;
  const chosen = near.find((one) => keyOf(one) === texts.about);
  const noun =
    contract?.noun ?? chosen?.noun ?? (texts.noun === 'order' ? 'order' : 'subscription');
  const { goodsPlace, leftCents } = contract === null ? (chosen ?? UNKNOWN) : declaration;
  const readAbout = (): About | Problems | null => {
    if (contract !== null) return null;
    if (chosen !== undefined) return { noun: chosen.noun, contract: chosen.id };
    if (texts.about === '') return { about: t`Choose one.` };
    if (!/^[1-9]\d{0,8}$/.test(texts.number.trim())) {
      return problemTexts([{ path: 'number', problem: 'number' }]);
    }
    return { noun, contract: Number(texts.number) };
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
      title={t`Accept`}
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
                Accept only if you know who declared: it was made without signing in.
              </Trans>,
            ]
          : []),
      ]}
    >
      {(problems) =>
        contract === null ? (
          <>
            <Choice
              legend={t`Which contract is it about?`}
              {...field('about', problems)}
              choices={[
                ...shownNear.map((one) => ({
                  value: keyOf(one),
                  words: words.contract(one.noun, one.id),
                  more: words.near(one),
                })),
                { value: 'other', words: near.length === 0 ? t`This one` : t`Another` },
              ]}
            />
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
                <Field label={t`Its number`} {...field('number', problems)} kind="number" />
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
        The subscription ends with the period already paid. What was debited after the request goes
        back to the card that paid.
      </Trans>
    );
  }
  if (noun === 'subscription') {
    return (
      <Trans>
        The subscription and its access end at once. What was paid goes back to the card that paid,
        less the days used if the buyer had asked for an immediate start.
      </Trans>
    );
  }
  switch (goodsPlace) {
    case 'sent':
      return (
        <Trans>
          The buyer is asked to send the goods back. The money goes back once you record here that
          they are back.
        </Trans>
      );
    case 'held':
      return <Trans>Its parcel may have gone: you then say here whether it has.</Trans>;
    case 'here':
      return (
        <Trans>
          The order is cancelled and {words.money(leftCents ?? 0)} goes back to the card that paid.
          If its parcel may have gone, the order is held and you say whether it has.
        </Trans>
      );
    default:
      return (
        <Trans>
          An order that has not left is cancelled, and its money goes back to the card that paid.
          For one that has left, the buyer is asked to send the goods back.
        </Trans>
      );
  }
}

function ContestDialog({ declaration, ...ways }: DialogProps) {
  const { t } = useLingui();
  const change = useChange();
  const reasonProblems = useReasonProblems();
  const { id } = declaration;
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
      title={t`Reject`}
      isDanger
      read={read}
      {...ways}
      consequences={[
        <Trans key="email">The buyer gets your reason by email, with how to answer.</Trans>,
        <Trans key="money">No money goes back. You can still accept later.</Trans>,
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
          ? t`Closed. The person who declared gets your answer by email.`
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
        <Trans key="nothing">
          Nothing follows from the request any more, and no money goes back.
        </Trans>,
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
          : t`Recorded. ${words.money(noted.refundCents)} goes back to the card that paid, and the buyer gets an email.`;
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
                  The request is rejected: no money goes back, and the buyer gets your reason by
                  email.
                </Trans>,
              ]
            : [
                <Trans key="refund">{refund} goes back to the card that paid.</Trans>,
                ...(how === 'asNew'
                  ? [<Trans key="stock">The unit returns to the stock.</Trans>]
                  : []),
                ...(how === 'keep'
                  ? [
                      <Trans key="kept">
                        You keep {words.money(keptCents)}; the most is the price of the goods,{' '}
                        {words.money(goodsCents ?? 0)}. Their delivery is always refunded.
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
            legend={t`How are the goods?`}
            {...field('how', problems)}
            choices={[
              { value: 'asNew', words: t`As new`, more: t`Everything is refunded.` },
              {
                value: 'keep',
                words: t`Used beyond trying them out`,
                more: t`A sum is kept, with a reason.`,
              },
              ...(stand === 'closed'
                ? []
                : [
                    {
                      value: 'notOurs',
                      words: t`Not our goods, or an empty parcel`,
                      more: t`The request is rejected.`,
                    },
                  ]),
            ]}
          />
          {how === 'keep' && (
            <Field label={t`Sum kept`} {...field('kept', problems)} kind="euros" />
          )}
          {(how === 'keep' || how === 'notOurs') && (
            <ReasonField declaration={declaration} {...field('reason', problems)} />
          )}
        </>
      )}
    </FormDialog>
  );
}

function ParcelGoneDialog({ declaration, onClose, onDone }: DialogProps) {
  const { t } = useLingui();
  const order = declaration.contract?.id ?? 0;
  return (
    <SendDialog
      parcels={[{ id: order }]}
      isHeld
      title={t`The parcel has gone`}
      consequences={[
        <Trans key="sent">
          Order {order} is marked as sent: the buyer gets an email in ten minutes.
        </Trans>,
        <Trans key="back">
          The buyer is asked to send the goods back. The money goes back once you record here that
          they are back.
        </Trans>,
      ]}
      words={t`Marked as sent. The buyer is asked to send the goods back.`}
      onClose={onClose}
      onDone={({ words }) => onDone(words)}
    />
  );
}

function ParcelHereDialog({ declaration, ...ways }: DialogProps) {
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
          The order is cancelled, and {words.money(declaration.leftCents ?? 0)} goes back to the
          card that paid.
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
    <FormDialog
      title={t`Add a request`}
      read={read}
      onClose={onClose}
      onDone={onDone}
      consequences={[
        <Trans key="decide">
          It then waits for your decision, like one made without signing in.
        </Trans>,
        texts.email.trim() === '' ? (
          <Trans key="email">No email is sent.</Trans>
        ) : (
          <Trans key="email">A receipt leaves by email at once.</Trans>
        ),
      ]}
    >
      {(problems) => (
        <>
          <Field
            label={t`What is declared`}
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
