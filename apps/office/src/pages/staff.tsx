import { localeOf } from '@agres/domain/locale';
import { BUTTON } from '@agres/ui/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';

import { CheckBox, Field, type Problems } from '../form/fields.tsx';
import {
  FormDialog,
  QuestionDialog,
  useDialogs,
  type Question,
  type Reading,
} from '../form/form-dialog.tsx';
import { useStoredTexts } from '../form/stored-form.ts';
import { api } from '../lib/api.ts';
import { formatMoment } from '../lib/format.ts';
import { useChange, useMe } from '../lib/staff.tsx';
import {
  BACK,
  CallError,
  Dots,
  Loading,
  Mark,
  MoreActions,
  Notice,
  PageHead,
  type MenuAction,
} from '../ui.tsx';

type Person = Awaited<ReturnType<typeof api.staff.list.query>>['staff'][number];
type Role = Person['roles'][number];
type Invited = Awaited<ReturnType<typeof api.staff.invite.mutate>>;

type Asked =
  | { kind: 'inviteAgain' | 'endSessions' | 'remove'; person: Person }
  | { kind: 'removeDevice'; person: Person; device: Person['devices'][number] };
type Open = { kind: 'invite' } | { kind: 'change'; person: Person } | Asked;

export function StaffPage() {
  const { t } = useLingui();
  const list = useQuery({ queryKey: ['staff'], queryFn: () => api.staff.list.query({}) });
  const { open, done, show, ways } = useDialogs<Open, string | Invited>();
  const questions = useQuestions();
  return (
    <>
      <PageHead
        title={t`Team`}
        back={
          <Link to="/settings" className={BACK}>
            <Trans>Settings</Trans>
          </Link>
        }
      >
        <button type="button" className={BUTTON.primary} onClick={() => show({ kind: 'invite' })}>
          <Trans>Invite a person</Trans>
        </button>
      </PageHead>
      <div className="grid gap-4">
        <CallError error={list.error} />
        {typeof done === 'string' && <Notice>{done}</Notice>}
        {done !== null && typeof done !== 'string' && <InvitationLink invited={done} />}
        {list.isPending && <Loading />}
        <ul className="grid gap-4">
          {list.data?.staff.map((person) => (
            <li key={person.id} className="card">
              <PersonCard person={person} onOpen={show} />
            </li>
          ))}
        </ul>
      </div>
      {open?.kind === 'invite' && <InviteDialog {...ways} />}
      {open?.kind === 'change' && <ChangeDialog person={open.person} {...ways} />}
      {open !== null && open.kind !== 'invite' && open.kind !== 'change' && (
        <QuestionDialog {...questions(open)} {...ways} />
      )}
    </>
  );
}

/** Shown only once: only a hash of the link's token is stored. */
function InvitationLink({ invited: { name, link, isEmailed } }: { invited: Invited }) {
  const shown = useRef<HTMLElement>(null);
  const [answer, setAnswer] = useState<'copied' | 'selected' | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setAnswer('copied');
    } catch {
      if (shown.current !== null) window.getSelection()?.selectAllChildren(shown.current);
      setAnswer('selected');
    }
  };
  return (
    <div className="card grid gap-2 border-success">
      <output className="font-semibold">
        {isEmailed ? (
          <Trans>The invitation of {name} is on its way by email.</Trans>
        ) : (
          <Trans>
            {name} is invited, but not by email: that is possible three times an hour. Pass the link
            on yourself.
          </Trans>
        )}
      </output>
      <p>
        {isEmailed && (
          <Trans>
            You can also send this link. It differs from the one in the email, but opens the same
            invitation: once one of them is used, both have ended.
          </Trans>
        )}{' '}
        <Trans>
          Give it to that person only: it is shown once, adds one device and is valid for 24 hours.
        </Trans>
      </p>
      <code ref={shown} className="break-all">
        {link}
      </code>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <button type="button" className={BUTTON.secondary} onClick={() => void copy()}>
          <Trans>Copy the link</Trans>
        </button>
        {/* Rendered before its text, otherwise screen readers do not announce it. */}
        <output>
          {answer === 'copied' && <Trans>The link is copied.</Trans>}
          {answer === 'selected' && (
            <Trans>We couldn’t copy the link. It’s selected: copy it yourself.</Trans>
          )}
        </output>
      </div>
    </div>
  );
}

function useRoleWords(): Readonly<Record<Role, { label: string; help: string }>> {
  const { t } = useLingui();
  return {
    owner: { label: t`Owner`, help: t`Sees and changes everything, money and staff included.` },
    preparer: {
      label: t`Preparer`,
      help: t`Sees orders and their addresses, prints slips and marks parcels as sent or delivered.`,
    },
  };
}

function PersonCard({ person, onOpen }: { person: Person; onOpen: (open: Open) => void }) {
  const { t, i18n } = useLingui();
  const { data: me } = useMe();
  const roleWords = useRoleWords();
  const { name, email, roles, locale, devices, lastSeenDate } = person;
  const isMe = me?.id === person.id;
  const moment = (text: string) => formatMoment(i18n.locale, text);
  const seen = lastSeenDate === null ? t`Never signed in` : t`last seen ${moment(lastSeenDate)}`;
  const more: readonly MenuAction[] = [
    ...(person.isSuspended
      ? []
      : [{ label: t`Invite again`, run: () => onOpen({ kind: 'inviteAgain', person }) }]),
    ...(lastSeenDate === null
      ? []
      : [{ label: t`End sessions`, run: () => onOpen({ kind: 'endSessions', person }) }]),
    {
      label: t`Remove from the team…`,
      run: () => onOpen({ kind: 'remove', person }),
      isDanger: true,
    },
  ];
  return (
    <section
      aria-label={`${name} (${email})`}
      className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-4 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)_auto]"
    >
      <span
        aria-hidden
        className="inline-flex size-11 items-center justify-center rounded-pill bg-secondary-soft font-bold text-secondary uppercase"
      >
        {name.slice(0, 1)}
      </span>
      <div className="grid min-w-0 gap-1">
        <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="text-title-s font-bold break-words">{name}</h2>
          {isMe && (
            <Mark>
              <Trans>You</Trans>
            </Mark>
          )}
          {roles.map((role) => (
            <Mark key={role}>{roleWords[role].label}</Mark>
          ))}
          {person.isSuspended && (
            <Mark isAlarming>
              <Trans>Suspended</Trans>
            </Mark>
          )}
          {person.isInvited && (
            <Mark tone="waiting">
              <Trans>Invited</Trans>
            </Mark>
          )}
        </div>
        <Dots className="text-small break-words text-ink-soft">
          {email}
          {locale === 'en' ? t`English` : t`French`}
          {seen}
          {devices.length === 0 && (
            <span className="text-warning">
              <Trans>No device yet.</Trans>
            </span>
          )}
        </Dots>
      </div>
      <div className="no-print flex items-center gap-x-4 max-sm:col-span-2">
        {isMe && (
          <Link to="/access" className={BUTTON.quiet}>
            <Trans>My access</Trans>
          </Link>
        )}
        <button
          type="button"
          className={BUTTON.quiet}
          aria-label={t`Edit permissions: ${name}`}
          onClick={() => onOpen({ kind: 'change', person })}
        >
          <Trans>Edit permissions</Trans>
        </button>
        <MoreActions actions={isMe ? [] : more} />
      </div>
      {devices.length > 0 && (
        <ul className="col-span-full grid sm:col-start-2">
          {devices.map((device) => (
            <li
              key={device.device}
              className="flex items-center justify-between gap-x-4 border-t border-line py-1"
            >
              <Dots className="text-small break-words">
                {device.label}
                {device.lastUsedDate !== null && (
                  <span className="text-ink-soft">
                    <Trans>used {moment(device.lastUsedDate)}</Trans>
                  </span>
                )}
              </Dots>
              {!isMe && (
                <button
                  type="button"
                  className={`${BUTTON.quiet} shrink-0`}
                  aria-label={t`Remove: ${device.label}, ${name}`}
                  onClick={() => onOpen({ kind: 'removeDevice', person, device })}
                >
                  <Trans>Remove</Trans>
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type RolesFieldProps = {
  roles: readonly Role[];
  onChange: (roles: Role[]) => void;
  problems: Problems;
};

const ROLES = ['preparer', 'owner'] as const;

function RolesField({ roles, onChange, problems }: RolesFieldProps) {
  const { t } = useLingui();
  const words = useRoleWords();
  const problem = problems['roles'];
  return (
    <fieldset className="grid gap-1">
      <legend className="font-semibold">{t`Roles`}</legend>
      {ROLES.map((role) => (
        <CheckBox
          key={role}
          name="roles"
          aria-invalid={problem !== undefined}
          isChecked={roles.includes(role)}
          onChange={(isChecked) =>
            onChange(ROLES.filter((one) => (one === role ? isChecked : roles.includes(one))))
          }
        >
          <span className="font-semibold">{words[role].label}</span>
          <span className="block text-small text-ink-soft">{words[role].help}</span>
        </CheckBox>
      ))}
      {problem !== undefined && <p className="text-small text-error">{problem}</p>}
    </fieldset>
  );
}

type LocaleFieldProps = { value: string; onChange: (locale: string) => void; problems: Problems };

export function LocaleField(props: LocaleFieldProps) {
  const { t } = useLingui();
  return (
    <Field
      label={t`Language of emails`}
      name="locale"
      choices={[
        ['fr', t`French`],
        ['en', t`English`],
      ]}
      {...props}
    />
  );
}

/** Before the fields, so that the passkey is at hand. */
const ProofNote = () => (
  <p className="text-small text-ink-soft">
    <Trans>At the end, you confirm it with your passkey.</Trans>
  </p>
);

type DialogWays<Result> = { onClose: () => void; onDone: (result: Result) => void };

function InviteDialog({ onClose, onDone }: DialogWays<Invited>) {
  const { t } = useLingui();
  const change = useChange();
  const { texts, setText, field, forget } = useStoredTexts('staff.invite', {
    email: '',
    name: '',
    locale: 'fr',
  });
  const [roles, setRoles] = useState<Role[]>(['preparer']);
  const read = (): Reading<Invited> => {
    const missing = t`This field is required.`;
    const problems: Problems = {
      ...(texts.email.trim() === '' ? { email: missing } : {}),
      ...(texts.name.trim() === '' ? { name: missing } : {}),
      ...(roles.length === 0 ? { roles: t`Choose at least one.` } : {}),
    };
    if (Object.keys(problems).length > 0) return { problems };
    return {
      run: async () => {
        const { email, name, locale } = texts;
        const input = { email: email.trim(), name, roles, locale: localeOf(locale) } as const;
        const answer = await change(() => api.staff.invite.mutate(input));
        forget();
        return answer;
      },
    };
  };
  return (
    <FormDialog
      title={t`Invite a person`}
      consequences={[t`They get an email with a link that adds one device, valid for 24 hours.`]}
      read={read}
      onClose={onClose}
      onDone={onDone}
    >
      {(problems) => (
        <>
          <ProofNote />
          <Field label={t`Email address`} {...field('email', problems)} kind="email" />
          <Field label={t`Name`} {...field('name', problems)} maxLength={80} />
          <RolesField roles={roles} onChange={setRoles} problems={problems} />
          <LocaleField
            value={texts.locale}
            onChange={(text) => setText('locale', text)}
            problems={problems}
          />
        </>
      )}
    </FormDialog>
  );
}

function ChangeDialog({ person, ...ways }: { person: Person } & DialogWays<string>) {
  const { t } = useLingui();
  const change = useChange();
  const { id, name } = person;
  const [roles, setRoles] = useState<Role[]>(person.roles);
  const [locale, setLocale] = useState<string>(person.locale);
  const [isSuspended, setIsSuspended] = useState(person.isSuspended);
  const read = (): Reading<string> => {
    if (roles.length === 0) return { problems: { roles: t`Choose at least one.` } };
    return {
      run: async () => {
        const input = { staff: id, roles, locale: localeOf(locale), isSuspended } as const;
        await change(() => api.staff.change.mutate(input));
        return t`The access of ${name} is changed.`;
      },
    };
  };
  return (
    <FormDialog
      title={t`Edit the permissions of ${name}`}
      consequences={[t`With other rights their sessions end immediately, and they sign in again.`]}
      read={read}
      {...ways}
    >
      {(problems) => (
        <>
          <ProofNote />
          <RolesField roles={roles} onChange={setRoles} problems={problems} />
          <LocaleField value={locale} onChange={setLocale} problems={problems} />
          <CheckBox isChecked={isSuspended} onChange={setIsSuspended}>
            <Trans>Suspended: no access for now</Trans>
          </CheckBox>
        </>
      )}
    </FormDialog>
  );
}

/** Returns the dialog of a question without fields. */
function useQuestions(): (asked: Asked) => Question<string | Invited> {
  const { t } = useLingui();
  const change = useChange();
  return (asked) => {
    const { id: staff, email, name, roles, locale } = asked.person;
    switch (asked.kind) {
      case 'inviteAgain':
        return {
          title: t`Invite ${name} again`,
          consequences: [
            t`For a lost or further device. They get an email with a new link, valid for 24 hours.`,
            t`An earlier link ends. Remove a lost device as well.`,
          ],
          run: () => change(() => api.staff.invite.mutate({ email, name, roles, locale })),
        };
      case 'endSessions':
        return {
          title: t`End the sessions of ${name}`,
          consequences: [t`They sign in again with their device. An open invitation ends too.`],
          run: async () => {
            await change(() => api.staff.endSessions.mutate({ staff }));
            return t`The sessions of ${name} have ended.`;
          },
        };
      case 'remove':
        return {
          title: t`Remove ${name} from the team`,
          consequences: [
            t`Their devices, sessions and invitation are removed immediately.`,
            t`The journal keeps what they did. To let them in later, invite them again.`,
          ],
          isDanger: true,
          run: async () => {
            await change(() => api.staff.remove.mutate({ staff }));
            return t`${name} no longer has access.`;
          },
        };
      case 'removeDevice': {
        const { device, label } = asked.device;
        return {
          title: t`Remove the device ${label} of ${name}`,
          consequences: [
            t`It no longer opens the office, and all sessions of ${name} end immediately.`,
          ],
          isDanger: true,
          run: async () => {
            await change(() => api.staff.removeDevice.mutate({ staff, device }));
            return t`The device ${label} is removed.`;
          },
        };
      }
    }
  };
}
