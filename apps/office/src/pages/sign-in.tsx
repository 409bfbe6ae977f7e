import { BUTTON } from '@agres/ui/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState, type SubmitEvent } from 'react';

import { Field, type Problems } from '../form/fields.tsx';
import { useFirstFault } from '../form/form-dialog.tsx';
import { useProblemTexts } from '../form/schema-field.tsx';
import { api } from '../lib/api.ts';
import { chooseLocale, hasChosenLocale } from '../lib/language.ts';
import { registerPasskey, signIn } from '../lib/passkeys.ts';
import { useChange, useDeviceName } from '../lib/staff.tsx';
import { CallError, Loading, PageHead } from '../ui.tsx';

/**
 * Signs in with a passkey, or in development with a button for each role. The URL stays, to return to the
 * page.
 */
export function SignInPage({ hasEnded }: { hasEnded: boolean }) {
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
      {hasEnded && (
        <output className="mb-4 block rounded-control border border-warning bg-warning-ground p-4">
          <Trans>Your session has ended. Sign in again to return to this page.</Trans>
        </output>
      )}
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
        <Trans>
          Lost your device? Ask an owner of the shop for a new invitation. The only owner asks the
          person who runs the server.
        </Trans>
      </p>
    </div>
  );
}

/** Registers the first device with an invitation, or another one for the signed-in person. */
export function EnrolPage() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const change = useChange();
  const problemTexts = useProblemTexts();
  const [typed, setTyped] = useState<string | null>(null);
  // The language of an invitation is known only after this page has rendered.
  const deviceName = useDeviceName();
  const label = typed ?? deviceName;
  const [problems, setProblems] = useState<Problems>({});
  const form = useRef<HTMLFormElement>(null);
  useFirstFault(form, problems);
  const [error, setError] = useState<unknown>(null);
  const token = window.location.hash.slice(1) || null;
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: async () => {
      if (token === null) return null;
      const invited = await api.access.invitation.mutate({ token });
      if (!hasChosenLocale()) await chooseLocale(invited.locale);
      return invited;
    },
    retry: false,
  });
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setError(null);
    if (label.trim() === '') {
      setProblems(problemTexts([{ path: 'label', problem: 'missing' }]));
      return;
    }
    try {
      const device = { token, label: label.trim() };
      await (token === null ? change(() => registerPasskey(device)) : registerPasskey(device));
      await queries.invalidateQueries();
      await (token === null
        ? navigate({ to: '/access', search: { isAdded: true } })
        : navigate({ to: '/' }));
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
        <form ref={form} className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
          {invitation.data && (
            <p>
              <Trans>
                Welcome, {invitation.data.name} ({invitation.data.email}).
              </Trans>
            </p>
          )}
          <p>
            <Trans>From now on this device opens the office, without a password.</Trans>{' '}
            {token === null && (
              <Trans>
                Your other sessions end, and you stay signed in here. To add another phone, tablet
                or key, choose it when your device asks where to keep the passkey.
              </Trans>
            )}
          </p>
          <Field
            label={t`Name of the device`}
            name="label"
            maxLength={60}
            value={label}
            onChange={(text) => {
              setTyped(text);
              setProblems({});
            }}
            problems={problems}
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
