import { startOfDay } from '@agres/domain/days';
import { localeOf, type Locale } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import { BUTTON } from '@agres/ui/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';

import { Field } from '../form/fields.tsx';
import { QuestionDialog } from '../form/form-dialog.tsx';
import { formatMoment } from '../lib/format.ts';
import { useAction, useMe } from '../lib/staff.tsx';
import { CallError, Mark, Notice } from '../ui.tsx';
import { Preview } from './preview.tsx';

const CLOCKS_DIFFER_MS = 60_000;
/** Tolerates a small difference between the clocks of the device and the server. */
export const isNow = (moment: string) =>
  new Date(moment).getTime() <= Date.now() + CLOCKS_DIFFER_MS;

type MarkProps = { publishedAt: string | null; isListed?: boolean };

/** Published, scheduled or a draft. A list marks only the last two, because most are published. */
export function PublishedMark({ publishedAt, isListed = false }: MarkProps) {
  const { i18n } = useLingui();
  if (publishedAt === null) {
    return (
      <Mark>
        <Trans>Draft</Trans>
      </Mark>
    );
  }
  if (isListed && isNow(publishedAt)) return null;
  const moment = formatMoment(i18n.locale, publishedAt);
  return isNow(publishedAt) ? (
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
  publishedAt: string | null;
  mayChange: boolean;
  isDirty: boolean;
  /** What prevents publishing now; empty if nothing does. */
  gap: string;
  /** Whether only English texts are missing, which can take the French. */
  isOnlyEnglish: boolean;
  /** Saves unsaved changes. Returns whether it can be published. */
  prepare: (isCopying: boolean) => Promise<boolean>;
  renderPreview: (locale: Locale) => ReactNode;
  publish: (from: string | null) => Promise<unknown>;
  unpublish: () => Promise<unknown>;
};

export function PublishPanel({
  page,
  id,
  publishedAt,
  mayChange,
  isDirty,
  gap,
  isOnlyEnglish,
  prepare,
  renderPreview,
  publish,
  unpublish,
}: PublishProps) {
  const { t, i18n } = useLingui();
  const { data: me } = useMe();
  const [day, setDay] = useState('');
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const { act, isBusy, done, setDone, error } = useAction<string | null>();
  const [refused, setRefused] = useState<{ from: string | null; words: string } | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const isShown = publishedAt !== null && isNow(publishedAt);
  /** Saves first, so that shoppers get what the person sees in the form. */
  const saveAndPublish = (from: string | null, words: string, isCopying = false) => {
    setProblems({});
    setRefused(null);
    return act(async () => {
      if (!(await prepare(isCopying))) {
        setRefused({ from, words });
        return null;
      }
      await publish(from);
      setDay('');
      return words;
    });
  };
  const publishOn = () => {
    const from = startOfDay(day)?.toISOString();
    if (from === undefined) return setProblems({ day: t`Choose a day.` });
    return void saveAndPublish(from, t`It will be on the site from that day on.`);
  };
  const locale = localeOf(i18n.locale);
  return (
    <section className="card mb-4 grid gap-3 max-sm:py-2" aria-label={t`On the site`}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="text-title-s font-bold max-sm:sr-only">
          <Trans>On the site</Trans>
        </h2>
        <PublishedMark publishedAt={publishedAt} />
        <Preview isDirty={isDirty} render={renderPreview} />
        {isShown && me && (
          <a
            href={`${me.siteUrl}${pathOf(page, locale, { id })}`}
            target="_blank"
            rel="noreferrer"
            className={BUTTON.quiet}
          >
            <Trans>View on site</Trans>
          </a>
        )}
        {isShown && mayChange && (
          <button
            type="button"
            className={BUTTON.quiet}
            disabled={isBusy}
            onClick={() => setIsAsking(true)}
          >
            <Trans>Unpublish</Trans>
          </button>
        )}
      </div>
      {done !== null && <Notice>{done}</Notice>}
      <CallError error={error} />
      {mayChange && (
        <>
          {refused !== null && (
            <div className="grid justify-items-start gap-2">
              <p role="alert" className="text-error">
                {gap || <Trans>It is not published.</Trans>}
              </p>
              {isOnlyEnglish && (
                <button
                  type="button"
                  className={BUTTON.secondary}
                  disabled={isBusy}
                  onClick={() => void saveAndPublish(refused.from, refused.words, true)}
                >
                  <Trans>Publish with the French text in English too</Trans>
                </button>
              )}
            </div>
          )}
          {isDirty && isShown && (
            <p className="text-small text-ink-soft">
              <Trans>The site shows what is saved: your last changes are not saved yet.</Trans>
            </p>
          )}
          {!isShown && (
            <div className="flex flex-wrap items-end gap-x-6 gap-y-4">
              <button
                type="button"
                className={BUTTON.primary}
                disabled={isBusy}
                onClick={() => void saveAndPublish(null, t`It is on the site.`)}
              >
                {isDirty ? <Trans>Save and publish now</Trans> : <Trans>Publish now</Trans>}
              </button>
              <details open={'day' in problems}>
                <summary className="min-h-11 w-fit cursor-pointer content-center font-medium underline underline-offset-4">
                  <Trans>Publish on a later day…</Trans>
                </summary>
                <div className="flex flex-wrap items-end gap-3">
                  <Field
                    label={t`On the site from this day on`}
                    name="day"
                    kind="day"
                    value={day}
                    onChange={setDay}
                    problems={problems}
                  />
                  <button
                    type="button"
                    className={BUTTON.secondary}
                    disabled={isBusy}
                    onClick={publishOn}
                  >
                    {isDirty ? (
                      <Trans>Save and publish on this day</Trans>
                    ) : (
                      <Trans>Publish on this day</Trans>
                    )}
                  </button>
                </div>
              </details>
              {publishedAt !== null && (
                <button
                  type="button"
                  className={BUTTON.quiet}
                  disabled={isBusy}
                  onClick={() =>
                    void act(async () => {
                      await unpublish();
                      return t`It stays hidden.`;
                    })
                  }
                >
                  <Trans>Keep it hidden</Trans>
                </button>
              )}
            </div>
          )}
        </>
      )}
      {isAsking && (
        <QuestionDialog
          title={t`Unpublish`}
          consequences={[t`Visitors no longer find it. You can publish it again.`]}
          run={async () => {
            await unpublish();
            return t`It is no longer on the site.`;
          }}
          onClose={() => setIsAsking(false)}
          onDone={(words) => {
            setIsAsking(false);
            setRefused(null);
            setDone(words);
          }}
        />
      )}
    </section>
  );
}
