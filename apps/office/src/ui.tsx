import { BUTTON } from '@agres/ui/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, type LinkProps } from '@tanstack/react-router';
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  type ComponentProps,
  type ReactNode,
  type SubmitEvent,
} from 'react';

import { failureOf } from './lib/api.ts';

export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  const { t } = useLingui();
  useEffect(() => {
    document.title = t`${title} · Agrès office`;
  }, [t, title]);
  return (
    <div className="no-print mb-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 sm:mb-6">
      <h1 className="text-title-l font-bold">{title}</h1>
      {children}
    </div>
  );
}

/** Omits facts without a value. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="card mb-6 grid gap-x-6 gap-y-2 sm:grid-cols-[minmax(8rem,auto)_1fr]">
      {facts.flatMap(([title, text]) =>
        text === null
          ? []
          : [
              <div key={title} className="sm:contents">
                <dt className="font-semibold">{title}</dt>
                <dd className="min-w-0 break-words whitespace-pre-line">{text}</dd>
              </div>,
            ],
      )}
    </dl>
  );
}

type Filter = {
  label: string;
  isCurrent: boolean;
  /** The list with this filter, made with `linkOptions`. */
  link: LinkProps;
};
/** Shows the current filter where the list is wider than the screen. */
function showCurrent(link: HTMLAnchorElement | null): void {
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

type FiltersProps = { label: string; filters: readonly Filter[]; onChoose?: () => void };

export function Filters({ label, filters, onChoose }: FiltersProps) {
  return (
    <nav aria-label={label} className="no-print -mx-4 mb-2 overflow-x-auto px-4 sm:mb-4">
      <ul className="flex gap-2">
        {filters.map(({ label: words, isCurrent, link }) => (
          <li key={words}>
            <Link
              {...link}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={isCurrent ? 'page' : undefined}
              ref={isCurrent ? showCurrent : undefined}
              className="inline-flex min-h-11 items-center rounded-pill border border-control-line px-4 whitespace-nowrap hover:bg-ground-deep aria-[current=page]:border-secondary aria-[current=page]:bg-secondary aria-[current=page]:font-semibold aria-[current=page]:text-on-dark"
              onClick={onChoose}
            >
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const TONES = {
  plain: 'bg-ground-deep font-medium',
  waiting: 'bg-warning-ground font-medium text-warning',
  good: 'bg-success-ground font-medium text-success',
  alarming: 'bg-error-ground font-semibold text-error',
} as const;
export type Tone = keyof typeof TONES;

export function Mark({
  children,
  isAlarming = false,
  tone = isAlarming ? 'alarming' : 'plain',
}: {
  children: ReactNode;
  isAlarming?: boolean;
  tone?: Tone;
}) {
  return <span className={`rounded-pill px-3 py-1 text-small ${TONES[tone]}`}>{children}</span>;
}

/** Shows why a page cannot be shown, with the way to its list. */
export function FailedPage({ title, error, children }: FailedPageProps) {
  return (
    <>
      <PageHead title={title}>{children}</PageHead>
      <CallError error={error} />
    </>
  );
}
type FailedPageProps = { title: string; error: unknown; children: ReactNode };

/** Renders nothing without an error. */
export function CallError({ error }: { error: unknown }) {
  const message = useErrorText(error);
  return error === null || error === undefined ? null : <Alarm>{message}</Alarm>;
}

/** Scrolls as little as needed to show an element. */
export const bringIntoView = (element: HTMLElement | null) =>
  element?.scrollIntoView({ block: 'nearest' });

/** The message of a failed action. Scrolls into view when it appears. */
export function Alarm({ children }: { children: ReactNode }) {
  return (
    <p
      role="alert"
      ref={bringIntoView}
      // Keeps it above the buttons of a dialog, which stay in sight.
      className="scroll-mt-6 scroll-mb-28 rounded-control border border-error bg-error-ground p-4 whitespace-pre-line text-error"
    >
      {children}
    </p>
  );
}

function useErrorText(error: unknown): string {
  const { t } = useLingui();
  const { code, sentence } = failureOf(error);
  if (sentence !== undefined) return sentence;
  switch (code) {
    case 'not_permitted':
      return t`Your role does not include this.`;
    case 'passkey_refused':
      return t`This device could not be checked. Try again, or ask an owner for a new invitation.`;
    case 'invitation_refused':
      return t`This invitation has been used or has expired. Ask an owner for a new one.`;
    case 'too_many_calls':
      return t`Too many attempts. Try again in ten minutes.`;
    case 'invalid_input':
      return t`Something in the form is not right. Check the fields.`;
    case 'cancelled':
      return t`The passkey was not used: the question was closed or took too long. Nothing was changed, and what you typed is still here.`;
    case 'device_known':
      return t`This device opens the office already. Choose another phone, tablet or key.`;
    case 'no_passkeys':
      return t`This browser has no passkeys. Open the office in another browser, or on the device that you added.`;
    case 'unreachable':
      return t`The office cannot be reached. What you typed is still here: try again.`;
    default:
      return t`Something went wrong. Nothing was changed: try again.`;
  }
}

/** The message of a completed action. Scrolls into view when it appears. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <output
      ref={bringIntoView}
      className="block scroll-my-6 rounded-control border border-success bg-success-ground p-4 text-success"
    >
      {children}
    </output>
  );
}

export function Loading() {
  return (
    <output className="block py-8 text-ink-soft">
      <Trans>Loading…</Trans>
    </output>
  );
}

type FileButtonProps = Pick<
  ComponentProps<'input'>,
  'accept' | 'multiple' | 'disabled' | 'aria-describedby'
> & { onFiles: (files: readonly File[]) => void; children: ReactNode };

/** A file input with the page's words instead of the browser's. */
export function FileButton({ onFiles, children, ...input }: FileButtonProps) {
  return (
    <label
      className={`${BUTTON.secondary} relative w-fit cursor-pointer has-disabled:text-ink-soft has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-2`}
    >
      {children}
      <input
        {...input}
        type="file"
        className="sr-only"
        onChange={({ target }) => {
          const files = Array.from(target.files ?? []);
          // Otherwise the same file could not be chosen again.
          target.value = '';
          onFiles(files);
        }}
      />
    </label>
  );
}

type MoveButtonProps = {
  by: -1 | 1;
  /** For screen readers. */
  label: string;
  isLast: boolean;
  isBusy?: boolean;
  onMove: (by: -1 | 1) => void;
};

/** Moves a list entry up or down. Disabled at the end of the list in its direction. */
export function MoveButton({ by, label, isLast, isBusy = false, onMove }: MoveButtonProps) {
  return (
    <button
      type="button"
      className="inline-flex size-11 items-center justify-center rounded-control border border-control-line disabled:border-line disabled:text-ink-soft"
      data-by={by}
      aria-disabled={isBusy}
      disabled={isLast}
      onClick={() => !isBusy && onMove(by)}
    >
      <span aria-hidden>{by === -1 ? '↑' : '↓'}</span>
      <span className="sr-only">{label}</span>
    </button>
  );
}

/** A pressed button keeps the focus. */
export function MoveButtons({
  title,
  isFirst,
  isLast,
  ...shared
}: {
  title: string;
  isFirst: boolean;
  isLast: boolean;
} & Pick<MoveButtonProps, 'isBusy' | 'onMove'>) {
  const { t } = useLingui();
  return (
    <span className="inline-flex gap-2">
      <MoveButton by={-1} label={t`Move ${title} up`} isLast={isFirst} {...shared} />
      <MoveButton by={1} label={t`Move ${title} down`} isLast={isLast} {...shared} />
    </span>
  );
}

type MoreButtonProps = {
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
  children: ReactNode;
};

export function MoreButton({ list, children }: MoreButtonProps) {
  if (!list.hasNextPage) return null;
  return (
    <button
      type="button"
      className={`${BUTTON.secondary} no-print mt-4`}
      disabled={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {children}
    </button>
  );
}

type DialogProps = {
  title: string;
  onClose: () => void;
  /** As wide as the page. */
  isWide?: boolean;
  /** The label of a Close button at the top of a long dialog. Closing discards nothing. */
  closing?: string;
  /** Ends with a button that closes it; a form has its own. */
  hasBack?: boolean;
  children: ReactNode;
};

/** A modal dialog, open while it is rendered. Its button or Escape closes it and returns the focus. */
export function Dialog({ title, onClose, isWide = false, closing, ...props }: DialogProps) {
  const { hasBack = closing === undefined, children } = props;
  const titleId = useId();
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      onClose={onClose}
      aria-labelledby={titleId}
      // At the foot of a phone's screen, in reach of the thumb.
      className={`mx-auto mt-auto mb-0 w-full rounded-t-card bg-surface backdrop:bg-ink/60 sm:mb-auto sm:rounded-b-card ${isWide ? 'max-w-6xl p-4 sm:p-6' : 'max-w-lg p-4 sm:p-6'}`}
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={titleId} className="text-title-s font-bold">
          {title}
        </h2>
        {closing !== undefined && (
          <button type="button" className={BUTTON.quiet} onClick={() => ref.current?.close()}>
            {closing}
          </button>
        )}
      </div>
      {children}
      {hasBack && (
        <button
          type="button"
          className={`${BUTTON.quiet} mt-4`}
          onClick={() => ref.current?.close()}
        >
          <Trans>Back</Trans>
        </button>
      )}
    </dialog>
  );
}

type NewTabLinkProps = { href: string; className: string; children: ReactNode };

/** Tells screen readers that it opens in a new tab. */
export function NewTabLink({ children, ...link }: NewTabLinkProps) {
  return (
    <a {...link} target="_blank" rel="noreferrer">
      {children}
      <span className="sr-only">
        {' '}
        <Trans>(new tab)</Trans>
      </span>
    </a>
  );
}

type SearchBoxProps = {
  label: string;
  searched: string;
  maxLength: number;
  onSearch: (text: string) => void;
};

export function SearchBox({ label, searched, maxLength, onSearch }: SearchBoxProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSearch(field.current?.value.trim() ?? '');
  };
  return (
    <search className="mb-6 block">
      <form className="flex flex-wrap items-end gap-3" onSubmit={submit} key={searched}>
        <div className="grid grow basis-60 gap-1">
          <label htmlFor={id} className="font-semibold">
            {label}
          </label>
          <input
            ref={field}
            id={id}
            name="search"
            type="search"
            className="input"
            autoComplete="off"
            maxLength={maxLength}
            defaultValue={searched}
          />
        </div>
        <button type="submit" className={BUTTON.secondary}>
          <Trans>Search</Trans>
        </button>
      </form>
    </search>
  );
}
