import { localeOf } from '@agres/domain/locale';
import { STAFF_NOTICES, type StaffNotices } from '@agres/domain/owner-settings';
import { BUTTON } from '@agres/ui/button';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';

import { Choice, Field, type Problems } from '../form/fields.tsx';
import { FormDialog, QuestionDialog, useDialogs, type Reading } from '../form/form-dialog.tsx';
import { api } from '../lib/api.ts';
import { formatDay, formatMoment, formatTime } from '../lib/format.ts';
import { useAction, useChange, useDeviceName } from '../lib/staff.tsx';
import { CallError, Card, Dots, Fetching, Mark, Notice, PageHead } from '../ui.tsx';
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
      <Fetching of={own} />
      {own.data && (
        <div className="grid gap-6">
          <DevicesSection devices={own.data.devices} />
          <SessionsSection sessions={own.data.sessions} />
          <NoticesSection own={own.data} />
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
      more: t`The number of parcels, withdrawals, messages and low stocks. No email when nothing is waiting.`,
    },
    {
      value: 'orders',
      words: t`Each order`,
      more: t`What to send and where, as soon as it is paid.`,
    },
    { value: 'none', words: t`No emails`, more: t`Check the office yourself.` },
  ];
  const isChanged = notices !== own.notices || locale !== own.locale;
  const save = () =>
    act(async () => {
      await change(() => api.access.setNotices.mutate({ notices, locale: localeOf(locale) }));
      return t`Saved.`;
    });
  return (
    <Card title={t`Email notifications`}>
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
        {isChanged && (
          <button
            type="submit"
            className={`${BUTTON.primary} justify-self-start`}
            disabled={isBusy}
          >
            <Trans>Save</Trans>
          </button>
        )}
      </form>
    </Card>
  );
}

function DevicesSection({ devices }: { devices: readonly Device[] }) {
  const { t, i18n } = useLingui();
  const { open, done, show, ways } = useDialogs<{ kind: 'rename' | 'remove'; device: Device }>();
  const moment = (text: string) => formatMoment(i18n.locale, text);
  return (
    <Card title={t`My devices`}>
      <div className="grid gap-4">
        {devices.length < 2 && (
          <p className="rounded-control border border-warning bg-warning-ground p-4">
            {devices.length === 0 ? (
              <Trans>Add a device now, or you won’t be able to sign in again.</Trans>
            ) : (
              <Trans>
                Add a second device: with one alone, a lost phone locks you out until an owner
                invites you again.
              </Trans>
            )}
          </p>
        )}
        {done !== null && <Notice>{done}</Notice>}
        <ul className="grid empty:hidden">
          {devices.map((device) => {
            const { label, addedDate, lastUsedDate } = device;
            return (
              <li
                key={device.device}
                className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-line py-2 first:border-0"
              >
                <p className="min-w-0 break-words">
                  <span className="font-semibold">{label}</span>
                  <Dots className="text-small text-ink-soft">
                    <Trans>added {moment(addedDate)}</Trans>
                    {lastUsedDate !== null && <Trans>used {moment(lastUsedDate)}</Trans>}
                  </Dots>
                </p>
                <span className="flex gap-6">
                  <button
                    type="button"
                    className={BUTTON.quiet}
                    aria-label={t`Rename ${label}`}
                    onClick={() => show({ kind: 'rename', device })}
                  >
                    <Trans>Rename</Trans>
                  </button>
                  {devices.length > 1 && (
                    <button
                      type="button"
                      className={`${BUTTON.quiet} text-error`}
                      onClick={() => show({ kind: 'remove', device })}
                    >
                      <Trans>
                        Remove this device<span className="sr-only">: {label}</span>
                      </Trans>
                    </button>
                  )}
                </span>
              </li>
            );
          })}
        </ul>
        <div>
          <Link to="/invitation" className={devices.length < 2 ? BUTTON.primary : BUTTON.secondary}>
            <Trans>Add a device</Trans>
          </Link>
        </div>
      </div>
      {open?.kind === 'rename' && <RenameDialog device={open.device} {...ways} />}
      {open?.kind === 'remove' && <RemoveDialog device={open.device} {...ways} />}
    </Card>
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
    <QuestionDialog
      title={t`Remove this device: ${label}`}
      button={t`Remove this device`}
      consequences={[
        t`It no longer opens the office.`,
        t`Your other sessions end; you stay signed in here.`,
      ]}
      isDanger
      run={async () => {
        await change(() => api.access.removeDevice.mutate({ device }));
        return t`The device ${label} is removed.`;
      }}
      {...ways}
    />
  );
}

type SessionsProps = { sessions: Own['sessions'] };

/** A session has the name of the device that began it. */
function SessionList({ sessions }: SessionsProps) {
  const { t, i18n } = useLingui();
  const thisDevice = useDeviceName();
  const moment = (text: string) => formatMoment(i18n.locale, text);
  const day = (text: string) => formatDay(i18n.locale, text);
  return (
    <ul className="grid divide-y divide-line">
      {sessions.map(({ label, begunDate, lastUsedDate, isThis }) => (
        <li key={`${begunDate} ${lastUsedDate}`} className="py-2 last:pb-0">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-semibold break-words">
              {label ?? (isThis ? thisDevice : t`Unknown device`)}
            </span>
            {isThis && (
              <Mark>
                <Trans>this one</Trans>
              </Mark>
            )}
          </span>
          <span className="text-small text-ink-soft">
            {moment(begunDate) === moment(lastUsedDate) ? (
              <Trans>since {moment(begunDate)}</Trans>
            ) : day(begunDate) === day(lastUsedDate) ? (
              <Trans>
                since {moment(begunDate)}, used at {formatTime(i18n.locale, lastUsedDate)}
              </Trans>
            ) : (
              <Trans>
                since {moment(begunDate)}, used {moment(lastUsedDate)}
              </Trans>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

const SHOWN_SESSIONS = 3;

/** This session comes first; those after the third are folded. */
function SessionsSection({ sessions }: SessionsProps) {
  const { t } = useLingui();
  const change = useChange();
  const { act, isBusy, done, error } = useAction();
  const ordered = sessions.toSorted((one, other) => Number(other.isThis) - Number(one.isThis));
  const [first, others] = [ordered.slice(0, SHOWN_SESSIONS), ordered.slice(SHOWN_SESSIONS)];
  const end = () =>
    act(async () => {
      await change(() => api.access.endOtherSessions.mutate());
      return t`Your other sessions have ended.`;
    });
  return (
    <Card title={t`My sessions`}>
      <div className="grid gap-4">
        <p className="max-w-text text-ink-soft">
          <Trans>A session ends automatically after 12 hours, or after 2 hours without use.</Trans>
        </p>
        <SessionList sessions={first} />
        {others.length > 0 && (
          <details>
            <summary className="min-h-11 w-fit cursor-pointer content-center">
              <Plural value={others.length} one="# other session" other="# other sessions" />
            </summary>
            <SessionList sessions={others} />
          </details>
        )}
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
    </Card>
  );
}
