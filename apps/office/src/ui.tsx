import { LOW_STOCK } from '@agres/domain/stock';
import { BUTTON } from '@agres/ui/button';
import { Icon } from '@agres/ui/icon';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useRouterState, type LinkProps } from '@tanstack/react-router';
import { Ellipsis, Search, type IconNode } from 'lucide';
import {
  Children,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type HTMLAttributes,
  type ComponentProps,
  type ReactNode,
  type SubmitEvent,
} from 'react';

import { failureOf } from './lib/api.ts';

/** Buttons with less room at their sides on a phone, where several share a line. */
export const NARROW = {
  primary: `${BUTTON.primary} max-sm:px-4`,
  secondary: `${BUTTON.secondary} max-sm:px-4`,
  danger: `${BUTTON.danger} max-sm:px-4`,
} as const;

/** The size of an icon beside a text. */
export const ICON_SIZE = 'size-5 shrink-0';

type PageHeadProps = {
  title: string;
  /** The state of what the page shows. */
  marks?: ReactNode;
  /** The link to the list that the page belongs to, with the class `BACK`. */
  back?: ReactNode;
  /** The picture of what the page shows. */
  picture?: ReactNode;
  children?: ReactNode;
};

/** The link above a title. */
export const BACK =
  "-mt-2 inline-flex min-h-11 items-center gap-2 text-small font-medium text-ink-soft hover:underline before:content-['←'/'']";

export function PageHead({ title, marks, back, picture, children }: PageHeadProps) {
  const { t } = useLingui();
  useEffect(() => {
    document.title = t`${title} · Agrès office`;
  }, [t, title]);
  return (
    <div className="no-print mb-4 flex flex-wrap items-center justify-between gap-x-3 gap-y-3 sm:mb-6">
      {back !== undefined && <div className="-mb-3 basis-full">{back}</div>}
      {/* Beside a small button, the marks of a phone's page wrap. */}
      <div
        className={`flex min-w-0 items-center gap-x-4 ${marks === undefined ? '' : 'max-sm:min-w-48 max-sm:flex-1'}`}
      >
        {picture}
        <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 sm:min-h-12">
          <h1 className="text-title-m font-bold">{title}</h1>
          {marks}
        </div>
      </div>
      {children}
    </div>
  );
}

/** The actions of a page, beside its title; on a phone below it. */
export const HEAD_ACTIONS =
  'no-print flex flex-wrap items-center gap-2 max-sm:has-[>:is(a,button)]:grow empty:hidden';

/** Calls `close` when Escape is pressed while something is open. */
export function useEscape(isOpen: boolean, close: () => void): void {
  const onEscape = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return undefined;
    const listen = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onEscape();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isOpen]);
}

/** Returns the attributes of a row that can be dragged to the place of another one. */
export function useDragging(move: (from: number, to: number) => void, isEnabled = true) {
  const [dragged, setDragged] = useState<number | null>(null);
  return (index: number, look = ''): HTMLAttributes<HTMLElement> => ({
    className: `${look} ${dragged === index ? 'opacity-60' : ''}`,
    draggable: isEnabled,
    onDragStart: () => setDragged(index),
    onDragEnd: () => setDragged(null),
    onDragOver: (event) => dragged !== null && event.preventDefault(),
    onDrop: (event) => {
      if (dragged === null) return;
      event.preventDefault();
      if (dragged !== index) move(dragged, index);
    },
  });
}

export type MenuAction = {
  label: string;
  run: () => void;
  isDisabled?: boolean;
  isDanger?: boolean;
};

type MoreActionsProps = {
  actions: readonly MenuAction[];
  /** For screen readers, where a page has several. */
  label?: string;
};

/** A button that shows further actions below it. */
export function MoreActions({ actions, label }: MoreActionsProps) {
  const { t } = useLingui();
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const close = () => {
    // A dialog returns the focus to it.
    root.current?.querySelector('button')?.focus();
    setIsOpen(false);
  };
  useEscape(isOpen, close);
  useEffect(() => {
    if (!isOpen) return undefined;
    const leave = ({ type, target }: Event) => {
      const { current } = root;
      if (current === null || !(target instanceof Node) || current.contains(target)) return;
      // Safari focuses the page around a pressed button.
      if (type === 'focusin' && target.contains(current)) return;
      setIsOpen(false);
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
    };
  }, [isOpen, root]);
  if (actions.length === 0) return null;
  return (
    <div ref={root} className="relative ml-auto">
      <button
        type="button"
        aria-label={label ?? t`Other actions`}
        aria-expanded={isOpen}
        aria-controls={id}
        className={`${BUTTON.secondary} size-12 p-0!`}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon of={Ellipsis} className={ICON_SIZE} />
      </button>
      <ul
        id={id}
        hidden={!isOpen}
        className="card absolute right-0 z-20 mt-2 w-max max-w-[calc(100vw-2rem)] p-2! shadow-raised"
      >
        {actions.map(({ label: name, run, isDisabled, isDanger }) => (
          <li key={name}>
            <button
              type="button"
              disabled={isDisabled}
              className={`min-h-11 w-full rounded-control px-4 py-1 text-left font-medium hover:bg-ground-deep ${isDanger ? 'text-error' : ''}`}
              onClick={() => {
                close();
                run();
              }}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const WIDE = '(width >= 64rem)';

/** Whether there is room for a table beside the menu. */
export const useIsWide = () =>
  useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(WIDE);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    () => matchMedia(WIDE).matches,
  );

/** The class of a list whose rows open something. */
export const LIST_TABLE = 'table [&_:is(th,td)]:align-middle';
/** A row of it, whose link covers it. */
export const LIST_ROW = 'relative hover:bg-ground-deep';
/** The same list on a phone, where each entry has lines of its own. */
export const LIST_LINES = 'card divide-y divide-line py-1! max-sm:px-3!';

type CardProps = { title: string; look?: string; children: ReactNode };

/** A titled part of a page. */
export function Card({ title, look = '', children }: CardProps) {
  return (
    <section className={`card grid grid-cols-[minmax(0,1fr)] gap-3 ${look}`} aria-label={title}>
      <h2 className="text-title-s font-bold">{title}</h2>
      {children}
    </section>
  );
}

/** Facts in one line, with dots between them. Where it breaks, no dot begins or ends a line. */
export function Dots({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <span className={`dots ${className}`}>
      {Children.map(children, (part) => part && <span>{part}</span>)}
    </span>
  );
}

type FactsProps = { title?: string; facts: readonly (readonly [string, ReactNode])[] };

/** Omits facts without a value. Where there is little room, a value that does not fit its line has its own. */
export function Facts({ title, facts }: FactsProps) {
  return (
    <section className="card @container mb-6" aria-label={title}>
      {title !== undefined && <h2 className="mb-3 text-title-s font-bold">{title}</h2>}
      <dl className="grid gap-y-2">
        {facts.flatMap(([name, text]) =>
          text === null
            ? []
            : [
                <div
                  key={name}
                  className="flex flex-wrap justify-between gap-x-4 border-b border-line pb-2 last:border-0 last:pb-0 @lg:grid @lg:grid-cols-[10rem_minmax(0,1fr)] @lg:border-0 @lg:pb-0"
                >
                  <dt className="min-w-0 break-words text-ink-soft">{name}</dt>
                  <dd className="min-w-0 break-words whitespace-pre-line">{text}</dd>
                </div>,
              ],
        )}
      </dl>
    </section>
  );
}

type Filter = {
  label: string;
  isCurrent: boolean;
  /** The list with this filter, made with `linkOptions`. */
  link: LinkProps;
};
/** Shows the current filter where the list is wider than the screen, and its counts widen it later. */
function showCurrent(link: HTMLAnchorElement | null): void {
  const list = link?.closest('ul');
  if (!link || !list) return;
  const end = list.getBoundingClientRect().right - parseFloat(getComputedStyle(list).paddingRight);
  list.scrollLeft += Math.max(0, link.getBoundingClientRect().right - end);
}

type FiltersProps = {
  label: string;
  filters: readonly Filter[];
  onChoose?: (() => void) | undefined;
};

export function Filters({ label, filters, onChoose }: FiltersProps) {
  return (
    <nav aria-label={label} className="no-print mb-4">
      <ul className="pills flex scroll-px-4 gap-2 overflow-x-auto">
        {filters.map(({ label: words, isCurrent, link }) => (
          <li key={words}>
            <Link
              {...link}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={isCurrent ? 'page' : undefined}
              ref={isCurrent ? (shown) => showCurrent(shown) : undefined}
              className="inline-flex min-h-11 items-center rounded-pill border border-control-line px-3 whitespace-nowrap sm:px-4 hover:bg-ground-deep aria-[current=page]:border-secondary aria-[current=page]:bg-secondary aria-[current=page]:font-semibold aria-[current=page]:text-on-dark"
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
  return (
    <span
      className={`inline-block max-w-full shrink-0 rounded-pill px-3 py-1 text-small ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}

type MissingPageProps = {
  title: string;
  advice: string;
  /** The link to the list, with the class `BACK`. */
  back?: ReactNode;
  /** Another way to what there is. */
  children?: ReactNode;
};

/** Says that there is no such thing. */
export function MissingPage({ title, advice, back, children }: MissingPageProps) {
  return (
    <>
      <PageHead title={title} back={back} />
      <p className="mb-4">{advice}</p>
      {children}
    </>
  );
}

type FailedPageProps = {
  title: string;
  /** Says that there is no such thing. */
  missing: string;
  advice?: string;
  error: unknown;
} & Pick<MissingPageProps, 'back' | 'children'>;

/** Shows why a page cannot be shown. */
export function FailedPage({ title, missing, advice, error, back, children }: FailedPageProps) {
  const { t } = useLingui();
  if (['invalid_input', 'refused'].includes(failureOf(error).code)) {
    return (
      <MissingPage
        title={missing}
        advice={advice ?? t`Check the number, or look in the list.`}
        back={back}
      >
        {children}
      </MissingPage>
    );
  }
  return (
    <>
      <PageHead title={title} back={back} />
      <div className="mb-4">
        <CallError error={error} />
      </div>
      {children}
    </>
  );
}

type CallErrorProps = { error: unknown; problems?: Readonly<Record<string, string>> };

/** Renders nothing without an error, or if the marked fields of a form say what is wrong. */
export function CallError({ error, problems }: CallErrorProps) {
  const message = useErrorText(error);
  if (error === null || error === undefined) return null;
  const isMarked =
    Object.keys(problems ?? {}).length > 0 && failureOf(error).code === 'invalid_input';
  return isMarked ? null : <Alarm>{message}</Alarm>;
}

export const stockLevelOf = (remaining: number) =>
  remaining === 0 ? 'empty' : remaining <= LOW_STOCK ? 'low' : 'enough';

const STOCK_TONES = { empty: 'alarming', low: 'waiting', enough: 'plain' } as const;

/** The stock of an option, after its name if it is given. */
export function StockMark({ remaining, name }: { remaining: number; name?: string }) {
  const { t } = useLingui();
  return (
    <Mark tone={STOCK_TONES[stockLevelOf(remaining)]}>
      {name === undefined
        ? remaining === 0
          ? t`Sold out`
          : t`${remaining} left`
        : remaining === 0
          ? t`${name}: sold out`
          : t`${name}: ${remaining}`}
    </Mark>
  );
}

/** Returns the number in parentheses, or nothing for zero. */
export const countOf = (count: number, areMore = false): string =>
  count === 0 ? '' : ` (${count}${areMore ? '+' : ''})`;

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
      return t`The passkey wasn’t used: the prompt was closed or timed out.`;
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

/** What is done, and what may be wrong with it; one line each. */
export type Done = { words: string; warning?: string | undefined };

export function DoneNotice({ words, warning = '' }: Done) {
  return (
    <div className="grid gap-2">
      <Notice>{words}</Notice>
      {warning !== '' && (
        <p className="rounded-control border border-warning bg-warning-ground p-4 whitespace-pre-line text-warning">
          {warning}
        </p>
      )}
    </div>
  );
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

/** In a list, after the page of an entry deleted it. */
export function DeletedNotice() {
  const deleted = useRouterState({ select: ({ location }) => location.state.deleted });
  return deleted === undefined ? null : (
    <div className="mb-4">
      <Notice>
        <Trans>Deleted: {deleted}</Trans>
      </Notice>
    </div>
  );
}

export function Loading() {
  return (
    <output className="block py-8 text-ink-soft">
      <Trans>Loading…</Trans>
    </output>
  );
}

type EmptyProps = {
  icon: IconNode;
  /** What comes here, or a link to where there is something. */
  more?: ReactNode;
  children: ReactNode;
};

/** An empty list. */
export function Empty({ icon, more, children }: EmptyProps) {
  return (
    <div className="card grid justify-items-center gap-2 py-10! text-center">
      <Icon of={icon} className="mb-1 size-8 text-ink-soft" />
      <p className="max-w-text font-bold text-balance">{children}</p>
      <div className="max-w-text text-balance text-ink-soft empty:hidden [&_:is(a,button)]:text-ink">
        {more}
      </div>
    </div>
  );
}

type FetchingProps = { of: { error: unknown; isPending: boolean } };

/** Before the result of a query: that it loads, or why it failed. */
export function Fetching({ of: { error, isPending } }: FetchingProps) {
  return isPending ? <Loading /> : <CallError error={error} />;
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
function MoveButton({ by, label, isLast, isBusy = false, onMove }: MoveButtonProps) {
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

/** A button with an icon alone, as large as a finger. */
export const ICON_BUTTON =
  'inline-flex size-11 shrink-0 items-center justify-center rounded-control border border-control-line bg-surface hover:bg-ground-deep disabled:border-line disabled:text-ink-soft';

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
  children: ReactNode;
};

/** A modal dialog, open while it is rendered. Its button or Escape closes it and returns the focus. */
export function Dialog({ title, onClose, isWide = false, closing, children }: DialogProps) {
  const titleId = useId();
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>('[data-first]')?.focus();
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
    </dialog>
  );
}

type DialogFootProps = { onBack: () => void; children: ReactNode };

/** The buttons of a dialog. Stays in sight however long the dialog is. */
export function DialogFoot({ onBack, children }: DialogFootProps) {
  return (
    <div className="sticky -bottom-4 -mx-4 -mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-surface px-4 py-3 max-sm:*:first:grow sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6">
      {children}
      <button type="button" className={BUTTON.quiet} onClick={onBack}>
        <Trans>Back</Trans>
      </button>
    </div>
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

type SearchFieldProps = { label: string; searched: string; maxLength: number };

/** The search field of a form, with its button inside it. */
export function SearchField({ label, searched, maxLength }: SearchFieldProps) {
  const { t } = useLingui();
  return (
    <div className="relative">
      <input
        name="search"
        type="search"
        aria-label={label}
        placeholder={label}
        className="input pr-14 text-ellipsis"
        autoComplete="off"
        maxLength={maxLength}
        defaultValue={searched}
      />
      <button
        type="submit"
        aria-label={t`Search`}
        className="absolute top-0 right-0 inline-flex size-12 items-center justify-center rounded-control"
      >
        <Icon of={Search} className={ICON_SIZE} />
      </button>
    </div>
  );
}

type SearchBoxProps = SearchFieldProps & { onSearch: (text: string) => void };

export function SearchBox({ onSearch, ...field }: SearchBoxProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = new FormData(event.currentTarget).get('search');
    onSearch(typeof text === 'string' ? text.trim() : '');
  };
  return (
    <search className="mb-4 block">
      <form onSubmit={submit} key={field.searched}>
        <SearchField {...field} />
      </form>
    </search>
  );
}
