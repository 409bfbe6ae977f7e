import { BRAND, shopFacts } from '@agres/domain/brand';
import {
  DECLARED_LENGTH,
  type DeclarationKind,
  type NamedContract,
} from '@agres/domain/declaration';
import type { NextStep } from '@agres/domain/declarations.schema';
import { BUTTON } from '@agres/ui/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState, type ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';

import { lazyResolver } from '../../lib/lazy-resolver.ts';
import { Alert } from '../../ui/alert.tsx';
import { CodeAlert } from '../../ui/code-alert.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusElement } from '../../ui/focus.ts';
import { fieldStateOf } from '../../ui/form-state.ts';
import { Form } from '../../ui/form.tsx';
import { BUSY, Spinner, SubmitButton } from '../../ui/submit-button.tsx';
import { Statement } from './statement.tsx';
import type { Declaration, DeclarationState, Draft } from './use-declaration.ts';

type DeclarationStepsProps = {
  declaration: Declaration;
  /** The chosen contract. If omitted, the form asks for a reference. */
  contract?: NamedContract;
  next?: NextStep;
  choice?: ReactNode;
  /** Default values from the account. */
  declarer?: { name: string; email: string };
};

/** A declaration in two steps, for members and visitors: the form, then a summary to confirm. */
export function DeclarationSteps(props: DeclarationStepsProps) {
  const { declaration, contract, next = null, choice, declarer } = props;
  const { kind, state, showRecap, toForm, send } = declaration;
  return (
    <>
      {/* Not unmounted, so that the input is still there after going back. */}
      <div hidden={state.step !== 'form'}>
        <DeclarationForm
          {...{ kind, contract, choice, declarer }}
          onDone={(typed) => showRecap({ ...typed, next })}
        />
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
  onDone: (typed: Omit<Draft, 'next'>) => void;
};

function DeclarationForm({ kind, contract, choice, declarer, onDone }: DeclarationFormProps) {
  const { t } = useLingui();
  const [isSubscription, setIsSubscription] = useState(false);
  // Only orders have a number.
  const isAsked = contract === undefined && !isSubscription;
  const form = useForm<Typed>({
    mode: 'onTouched',
    defaultValues: {
      name: '',
      email: '',
      // Only a subscription can be cancelled this way.
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
  const typed = useWatch({ control: form.control });
  const showRecap = ({ name, email, reference }: Typed) =>
    onDone({
      name,
      email,
      isSubscription: contract === undefined ? isSubscription : 'subscription' in contract,
      contract: contract ?? { reference: isSubscription ? t`my subscription` : reference },
    });
  return (
    <Form onSubmit={handleSubmit(showRecap)}>
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
                hint: !errors.reference && (
                  <Trans>The number is in the email that confirmed your order.</Trans>
                ),
              })}
          required
          maxLength={DECLARED_LENGTH.reference.max}
          state={fieldStateOf(form, 'reference')}
          error={errors.reference && <ReferenceError kind={kind} />}
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
          errors.name &&
          (typed.name?.trim() ? (
            <Trans>Use only letters, spaces, hyphens and apostrophes, six words at most.</Trans>
          ) : (
            <Trans>Enter your first and last name.</Trans>
          ))
        }
        {...register('name')}
      />
      <TextField
        label={<Trans>Email address for the receipt</Trans>}
        type="email"
        autoComplete="email"
        required
        state={fieldStateOf(form, 'email')}
        error={
          errors.email &&
          (typed.email?.trim() ? (
            <Trans>Enter a complete email address, such as name@example.com.</Trans>
          ) : (
            <Trans>Enter an email address for your receipt.</Trans>
          ))
        }
        {...register('email')}
      />
      <SubmitButton isPending={formState.isSubmitting}>
        <Trans>Review my notice</Trans>
      </SubmitButton>
    </Form>
  );
}

function ReferenceError({ kind }: { kind: DeclarationKind }) {
  return kind === 'termination' ? (
    <Trans>Name the contract, for example: Subscription.</Trans>
  ) : (
    <Trans>
      Enter your order number, for example 12. It is in the email that confirmed your order.
    </Trans>
  );
}

type ContractChoiceProps<Key extends string> = {
  /** `more` is below the label; on a phone it begins under the radio button. */
  choices: { key: Key; label: ReactNode; more?: ReactNode }[];
  chosen: Key;
  onChoose: (key: Key) => void;
  className?: string;
};

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
        {choices.map(({ key, label, more }) => (
          <label
            key={key}
            className="grid cursor-pointer grid-cols-[auto_1fr] gap-x-2 rounded-control border border-control-line p-3 has-checked:border-secondary has-checked:bg-secondary-soft"
          >
            <input
              type="radio"
              name={group}
              checked={key === chosen}
              onChange={() => onChoose(key)}
              className="mt-1 size-5 shrink-0"
            />
            <span className="min-w-0">{label}</span>
            {more && <span className="col-span-full sm:col-start-2">{more}</span>}
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

function Recap({ kind, state, send, toForm }: RecapProps) {
  const { draft, statement, isSending, errorCode } = state;
  const { email } = draft;
  return (
    <section>
      <h2 ref={focusElement} className="font-display text-title-m font-bold outline-none">
        <Trans>Your notice</Trans>
      </h2>
      {isSending ? (
        <output className="mt-3 block text-ink-soft">
          <Trans>Sending your notice…</Trans>
        </output>
      ) : (
        <p className="mt-3 text-ink-soft">
          <Trans>Please check your notice. Nothing has been sent yet.</Trans>
        </p>
      )}
      <Statement text={statement} />
      <p className="mt-4 wrap-anywhere">
        <Trans>
          You’ll get your receipt on the next page, as a file you can keep, and by email at{' '}
          <EmailAddress>{email}</EmailAddress>.
        </Trans>
      </p>
      {errorCode !== null && <Failure code={errorCode} />}
      <div className="mt-8 flex flex-wrap gap-4">
        <button
          type="button"
          disabled={isSending}
          onClick={() => void send()}
          className={`grow ${BUTTON.primary} ${isSending ? BUSY : ''}`}
        >
          {isSending && <Spinner />}
          {kind === 'withdrawal' ? (
            <Trans>Confirm withdrawal</Trans>
          ) : (
            <Trans>Confirm cancellation</Trans>
          )}
        </button>
        <button
          type="button"
          disabled={isSending}
          onClick={toForm}
          className={`grow ${BUTTON.secondary}`}
        >
          <Trans>Go back</Trans>
        </button>
      </div>
    </section>
  );
}

/** Says that the declaration was not received, and names other ways to send it. */
function Failure({ code }: { code: string }) {
  const { supportEmail } = BRAND;
  const { legalName, address } = shopFacts().seller;
  const instead = (
    <Trans>
      We haven’t received your notice. Try again, or send it by email to {supportEmail} or by post
      to {legalName}, {address}. It counts just the same.
    </Trans>
  );
  return (
    <div className="mt-6" ref={focusElement} tabIndex={-1}>
      {code === 'error_message' ? (
        <Alert kind="error">{instead}</Alert>
      ) : (
        <CodeAlert kind="error" code={code}>
          {instead}{' '}
        </CodeAlert>
      )}
    </div>
  );
}
