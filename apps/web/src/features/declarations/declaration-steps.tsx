import { Trans, useLingui } from '@lingui/react/macro';
import { BRAND } from '@shop/domain/brand';
import {
  DECLARED_LENGTH,
  type DeclarationKind,
  type NamedContract,
} from '@shop/domain/declaration';
import type { NextStep } from '@shop/domain/declarations.schema';
import { formatZonedMoment } from '@shop/i18n/moment-formats';
import { useRouteContext } from '@tanstack/react-router';
import { CircleCheck } from 'lucide';
import { useId, useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';

import { lazyResolver } from '../../lib/lazy-resolver.ts';
import { Alert, CodeAlert } from '../../ui/alert.tsx';
import { BUTTON } from '../../ui/button.ts';
import { TextField } from '../../ui/field.tsx';
import { focusElement } from '../../ui/focus.ts';
import { fieldStateOf } from '../../ui/form-state.ts';
import { Form } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { useDeclaration, type DeclarationState } from './use-declaration.ts';

const WhatComesNext = lazyPart(async () => (await import('./what-comes-next.tsx')).WhatComesNext);

type DeclarationStepsProps = {
  kind: DeclarationKind;
  /** The contract that was chosen; left out, the form asks for it. */
  contract?: NamedContract;
  /** What follows a declaration about the contract that was chosen. */
  next?: NextStep;
  /** What stands above the fields: the choice of a contract. */
  choice?: ReactNode;
  /** What the account knows of its owner. */
  declarer?: { name: string; email: string };
  /** Called when it was received, before the list of contracts is read again. */
  onReceived?: () => void;
};

/** A declaration in two steps, the same for everybody: what is asked, what is declared, its receipt. */
export function DeclarationSteps(props: DeclarationStepsProps) {
  const { kind, contract, next = null, choice, declarer, onReceived } = props;
  const { state, toRecap, toForm, send } = useDeclaration(kind, onReceived);
  if (state.step === 'done') return <Receipt {...{ kind, state, next }} />;
  return (
    <>
      {/* Hidden, not taken away: what was typed is there on the way back. */}
      <div hidden={state.step !== 'form'}>
        <DeclarationForm {...{ kind, contract, choice, declarer }} onDone={toRecap} />
      </div>
      {state.step === 'recap' && <Recap {...{ kind, state, send, toForm }} />}
    </>
  );
}

type Typed = { name: string; email: string; reference: string };

type DeclarationFormProps = {
  kind: DeclarationKind;
  contract: NamedContract | undefined;
  choice: ReactNode;
  declarer: { name: string; email: string } | undefined;
  onDone: ReturnType<typeof useDeclaration>['toRecap'];
};

function DeclarationForm({ kind, contract, choice, declarer, onDone }: DeclarationFormProps) {
  const { t } = useLingui();
  const [isSubscription, setIsSubscription] = useState(false);
  // A number is asked of an order alone.
  const isAsked = contract === undefined && !isSubscription;
  const form = useForm<Typed>({
    mode: 'onTouched',
    defaultValues: {
      name: '',
      email: '',
      // Of the contracts that there are, a subscription alone is ended.
      reference: kind === 'termination' ? t`Subscription` : '',
      ...declarer,
    },
    resolver: lazyResolver(async () => {
      const rules = await import('./declaration-form.schema.ts');
      return isAsked ? rules.resolveReference : rules.resolveChosen;
    }),
  });
  const { register, handleSubmit, formState } = form;
  const { errors } = formState;
  const toRecap = ({ name, email, reference }: Typed) =>
    onDone({
      name,
      email,
      contract: contract ?? { reference: isSubscription ? t`my subscription` : reference },
    });
  return (
    <Form onSubmit={handleSubmit(toRecap)}>
      {choice}
      {contract === undefined && kind === 'withdrawal' && (
        <ContractChoice
          className="sm:grid-cols-2"
          choices={[
            {
              key: 'order',
              label: (
                <b className="font-semibold">
                  <Trans>An order</Trans>
                </b>
              ),
            },
            {
              key: 'subscription',
              label: (
                <b className="font-semibold">
                  <Trans>My subscription</Trans>
                </b>
              ),
            },
          ]}
          chosen={isSubscription ? 'subscription' : 'order'}
          onChoose={(chosen) => setIsSubscription(chosen === 'subscription')}
        />
      )}
      {isAsked && (
        <TextField
          {...(kind === 'termination'
            ? { label: <Trans>The contract to cancel</Trans> }
            : {
                label: <Trans>Your order number</Trans>,
                hint: <Trans>The number is in the email that confirmed your order.</Trans>,
              })}
          required
          maxLength={DECLARED_LENGTH.reference.max}
          state={fieldStateOf(form, 'reference')}
          error={
            errors.reference && (
              <Trans>Name the contract with letters, spaces, hyphens and up to nine digits.</Trans>
            )
          }
          {...register('reference')}
        />
      )}
      <TextField
        label={<Trans>Your first and last name</Trans>}
        autoComplete="name"
        required
        maxLength={DECLARED_LENGTH.name.max}
        state={fieldStateOf(form, 'name')}
        error={
          errors.name && <Trans>Enter your name with letters, spaces, hyphens, apostrophes.</Trans>
        }
        {...register('name')}
      />
      <TextField
        label={<Trans>Email address for the receipt</Trans>}
        type="email"
        autoComplete="email"
        required
        state={fieldStateOf(form, 'email')}
        error={errors.email && <Trans>Enter an address that the receipt can go to.</Trans>}
        {...register('email')}
      />
      <SubmitButton isPending={formState.isSubmitting}>
        <Trans>Continue</Trans>
      </SubmitButton>
    </Form>
  );
}

type ContractChoiceProps<Key extends string> = {
  choices: { key: Key; label: ReactNode }[];
  chosen: Key;
  onChoose: (key: Key) => void;
  className?: string;
};

/** Which contract is withdrawn from: one card each, the chosen one marked. */
export function ContractChoice<Key extends string>({
  choices,
  chosen,
  onChoose,
  className = '',
}: ContractChoiceProps<Key>) {
  const group = useId();
  return (
    <fieldset>
      <legend className="mb-3 font-display text-title-s font-bold">
        <Trans>Which contract?</Trans>
      </legend>
      <div className={`grid gap-3 ${className}`}>
        {choices.map(({ key, label }) => (
          <label
            key={key}
            className="flex cursor-pointer gap-2 rounded-control border border-control-line p-3 has-checked:border-secondary has-checked:bg-secondary-soft"
          >
            <input
              type="radio"
              name={group}
              checked={key === chosen}
              onChange={() => onChoose(key)}
              className="mt-1 size-5 shrink-0"
            />
            <span className="min-w-0">{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type RecapProps = {
  kind: DeclarationKind;
  state: Extract<DeclarationState, { step: 'recap' }>;
  send: () => Promise<void>;
  toForm: () => void;
};

/** The declaration as it will stand. */
function Recap({ kind, state, send, toForm }: RecapProps) {
  const { draft, statement, isSending, errorCode } = state;
  const { email } = draft;
  return (
    <section>
      <Title>
        <Trans>Your declaration</Trans>
      </Title>
      <p className="mt-3 text-ink-soft">
        <Trans>This is what you are declaring to us. Nothing has been sent yet.</Trans>
      </p>
      <Statement text={statement} />
      <p className="mt-4 wrap-anywhere">
        <Trans>The receipt goes to {email}.</Trans>
      </p>
      {errorCode !== null && <Failure code={errorCode} />}
      <div className="mt-8 flex flex-wrap gap-4">
        <button
          type="button"
          disabled={isSending}
          onClick={() => void send()}
          className={`grow sm:grow-0 ${BUTTON.primary}`}
        >
          {kind === 'withdrawal' ? (
            <Trans>Confirm withdrawal</Trans>
          ) : (
            <Trans>Notify the cancellation</Trans>
          )}
        </button>
        <button
          type="button"
          disabled={isSending}
          onClick={toForm}
          className={`grow sm:grow-0 ${BUTTON.secondary}`}
        >
          <Trans>Go back</Trans>
        </button>
      </div>
      {isSending && <LoadingIndicator />}
    </section>
  );
}

/** Not received, and what else counts. */
function Failure({ code }: { code: string }) {
  const { supportEmail } = BRAND;
  const { legalName, address } = BRAND.seller;
  return (
    <div className="mt-6 flex flex-col gap-3" ref={focusElement} tabIndex={-1}>
      <CodeAlert kind="error" code={code} />
      <p>
        <Trans>
          We have not received your declaration. Try again, or send the same words to {supportEmail}{' '}
          or by post to {legalName}, {address}: they count just as much.
        </Trans>
      </p>
    </div>
  );
}

type ReceiptProps = {
  kind: DeclarationKind;
  state: Extract<DeclarationState, { step: 'done' }>;
  next: NextStep | null;
};

/** What was received, to print and to keep. */
function Receipt({ kind, state, next }: ReceiptProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const [isCopied, setIsCopied] = useState(false);
  const { draft, statement, received } = state;
  const moment = formatZonedMoment(locale, received.declaredAt);
  const { number } = received;
  const { email } = draft;
  const copy = async () => {
    await navigator.clipboard.writeText(`${statement}\n${number}\n${moment}\n${email}`);
    setIsCopied(true);
  };
  return (
    <section>
      <Icon of={CircleCheck} className="mb-3 size-10 text-success print:hidden" />
      <Title>
        {kind === 'withdrawal' ? (
          <Trans>We have received your withdrawal</Trans>
        ) : (
          <Trans>We have received your cancellation</Trans>
        )}
      </Title>
      <dl className="mt-5 grid gap-4 sm:grid-cols-2">
        <div>
          <dt className="text-small font-semibold">
            <Trans>Number</Trans>
          </dt>
          <dd className="tabular-nums">{number}</dd>
        </div>
        <div>
          <dt className="text-small font-semibold">
            <Trans>Received on</Trans>
          </dt>
          <dd>{moment}</dd>
        </div>
      </dl>
      <Statement text={statement} />
      <p className="mt-4 wrap-anywhere">
        <Trans>
          Its receipt is on its way to {email}. What concerns the contract itself goes to the
          address of its account. If nothing arrives, print this page and keep it.
        </Trans>
      </p>
      <WhatComesNext kind={kind} received={received} step={next} />
      <div className="mt-8 flex flex-wrap gap-4 print:hidden">
        <button type="button" onClick={() => window.print()} className={BUTTON.secondary}>
          <Trans>Print</Trans>
        </button>
        <button type="button" onClick={() => void copy()} className={BUTTON.secondary}>
          <Trans>Copy</Trans>
        </button>
      </div>
      {isCopied && (
        <div className="mt-4 print:hidden">
          <Alert kind="success">
            <Trans>Copied.</Trans>
          </Alert>
        </div>
      )}
    </section>
  );
}

function Statement({ text }: { text: string }) {
  return (
    <blockquote className="mt-5 rounded-control bg-ground-deep px-5 py-4 wrap-anywhere">
      {text}
    </blockquote>
  );
}

/** The title of a step that a click led to: it gets the focus. */
function Title({ children }: { children: ReactNode }) {
  return (
    <h2
      ref={focusElement}
      tabIndex={-1}
      className="font-display text-title-m font-bold text-balance outline-none"
    >
      {children}
    </h2>
  );
}
