import { localeOf } from '@agres/domain/locale';
import { STAFF_NOTICES, type StaffNotices } from '@agres/domain/owner-settings';
import { BUTTON } from '@agres/ui/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';

import { Choice, Field, type Problems } from '../form/fields.tsx';
import { FormDialog, type Reading } from '../form/form-dialog.tsx';
import { api } from '../lib/api.ts';
import { formatMoment } from '../lib/format.ts';
import { useAction, useChange } from '../lib/staff.tsx';
import { CallError, Loading, Mark, Notice, PageHead } from '../ui.tsx';
import { LocaleField } from './staff.tsx';

type Own = Awaited<ReturnType<typeof api.access.own.query>>;
type Device = Own['devices'][number];

export function AccessPage() {
  const { t } = useLingui();
  const { isAdded } = useSearch({ from: '/access' });
  const own = useQuery({ queryKey: ['own'], queryFn: () => api.access.own.query() });
  return (
    <>
      <PageHead title={t`My access`} />
      {isAdded === true && (
        <div className="mb-6">
          <Notice>
            <Trans>The device is added. Your other sessions have ended.</Trans>
          </Notice>
        </div>
      )}
      <CallError error={own.error} />
      {own.isPending && <Loading />}
      {own.data && (
        <div className="grid gap-6">
          <NoticesSection own={own.data} />
          <DevicesSection devices={own.data.devices} />
          <SessionsSection sessions={own.data.sessions} />
        </div>
      )}
    </>
  );
}

const NO_PROBLEMS: Problems = {};

function NoticesSection({ own }: { own: Own }) {
  const { t } = useLingui();
  const change = useChange();
  const { act, isBusy, done, error } = useAction();
  const [notices, setNotices] = useState<StaffNotices>(own.notices);
  const [locale, setLocale] = useState<string>(own.locale);
  const choices: readonly { value: StaffNotices; words: string; more: string }[] = [
    {
      value: 'morning',
      words: t`Each morning at seven`,
      more: t`parcels, withdrawals, messages and stock in numbers; no email when nothing is waiting`,
    },
    {
      value: 'orders',
      words: t`Each order`,
      more: t`what to send and where, as soon as it is paid`,
    },
    { value: 'none', words: t`No emails`, more: t`you look at the office yourself` },
  ];
  const isChanged = notices !== own.notices || locale !== own.locale;
  const save = () =>
    act(async () => {
      await change(() => api.access.setNotices.mutate({ notices, locale: localeOf(locale) }));
      return t`Saved.`;
    });
  return (
    <section className="card" aria-labelledby="notices-title">
      <h2 id="notices-title" className="mb-3 text-title-m font-bold">
        <Trans>Email notifications</Trans>
      </h2>
      <form
        className="grid gap-4"
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault();
          void save();
        }}
      >
        <Choice
          legend={t`Which emails you get`}
          name="notices"
          value={notices}
          onChange={(value) => setNotices(STAFF_NOTICES.find((one) => one === value) ?? notices)}
          problems={NO_PROBLEMS}
          choices={choices}
        />
        <div className="max-w-xs">
          <LocaleField value={locale} onChange={setLocale} problems={NO_PROBLEMS} />
        </div>
        <CallError error={error} />
        {done !== null && <Notice>{done}</Notice>}
        <div>
          <button type="submit" className={BUTTON.primary} disabled={isBusy || !isChanged}>
            <Trans>Save</Trans>
          </button>
        </div>
      </form>
    </section>
  );
}

function DevicesSection({ devices }: { devices: readonly Device[] }) {
  const { t, i18n } = useLingui();
  const [open, setOpen] = useState<{ kind: 'rename' | 'remove'; device: Device } | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const show = (kind: 'rename' | 'remove', device: Device) => {
    setDone(null);
    setOpen({ kind, device });
  };
  const moment = (text: string) => formatMoment(i18n.locale, text);
  const ways = {
    onClose: () => setOpen(null),
    onDone: (words: string) => {
      setOpen(null);
      setDone(words);
    },
  };
  return (
    <section className="card" aria-labelledby="devices-title">
      <h2 id="devices-title" className="mb-3 text-title-m font-bold">
        <Trans>My devices</Trans>
      </h2>
      <div className="grid gap-4">
        {devices.length === 1 && (
          <p className="rounded-control border border-warning bg-warning-ground p-4">
            <Trans>
              Add a second device: with one alone, a lost phone locks you out until an owner invites
              you again.
            </Trans>
          </p>
        )}
        {done !== null && <Notice>{done}</Notice>}
        <ul className="grid">
          {devices.map((device) => {
            const { label, addedDate, lastUsedDate } = device;
            return (
              <li
                key={device.device}
                className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-line py-2 first:border-0"
              >
                <p className="min-w-0 break-words">
                  <span className="font-semibold">{label}</span>
                  <span className="block text-small text-ink-soft">
                    <Trans>added {moment(addedDate)}</Trans>
                    {lastUsedDate !== null && (
                      <>
                        {' '}
                        · <Trans>used {moment(lastUsedDate)}</Trans>
                      </>
                    )}
                  </span>
                </p>
                <span className="flex gap-6">
                  <button
                    type="button"
                    className={BUTTON.quiet}
                    aria-label={t`Rename ${label}`}
                    onClick={() => show('rename', device)}
                  >
                    <Trans>Rename</Trans>
                  </button>
                  {devices.length > 1 && (
                    <button
                      type="button"
                      className={`${BUTTON.quiet} text-error`}
                      aria-label={t`Remove ${label}`}
                      onClick={() => show('remove', device)}
                    >
                      <Trans>Remove</Trans>
                    </button>
                  )}
                </span>
              </li>
            );
          })}
        </ul>
        <div>
          <Link to="/invitation" className={BUTTON.secondary}>
            <Trans>Add a device</Trans>
          </Link>
        </div>
      </div>
      {open?.kind === 'rename' && <RenameDialog device={open.device} {...ways} />}
      {open?.kind === 'remove' && <RemoveDialog device={open.device} {...ways} />}
    </section>
  );
}

type DialogProps = {
  device: Device;
  onClose: () => void;
  onDone: (words: string) => void;
};

function RenameDialog({ device: { device, label: before }, ...ways }: DialogProps) {
  const { t } = useLingui();
  const change = useChange();
  const [label, setLabel] = useState(before);
  const read = (): Reading<string> =>
    label.trim() === ''
      ? { problems: { label: t`This field is required.` } }
      : {
          run: async () => {
            await change(() => api.access.renameDevice.mutate({ device, label }));
            return t`Renamed.`;
          },
        };
  return (
    <FormDialog
      title={t`Rename ${before}`}
      consequences={[t`You and the owners see this name.`]}
      read={read}
      {...ways}
    >
      {(problems) => (
        <Field
          label={t`Name of the device`}
          name="label"
          maxLength={60}
          value={label}
          onChange={setLabel}
          problems={problems}
        />
      )}
    </FormDialog>
  );
}

function RemoveDialog({ device: { device, label }, ...ways }: DialogProps) {
  const { t } = useLingui();
  const change = useChange();
  return (
    <FormDialog
      title={t`Remove ${label}`}
      consequences={[
        t`It no longer opens the office.`,
        t`Your other sessions end; you stay signed in here.`,
      ]}
      isDanger
      read={() => ({
        run: async () => {
          await change(() => api.access.removeDevice.mutate({ device }));
          return t`The device ${label} is removed.`;
        },
      })}
      {...ways}
    />
  );
}

function SessionsSection({ sessions }: { sessions: Own['sessions'] }) {
  const { t, i18n } = useLingui();
  const change = useChange();
  const { act, isBusy, done, error } = useAction();
  const moment = (text: string) => formatMoment(i18n.locale, text);
  const end = () =>
    act(async () => {
      await change(() => api.access.endOtherSessions.mutate());
      return t`Your other sessions have ended.`;
    });
  return (
    <section className="card" aria-labelledby="sessions-title">
      <h2 id="sessions-title" className="mb-3 text-title-m font-bold">
        <Trans>My sessions</Trans>
      </h2>
      <div className="grid gap-4">
        <p className="max-w-text text-ink-soft">
          <Trans>A session ends by itself after 12 hours, or after 2 hours without use.</Trans>
        </p>
        <ul className="grid gap-2">
          {sessions.map(({ label, begunDate, lastUsedDate, isThis }) => (
            <li key={`${begunDate} ${lastUsedDate}`} className="flex flex-wrap items-center gap-3">
              <span className="min-w-0 break-words">
                {label !== null && <span className="font-semibold">{label} · </span>}
                <Trans>
                  since {moment(begunDate)}, used {moment(lastUsedDate)}
                </Trans>
              </span>
              {isThis && (
                <Mark>
                  <Trans>this one</Trans>
                </Mark>
              )}
            </li>
          ))}
        </ul>
        <CallError error={error} />
        {done !== null && <Notice>{done}</Notice>}
        {sessions.length > 1 && (
          <div>
            <button
              type="button"
              className={BUTTON.secondary}
              disabled={isBusy}
              onClick={() => void end()}
            >
              <Trans>Sign out other sessions</Trans>
            </button>
          </div>
        )}
      </div>
    </section>
  );
}
