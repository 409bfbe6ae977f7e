import type { Right } from '@agres/domain/declarations.schema';
import type { User } from '@agres/domain/shapes';
import { formatDate } from '@agres/i18n/formats';
import { BUTTON } from '@agres/ui/button';
import { Plural, Trans } from '@lingui/react/macro';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useId, useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';

import { api } from '../../../lib/data.ts';
import { endSession } from '../../../lib/sign-out.ts';
import { CodeAlert } from '../../../ui/code-alert.tsx';
import { Form } from '../../../ui/form.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { useFormError } from '../../../ui/use-form-error.ts';
import { CurrentPasswordField } from '../current-password-field.tsx';
import { AccountPart } from './account-part.tsx';

type DeleteAccountProps = { subscription: User['subscription'] };

export function DeleteAccount({ subscription }: DeleteAccountProps) {
  const [isAsking, setIsAsking] = useState(false);
  // Loaded with the page, so that the dialog does not change after it opens.
  const rights = api.declarations.rights.useQuery();
  const close = () => setIsAsking(false);
  return (
    <AccountPart
      title={<Trans>Delete your account</Trans>}
      hint={<Trans>You’ll first see what gets deleted and what we have to keep.</Trans>}
    >
      <div>
        <button type="button" className={BUTTON.danger} onClick={() => setIsAsking(true)}>
          <Trans>Delete my account</Trans>
        </button>
      </div>
      {isAsking && (
        <Confirmation onKeep={close}>
          {!rights.isPending && <OpenRights rights={rights.data?.rights} />}
          <WhatHappens subscription={subscription} />
        </Confirmation>
      )}
    </AccountPart>
  );
}

/** The withdrawal page lists all contracts. */
const NAMED = 3;

/**
 * Offers the withdrawal before the deletion. Deleting the account does not waive the right, but afterwards the
 * customer has to identify the contract by hand.
 */
function OpenRights({ rights }: { rights: readonly Right[] | undefined }) {
  const titleId = useId();
  const open = rights?.filter(({ isOpen, declaration }) => isOpen && declaration === null) ?? [];
  // Offer it also if the rights are unknown.
  if (rights !== undefined && open.length === 0) return null;
  const others = open.length - NAMED;
  return (
    <section className="rounded-control bg-ground-deep px-5 py-4">
      <h3 id={titleId} className="font-semibold">
        <Trans>You can still withdraw and be refunded</Trans>
      </h3>
      <ul aria-labelledby={titleId} className="mt-2 list-disc pl-5">
        {open.slice(0, NAMED).map((right) => (
          <li key={right.orderId ?? 'subscription'} className="wrap-anywhere">
            <OpenContract right={right} />
          </li>
        ))}
        {others > 0 && (
          <li>
            <Plural value={others} one="and # other contract" other="and # other contracts" />
          </li>
        )}
      </ul>
      <p className="mt-2">
        <Trans>
          Do this before you delete your account: it takes two steps. You can still withdraw
          afterwards, but we’ll have to find your contract by hand.
        </Trans>
      </p>
      <Link to="/withdrawal" className={`mt-4 ${BUTTON.secondary}`}>
        <Trans>Withdraw first</Trans>
      </Link>
    </section>
  );
}

function OpenContract({ right: { orderId, title, lastDay } }: { right: Right }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const name = title?.[locale];
  const until = lastDay === null ? null : formatDate(locale, `${lastDay}T12:00:00Z`);
  return (
    <>
      {orderId === null || name === undefined ? (
        <Trans>Your subscription</Trans>
      ) : (
        <Trans>
          Order no. {orderId}: {name}
        </Trans>
      )}
      {until !== null && (
        <>
          {' '}
          <Trans>(until {until})</Trans>
        </>
      )}
    </>
  );
}

function WhatHappens({ subscription }: DeleteAccountProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const endsOn = subscription?.accessEndsOn ?? null;
  const lastDay = endsOn === null ? null : formatDate(locale, endsOn);
  return (
    <div className="flex flex-col gap-4">
      {subscription !== null && (
        <Part title={<Trans>Your subscription</Trans>}>
          <li>
            <Trans>
              It ends immediately. You won’t be charged again, but you’ll lose any days you’ve
              already paid for.
            </Trans>
          </li>
          <li>
            {lastDay === null ? (
              <Trans>
                To use those days,{' '}
                <Link
                  to="/cancel-your-contract"
                  className="font-medium text-accent-strong underline underline-offset-4"
                >
                  cancel your contract
                </Link>{' '}
                first and delete your account once it has ended.
              </Trans>
            ) : (
              <Trans>To use those days, delete your account after {lastDay}.</Trans>
            )}
          </li>
        </Part>
      )}
      <Part title={<Trans>What we delete, immediately and for good</Trans>}>
        <li>
          <Trans>Your account: email address, first and last name</Trans>
        </li>
        <li>
          <Trans>Your log-ins and your messages to us</Trans>
        </li>
        <li>
          <Trans>Your saved pickup point, stock alerts and reviews</Trans>
        </li>
        <li>
          <Trans>Your referral code and what it earned</Trans>
        </li>
      </Part>
      <Part title={<Trans>What we have to keep</Trans>}>
        <li>
          <Trans>
            Accounting records of your orders and subscription, with the recipient’s name and
            address: the law makes us keep them for ten years, not linked to any account
          </Trans>
        </li>
        <li>
          <Trans>
            Orders on their way will still be delivered. We’ll delete your email address afterwards.
          </Trans>
        </li>
        <li>
          <Trans>
            Proof of your withdrawals and cancellations: five years after they’re settled
          </Trans>
        </li>
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section>
      <h3 className="font-semibold">{title}</h3>
      <ul className="mt-1 list-disc pl-5">{children}</ul>
    </section>
  );
}

type ConfirmationProps = { onKeep: () => void; children: ReactNode };

/** Asks for the current password, below everything that happens. On tall screens, the buttons stay in view. */
function Confirmation({ onKeep, children }: ConfirmationProps) {
  const deletion = api.users.delete.useMutation();
  const form = useForm<{ currentMdp: string }>();
  const { handleSubmit, formState } = form;
  const { errorCode, alertId, errorId, submit } = useFormError(form, {
    incorrect_password: 'currentMdp',
  });
  const remove = (typed: { currentMdp: string }) =>
    submit(() => endSession(() => deletion.mutateAsync(typed), 'account_deleted'));
  const isPending = formState.isSubmitting || deletion.isSuccess;
  const isAboutPassword = errorCode === 'incorrect_password';

  return (
    <Modal title={<Trans>Delete my account?</Trans>} onClose={onKeep} isWide>
      <Form onSubmit={handleSubmit(remove)}>
        {children}
        <CurrentPasswordField form={form} isWrong={isAboutPassword} errorId={errorId} />
        {errorCode !== null && !isAboutPassword && (
          <CodeAlert id={alertId} kind="error" code={errorCode} />
        )}
        <div className="sheet-foot relative grid gap-3 sm:grid-cols-2 tall:sticky">
          <button type="button" disabled={isPending} onClick={onKeep} className={BUTTON.secondary}>
            <Trans>Keep my account</Trans>
          </button>
          <SubmitButton isPending={isPending} look="danger" busy={<Trans>Deleting…</Trans>}>
            <Trans>Delete for good</Trans>
          </SubmitButton>
        </div>
      </Form>
    </Modal>
  );
}
