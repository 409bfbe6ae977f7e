import { BUTTON } from '@agres/ui/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState, type SubmitEvent } from 'react';

import { textOf } from '../form/schema.ts';
import { api } from '../lib/api.ts';
import { hasChosenLocale, i18n, speak } from '../lib/language.ts';
import { enrol, signIn } from '../lib/passkeys.ts';
import { useChange } from '../lib/staff.tsx';
import { CallError, Loading, PageHead } from '../ui.tsx';

/** The way in: a passkey, and in development a button for each role. The address stays, so that it leads back. */
export function SignInPage() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [error, setError] = useState<unknown>(null);
  const enter = async (way: () => Promise<unknown>) => {
    setError(null);
    try {
      await way();
      await queries.invalidateQueries();
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <div className="card mx-auto mt-12 w-full max-w-md">
      <PageHead title={t`Sign in`} />
      <p className="mb-6">
        <Trans>Use the device that you added to the office: its fingerprint, face or code.</Trans>
      </p>
      <div className="grid gap-4">
        <CallError error={error} />
        <button type="button" className={BUTTON.primary} onClick={() => void enter(signIn)}>
          <Trans>Sign in with a passkey</Trans>
        </button>
        {OFFICE_DEVELOPMENT_BUILD && (
          <div className="grid gap-3 border-t border-line pt-4">
            <button
              type="button"
              className={BUTTON.secondary}
              onClick={() => void enter(() => api.access.enterAs.mutate({ role: 'owner' }))}
            >
              <Trans>Enter as owner (development)</Trans>
            </button>
            <button
              type="button"
              className={BUTTON.secondary}
              onClick={() => void enter(() => api.access.enterAs.mutate({ role: 'preparer' }))}
            >
              <Trans>Enter as preparer (development)</Trans>
            </button>
          </div>
        )}
      </div>
      <p className="mt-6 text-small text-ink-soft">
        <Trans>Lost your device? Ask an owner of the shop for a new invitation.</Trans>
      </p>
    </div>
  );
}

/** Adds a device: the first one by an invitation, a further one by the person who is signed in. */
export function EnrolPage() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const change = useChange();
  const labelId = useId();
  const [error, setError] = useState<unknown>(null);
  const token = window.location.hash.slice(1) || null;
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: async () => {
      if (token === null) return null;
      const invited = await api.access.invitation.mutate({ token });
      if (!hasChosenLocale()) await speak(i18n, invited.locale);
      return invited;
    },
    retry: false,
  });
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const label = textOf(new FormData(event.currentTarget).get('label'));
    setError(null);
    try {
      await (token === null ? change(() => enrol({ token, label })) : enrol({ token, label }));
      await queries.invalidateQueries();
      await navigate({ to: '/' });
    } catch (failure) {
      setError(failure);
    }
  };
  if (invitation.isPending) return <Loading />;
  return (
    <div className="card mx-auto mt-12 w-full max-w-md">
      <PageHead title={t`Add this device`} />
      <CallError error={invitation.error} />
      {invitation.error === null && (
        <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
          {invitation.data && (
            <p>
              <Trans>
                Welcome, {invitation.data.name} ({invitation.data.email}).
              </Trans>
            </p>
          )}
          <p>
            <Trans>From now on this device opens the office, without a password.</Trans>
          </p>
          <label htmlFor={labelId} className="font-semibold">
            <Trans>Name of the device</Trans>
          </label>
          <input
            id={labelId}
            name="label"
            className="input"
            required
            maxLength={60}
            defaultValue={matchMedia('(pointer: coarse)').matches ? t`My phone` : t`My computer`}
          />
          <CallError error={error} />
          <button type="submit" className={BUTTON.primary}>
            <Trans>Add this device</Trans>
          </button>
        </form>
      )}
    </div>
  );
}
