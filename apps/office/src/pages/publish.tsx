import { startOfDay } from '@agres/domain/days';
import { localeOf, type Locale } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import { BUTTON } from '@agres/ui/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';

import { Field } from '../form/fields.tsx';
import { FormDialog, QuestionDialog } from '../form/form-dialog.tsx';
import { formatLongDay, formatMoment } from '../lib/format.ts';
import { useAction, useMe } from '../lib/staff.tsx';
import {
  CallError,
  HEAD_ACTIONS,
  Mark,
  MoreActions,
  NARROW,
  NewTabLink,
  Notice,
  PageHead,
} from '../ui.tsx';
import { Preview } from './preview.tsx';

const CLOCKS_DIFFER_MS = 60_000;
/** Whether a draft was published and its day has come. Tolerates a small difference between the clocks. */
export const isOnSite = ({ publishedAt }: { publishedAt: string | null }) =>
  publishedAt !== null && new Date(publishedAt).getTime() <= Date.now() + CLOCKS_DIFFER_MS;

/** Published, scheduled or a draft. */
export function PublishedMark({ publishedAt }: { publishedAt: string | null }) {
  const { i18n } = useLingui();
  if (publishedAt === null) {
    return (
      <Mark>
        <Trans>Draft</Trans>
      </Mark>
    );
  }
  const moment = formatMoment(i18n.locale, publishedAt);
  return isOnSite({ publishedAt }) ? (
    <Mark tone="good">
      <Trans>Published</Trans>
    </Mark>
  ) : (
    <Mark tone="waiting">
      <Trans>On {moment}</Trans>
    </Mark>
  );
}

type PublishProps = {
  page: 'item' | 'article';
  id: number;
  title: string;
  back: ReactNode;
  picture: ReactNode;
  publishedAt: string | null;
  mayChange: boolean;
  isDirty: boolean;
  publishing: ReturnType<typeof usePublishing>;
  renderPreview: (locale: Locale) => ReactNode;
  unpublish: () => Promise<unknown>;
};

type PublishingProps = {
  /** Saves unsaved changes. Returns whether it can be published. */
  prepare: (isCopying: boolean) => Promise<boolean>;
  publish: (from: string | null) => Promise<unknown>;
};

export function usePublishing({ prepare, publish }: PublishingProps) {
  const action = useAction<string | null>();
  const [refused, setRefused] = useState<{ from: string | null; words: string } | null>(null);
  /** Saves first, so that shoppers get what the person sees in the form. */
  const saveAndPublish = (from: string | null, words: string, isCopying = false) => {
    setRefused(null);
    return action.act(async () => {
      if (!(await prepare(isCopying))) {
        setRefused({ from, words });
        return null;
      }
      await publish(from);
      return words;
    });
  };
  return { ...action, refused, setRefused, saveAndPublish };
}

type RefusalProps = {
  publishing: ReturnType<typeof usePublishing>;
  /** What prevents publishing now; empty if nothing does. */
  gap: string;
  /** Whether only English texts are missing, which can take the French. */
  isOnlyEnglish: boolean;
};

/** Why it was not published. */
export function Refusal({ publishing, gap, isOnlyEnglish }: RefusalProps) {
  const { refused, isBusy, saveAndPublish } = publishing;
  if (refused === null) return null;
  return (
    <div className="grid justify-items-start gap-2">
      <p role="alert" className="font-medium text-error">
        {gap || <Trans>It is not published.</Trans>}
      </p>
      {isOnlyEnglish && (
        <button
          type="button"
          className={NARROW.secondary}
          disabled={isBusy}
          onClick={() => void saveAndPublish(refused.from, refused.words, true)}
        >
          <Trans>Publish with the French text in English too</Trans>
        </button>
      )}
    </div>
  );
}

/** The title of an item or article with its publication. */
export function PublishHead({
  page,
  id,
  title,
  back,
  picture,
  publishedAt,
  mayChange,
  isDirty,
  publishing,
  renderPreview,
  unpublish,
}: PublishProps) {
  const { t, i18n } = useLingui();
  const { data: me } = useMe();
  const { act, isBusy, done, setDone, error, setRefused, saveAndPublish } = publishing;
  const [open, setOpen] = useState<'day' | 'unpublish' | null>(null);
  const isShown = isOnSite({ publishedAt });
  const hide = () =>
    void act(async () => {
      await unpublish();
      return t`It stays hidden.`;
    });
  const locale = localeOf(i18n.locale);
  return (
    <>
      <PageHead
        title={title}
        back={back}
        picture={picture}
        marks={<PublishedMark publishedAt={publishedAt} />}
      >
        <div className={`${HEAD_ACTIONS} sm:gap-x-4`}>
          {isShown && me && (
            <NewTabLink
              href={`${me.siteUrl}${pathOf(page, locale, { id })}`}
              className={BUTTON.quiet}
            >
              <Trans>View on site</Trans>
            </NewTabLink>
          )}
          <Preview isDirty={isDirty} render={renderPreview} />
          {mayChange && !isShown && (
            <button
              type="button"
              className={`${NARROW.primary} max-sm:px-3`}
              disabled={isBusy}
              onClick={() => void saveAndPublish(null, t`It is on the site.`)}
            >
              {isDirty ? <Trans>Save and publish now</Trans> : <Trans>Publish now</Trans>}
            </button>
          )}
          <MoreActions
            actions={
              mayChange
                ? [
                    ...(isShown
                      ? [{ label: t`Unpublish`, run: () => setOpen('unpublish') }]
                      : [{ label: t`Publish on a later day…`, run: () => setOpen('day') }]),
                    ...(!isShown && publishedAt !== null
                      ? [{ label: t`Keep it hidden`, run: hide, isDisabled: isBusy }]
                      : []),
                  ]
                : []
            }
          />
        </div>
      </PageHead>
      <div className="mb-4 grid justify-items-start gap-2 empty:hidden">
        {done !== null && <Notice>{done}</Notice>}
        <CallError error={error} />
      </div>
      {open === 'day' && (
        <DayDialog
          button={isDirty ? t`Save and publish on this day` : t`Publish on this day`}
          onClose={() => setOpen(null)}
          onDone={(from) => {
            setOpen(null);
            void saveAndPublish(from, t`It will be on the site from that day on.`);
          }}
        />
      )}
      {open === 'unpublish' && (
        <QuestionDialog
          title={t`Unpublish`}
          consequences={[t`Visitors no longer find it. You can publish it again.`]}
          run={async () => {
            await unpublish();
            return t`It is no longer on the site.`;
          }}
          onClose={() => setOpen(null)}
          onDone={(words) => {
            setOpen(null);
            setRefused(null);
            setDone(words);
          }}
        />
      )}
    </>
  );
}

type DayProps = { button: string; onClose: () => void; onDone: (from: string) => void };

function DayDialog(dialog: DayProps) {
  const { t, i18n } = useLingui();
  const [day, setDay] = useState('');
  const from = startOfDay(day)?.toISOString();
  return (
    <FormDialog
      title={t`Publish on a later day`}
      read={() =>
        from === undefined
          ? { problems: { day: t`Choose a day.` } }
          : { run: () => Promise.resolve(from) }
      }
      {...dialog}
    >
      {(problems) => (
        <Field
          label={t`On the site from this day on`}
          name="day"
          kind="day"
          hasFocus
          value={day}
          onChange={setDay}
          problems={problems}
          {...(from !== undefined && { hint: formatLongDay(i18n.locale, from) })}
        />
      )}
    </FormDialog>
  );
}
