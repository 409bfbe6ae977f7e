import { BUTTON } from '@agres/ui/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react';

import { CallError, Dialog, DialogFoot } from '../ui.tsx';
import { api, failureOf } from './api.ts';
import { cancelPasskey, registerPasskey, prove as askForPasskey } from './passkeys.ts';

/** Null for a visitor, undefined while loading. */
export function useMe() {
  return useQuery({ queryKey: ['me'], queryFn: () => api.access.me.query() });
}

const TODAY_MS = 60_000;

/** The open tasks, refetched each minute while the page is visible. */
export function useToday() {
  return useQuery({
    queryKey: ['today'],
    queryFn: () => api.today.read.query({}),
    enabled: useMay()('today.read'),
    refetchInterval: TODAY_MS,
  });
}

export function useVat() {
  return useQuery({ queryKey: ['vat'], queryFn: () => api.books.readVat.query({}) });
}

type Me = NonNullable<ReturnType<typeof useMe>['data']>;

export function useMay() {
  const { data: me } = useMe();
  return (permission: Me['permissions'][number]): boolean =>
    me?.permissions.includes(permission) ?? false;
}

type Prove = () => Promise<void>;
const ProveContext = createContext<Prove>(async () => undefined);

/**
 * Runs a change. If it needs a fresh proof, requests the passkey and runs it again. An expired session leads
 * to the sign-in page, which returns to the same URL.
 */
export function useChange() {
  const prove = useContext(ProveContext);
  const queries = useQueryClient();
  return useCallback(
    async <Result,>(change: () => Promise<Result>): Promise<Result> => {
      try {
        const result = await change().catch(async (error: unknown) => {
          if (failureOf(error).code !== 'proof_required') throw error;
          await prove();
          return change();
        });
        void queries.invalidateQueries();
        return result;
      } catch (error) {
        const failure = failureOf(error);
        // Refetch to show the other person's change.
        if (failure.codes.some((code) => code === 'changed_since' || code === 'setting_changed')) {
          void queries.invalidateQueries();
        }
        if (failure.code === 'not_signed_in') {
          void queries.invalidateQueries({ queryKey: ['me'] });
        }
        throw error;
      }
    },
    [prove, queries],
  );
}

/** Runs one action at a time and holds its result or its error. `act` returns whether it succeeded. */
export function useAction<Done = string>() {
  const [isBusy, setIsBusy] = useState(false);
  const [done, setDone] = useState<Done | null>(null);
  const [error, setError] = useState<unknown>(null);
  const act = async (work: () => Promise<Done>): Promise<boolean> => {
    setIsBusy(true);
    setError(null);
    setDone(null);
    try {
      setDone(await work());
      return true;
    } catch (failure) {
      setError(failure);
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  return { act, isBusy, done, setDone, error, setError };
}

/** The first that matches: a browser also names those it descends from. */
const BROWSERS = [
  ['Firefox', /Firefox|FxiOS/],
  ['Edge', /Edg/],
  ['Opera', /OPR/],
  ['Samsung Internet', /SamsungBrowser/],
  ['Chrome', /Chrome|CriOS/],
  ['Safari', /Safari/],
] as const;
const SYSTEMS = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['macOS', /Macintosh/],
  ['Linux', /Linux/],
] as const;

const nameIn = (names: readonly (readonly [string, RegExp])[]) =>
  names.find(([, pattern]) => pattern.test(navigator.userAgent))?.[0];

/** Names this browser and its system; a new device starts with this name. */
export function useDeviceName(): string {
  const { t } = useLingui();
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)];
  return browser === undefined || system === undefined ? t`My device` : t`${browser} on ${system}`;
}

type Waiting = { resolve: () => void; reject: (reason: unknown) => void };

/**
 * Requests a passkey before changes of money or permissions. A person without a passkey, as in development,
 * registers this device instead.
 */
export function ProofProvider({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const hasPasskey = useMe().data?.passkeys !== 0;
  const label = useDeviceName();
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isAsking, setIsAsking] = useState(false);
  const prove = useMemo<Prove>(
    () => () =>
      new Promise<void>((resolve, reject) => {
        setError(null);
        setWaiting({ resolve, reject });
      }),
    [],
  );
  const confirm = async () => {
    setError(null);
    setIsAsking(true);
    try {
      await (hasPasskey ? askForPasskey() : registerPasskey({ token: null, label }));
      waiting?.resolve();
      setWaiting((now) => (now === waiting ? null : now));
    } catch (failure) {
      setError(failure);
    } finally {
      setIsAsking(false);
    }
  };
  const close = () => {
    cancelPasskey();
    waiting?.reject(new Error('closed'));
    setWaiting(null);
  };
  return (
    <ProveContext value={prove}>
      {children}
      {waiting !== null && (
        <Dialog
          title={hasPasskey ? t`Confirm with your passkey` : t`Add this device`}
          onClose={close}
        >
          <p className="mb-4">
            {hasPasskey ? (
              <Trans>
                This action is sensitive: money, access or personal data. Confirm that it is you,
                with the fingerprint, face or code of this device.
              </Trans>
            ) : (
              <Trans>
                This account has no passkey yet. Add this device: from then on its fingerprint, face
                or code confirms what moves money or rights. Your other sessions end; you stay
                signed in here.
              </Trans>
            )}
          </p>
          <div className="mb-4 empty:hidden">
            <CallError error={error} />
          </div>
          <DialogFoot onBack={close}>
            <button
              type="button"
              className={BUTTON.primary}
              disabled={isAsking}
              onClick={() => void confirm()}
            >
              {error !== null ? (
                <Trans>Try again</Trans>
              ) : hasPasskey ? (
                <Trans>Use my passkey</Trans>
              ) : (
                <Trans>Add this device</Trans>
              )}
            </button>
          </DialogFoot>
        </Dialog>
      )}
    </ProveContext>
  );
}
