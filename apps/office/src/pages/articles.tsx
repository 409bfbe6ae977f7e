import { parisDayOf, startOfDay } from '@agres/domain/days';
import { textOfHtml } from '@agres/domain/html';
import { BUTTON } from '@agres/ui/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';

import { DraftForm, isUploading, SaveBar } from '../form/draft-form.tsx';
import { textIn, useDraft, type Values } from '../form/draft.tsx';
import {
  BothLanguages,
  Field,
  HtmlField,
  useTextLanguage,
  type Problems,
} from '../form/fields.tsx';
import { PictureField } from '../form/picture-fields.tsx';
import { useSave, type Read } from '../form/save.tsx';
import type { Typed } from '../form/schema.ts';
import { api } from '../lib/api.ts';
import { formatMoment } from '../lib/format.ts';
import { useChange, useMay } from '../lib/staff.tsx';
import { CallError, Dialog, Loading, PageHead } from '../ui.tsx';
import { ROW, ROW_LINK, Thumbnail, useItems, useTitle } from './items.tsx';
import { ArticlePreview } from './preview.tsx';
import { PublishedMark, PublishPanel } from './publish.tsx';

type Article = Awaited<ReturnType<typeof api.articles.get.query>>;
type ArticleChanges = Parameters<typeof api.articles.set.mutate>[0]['changes'];

/** Every article, the newest first. */
export function ArticlesPage() {
  const { t, i18n } = useLingui();
  const title = useTitle();
  const mayWrite = useMay()('articles.write');
  const list = useQuery({
    queryKey: ['articles'],
    queryFn: () => api.articles.list.query({}),
  });
  const articles = list.data?.articles ?? [];
  return (
    <>
      <PageHead title={t`Articles`}>
        {mayWrite && (
          <Link to="/articles/new" className={BUTTON.primary}>
            <Trans>New article</Trans>
          </Link>
        )}
      </PageHead>
      <CallError error={list.error} />
      {list.isPending && <Loading />}
      {list.data && articles.length === 0 && (
        <p>
          <Trans>There is no article yet.</Trans>
        </p>
      )}
      <ul className="grid gap-3">
        {articles.map((article) => (
          <li key={article.id} className={ROW}>
            <Thumbnail url={article.coverPictureUrl} />
            <div className="row-span-2 min-w-0 sm:row-span-1">
              <Link to="/articles/$id" params={{ id: String(article.id) }} className={ROW_LINK}>
                {title(article)}
              </Link>
              <p className="text-small text-ink-soft">
                {[
                  formatMoment(i18n.locale, parisDayOf(new Date(article.creationDate))),
                  ...article.tags,
                ].join(' · ')}
              </p>
              <p className="mt-2">
                <PublishedMark publishedAt={article.publishedAt} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

const FIELDS = [
  'titleFr',
  'titleEn',
  'contentFr',
  'contentEn',
  'tags',
  'date',
  'itemId',
  'coverPictureUrl',
] as const;
type FieldName = (typeof FIELDS)[number];
type ArticleValues = Values<FieldName>;

const EMPTY: ArticleValues = {
  titleFr: '',
  titleEn: '',
  contentFr: '',
  contentEn: '',
  tags: '',
  date: '',
  itemId: '',
  coverPictureUrl: '',
};

const valuesOf = (article: Article): ArticleValues => ({
  titleFr: article.titleFr,
  titleEn: article.titleEn,
  contentFr: article.contentFr,
  contentEn: article.contentEn,
  tags: article.tags.join(', '),
  date: parisDayOf(new Date(article.creationDate)),
  itemId: article.itemId === null ? '' : String(article.itemId),
  coverPictureUrl: article.coverPictureUrl ?? '',
});

/** The field that each refusal is about. */
const FIELD_OF = {
  article_title_taken: 'titleFr',
  article_title_empty: 'titleFr',
  item_unknown: 'itemId',
} as const;

function useArticleWords() {
  const { t } = useLingui();
  const labels: Readonly<Record<FieldName, string>> = {
    titleFr: t`Title in French`,
    titleEn: t`Title in English`,
    contentFr: t`Text in French`,
    contentEn: t`Text in English`,
    tags: t`Tags`,
    date: t`Date`,
    itemId: t`Item at the end of the article`,
    coverPictureUrl: t`Cover picture`,
  };
  const title = t`One line of 160 characters at most.`;
  const text = t`A text of 50,000 characters at most.`;
  const rules: Readonly<Record<FieldName, string>> = {
    titleFr: title,
    titleEn: title,
    contentFr: text,
    contentEn: text,
    tags: t`Ten tags at most, each of 30 characters at most.`,
    date: t`Choose a day.`,
    itemId: t`Choose one.`,
    coverPictureUrl: t`The address of a picture starts with https:// or, on this site, with /.`,
  };
  return { labels, rules };
}

/** Reads the named fields to what a call sets. */
function useReadArticle(): (
  values: ArticleValues,
  names: readonly FieldName[],
) => Read<ArticleChanges> {
  const { t } = useLingui();
  const { rules } = useArticleWords();
  return (values, names) => {
    const problems: Record<string, string> = {};
    const changes: ArticleChanges = {};
    for (const name of names) {
      const text = textIn(values[name]).trim();
      switch (name) {
        case 'tags':
          changes.tags = text
            .split(',')
            .map((tag) => tag.trim())
            .filter(Boolean);
          break;
        case 'date': {
          const start = startOfDay(text);
          if (start === undefined) problems[name] = rules.date;
          else changes.date = start.toISOString();
          break;
        }
        case 'itemId':
          changes.itemId = text === '' ? null : Number(text);
          break;
        case 'coverPictureUrl':
          changes.coverPictureUrl = text === '' ? null : text;
          break;
        default:
          if (text === '') problems[name] = t`Fill this in.`;
          else changes[name] = text;
      }
    }
    return Object.keys(problems).length > 0 ? { problems } : { input: changes };
  };
}

type FieldsProps = {
  values: ArticleValues;
  set: (name: FieldName, typed: Typed) => void;
  problems: Problems;
};

function ArticleFields({ values, set, problems }: FieldsProps) {
  const { t } = useLingui();
  const { labels } = useArticleWords();
  const choice = useTextLanguage(problems);
  const title = useTitle();
  const items = useItems().data?.items ?? [];
  const field = (name: FieldName) => ({
    label: labels[name],
    name,
    value: textIn(values[name]),
    onChange: (text: string) => set(name, text),
    problems,
  });
  const chosen = textIn(values.itemId);
  const isListed = chosen === '' || items.some(({ id }) => String(id) === chosen);
  return (
    <>
      <BothLanguages
        label={t`Title and text`}
        choice={choice}
        fr={
          <>
            <Field {...field('titleFr')} lang="fr" maxLength={160} />
            <HtmlField {...field('contentFr')} lang="fr" />
          </>
        }
        en={
          <>
            <Field {...field('titleEn')} lang="en" maxLength={160} />
            <HtmlField {...field('contentEn')} lang="en" />
          </>
        }
      />
      <PictureField
        label={labels.coverPictureUrl}
        path="coverPictureUrl"
        typed={values.coverPictureUrl}
        problems={problems}
        onChange={(typed) => set('coverPictureUrl', typed)}
      />
      <div className="grid gap-x-6 gap-y-4 lg:grid-cols-2 [&>*]:content-start">
        <Field {...field('tags')} hint={t`With a comma between them, such as: strength, home.`} />
        <Field {...field('date')} kind="day" />
        <Field
          {...field('itemId')}
          choices={[
            ['', t`None`],
            ...(isListed ? [] : [[chosen, t`Item ${chosen}`] as const]),
            ...items.map((item): readonly [string, string] => [String(item.id), title(item)]),
          ]}
        />
      </div>
    </>
  );
}

/** One article: on the site or not, its texts in both languages. */
export function ArticlePage() {
  const { t } = useLingui();
  const { id } = useParams({ from: '/articles/$id' });
  const mayWrite = useMay()('articles.write');
  const title = useTitle();
  const change = useChange();
  const [isDirty, setIsDirty] = useState(false);
  const [isDeleted, setIsDeleted] = useState(false);
  const article = useQuery({
    queryKey: ['article', id],
    queryFn: () => api.articles.get.query({ article: Number(id) }),
    enabled: !isDeleted,
  });
  const { data } = article;
  if (article.isPending) return <Loading />;
  if (data === undefined) {
    return (
      <>
        <PageHead title={t`Articles`} />
        <CallError error={article.error} />
      </>
    );
  }
  return (
    <>
      <PageHead title={title(data)}>
        <Link to="/articles" className={BUTTON.quiet}>
          <Trans>All articles</Trans>
        </Link>
      </PageHead>
      <CallError error={article.error} />
      <PublishPanel
        page="article"
        id={data.id}
        publishedAt={data.publishedAt}
        mayChange={mayWrite}
        isDirty={isDirty}
        renderPreview={(locale) => <ArticlePreview article={data} locale={locale} />}
        publish={(from) => change(() => api.articles.publish.mutate({ article: data.id, from }))}
        unpublish={() => change(() => api.articles.unpublish.mutate({ article: data.id }))}
      />
      {mayWrite && <EditForm key={data.id} article={data} onDirty={setIsDirty} />}
      {mayWrite && data.publishedAt === null && (
        <DeleteDraft article={data} onDeleting={setIsDeleted} />
      )}
    </>
  );
}

/** The fields of an article; only those that were changed are sent. */
function EditForm({ article, onDirty }: { article: Article; onDirty: (isDirty: boolean) => void }) {
  const { t } = useLingui();
  const change = useChange();
  const { labels, rules } = useArticleWords();
  const read = useReadArticle();
  const save = useSave({ fieldOf: FIELD_OF, rules });
  const base = valuesOf(article);
  const draft = useDraft(`article ${article.id}`, base, article.version);
  const [done, setDone] = useState<string | null>(null);
  const send = (version: number) =>
    save.run(read(draft.values, draft.changed), async (changes) => {
      setDone(null);
      const { removed } = await change(() =>
        api.articles.set.mutate({ article: article.id, changes, version }),
      );
      draft.forget();
      onDirty(false);
      const names = removed.join(', ');
      setDone(names === '' ? t`Saved.` : t`Saved. This was left out of the text: ${names}`);
    });
  return (
    <DraftForm
      label={t`Article`}
      draft={draft}
      save={save}
      done={done}
      stored={draft.changed.map((name) => [labels[name], textOfHtml(textIn(base[name]))])}
      currentVersion={article.version}
      send={send}
      onDrop={() => onDirty(false)}
    >
      <ArticleFields
        values={draft.values}
        set={(name, typed) => {
          draft.set(name, typed);
          setDone(null);
          onDirty(true);
        }}
        problems={save.problems}
      />
    </DraftForm>
  );
}

/** Deletes an article that was never on the site; the server knows whether it was. */
function DeleteDraft({
  article,
  onDeleting,
}: {
  article: Article;
  onDeleting: (isDeleting: boolean) => void;
}) {
  const { t } = useLingui();
  const change = useChange();
  const navigate = useNavigate();
  const title = useTitle()(article);
  const [isAsking, setIsAsking] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const run = async () => {
    setError(null);
    // It is not read again once it is gone.
    onDeleting(true);
    try {
      await change(() => api.articles.delete.mutate({ article: article.id }));
      await navigate({ to: '/articles' });
    } catch (failure) {
      onDeleting(false);
      setError(failure);
    }
  };
  return (
    <>
      <button type="button" className={BUTTON.danger} onClick={() => setIsAsking(true)}>
        <Trans>Delete this draft</Trans>
      </button>
      {isAsking && (
        <Dialog title={t`Delete “${title}”?`} onClose={() => setIsAsking(false)}>
          <p className="mb-4">
            <Trans>The article and its texts are deleted. They cannot be brought back.</Trans>
          </p>
          <CallError error={error} />
          <button type="button" className={`${BUTTON.danger} mt-4`} onClick={() => void run()}>
            <Trans>Delete this draft</Trans>
          </button>
        </Dialog>
      )}
    </>
  );
}

/** Writes an article, hidden until it is published. */
export function NewArticlePage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const change = useChange();
  const { rules } = useArticleWords();
  const readArticle = useReadArticle();
  const save = useSave({ fieldOf: FIELD_OF, rules });
  const [today] = useState(() => parisDayOf(new Date()));
  const draft = useDraft('new article', { ...EMPTY, date: today }, 0);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isUploading(event.currentTarget)) return;
    // An article of today is dated now, so that the order of a day's articles is that of their writing.
    const names = FIELDS.filter((name) => name !== 'date' || draft.changed.includes('date'));
    void save.run(readArticle(draft.values, names), async (fields) => {
      const { titleFr = '', titleEn = '', contentFr = '', contentEn = '' } = fields;
      const { id } = await change(() =>
        api.articles.create.mutate({ ...fields, titleFr, titleEn, contentFr, contentEn }),
      );
      draft.forget();
      await navigate({ to: '/articles/$id', params: { id: String(id) } });
    });
  };
  return (
    <>
      <PageHead title={t`New article`}>
        <Link to="/articles" className={BUTTON.quiet}>
          <Trans>All articles</Trans>
        </Link>
      </PageHead>
      <form className="card mb-6 grid gap-6" noValidate onSubmit={submit} aria-label={t`Article`}>
        <ArticleFields values={draft.values} set={draft.set} problems={save.problems} />
        <SaveBar
          done={null}
          state={<Trans>It stays hidden until you publish it.</Trans>}
          error={save.error}
        >
          <button type="submit" className={BUTTON.primary} disabled={save.isBusy}>
            <Trans>Create the article</Trans>
          </button>
        </SaveBar>
      </form>
    </>
  );
}
