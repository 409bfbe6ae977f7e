import { parisDayOf, startOfDay } from '@agres/domain/days';
import { BUTTON } from '@agres/ui/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Newspaper } from 'lucide';
import { useState } from 'react';

import { missingTitle, textIn, type Values } from '../form/draft.tsx';
import { BothLanguages, Field, Secondary } from '../form/fields.tsx';
import { HtmlField } from '../form/html-field.tsx';
import { PictureField } from '../form/picture-fields.tsx';
import type { Read } from '../form/save.tsx';
import { api } from '../lib/api.ts';
import { formatDay, formatLongDay } from '../lib/format.ts';
import { useMay } from '../lib/staff.tsx';
import {
  DeletedNotice,
  Dots,
  Empty,
  Fetching,
  LIST_LINES,
  LIST_ROW,
  LIST_TABLE,
  PageHead,
  SearchBox,
  useIsWide,
} from '../ui.tsx';
import { CreatePage, DeleteDraft, EditPage, type Fields } from './edit.tsx';
import { plain, ROW_LINK, Thumbnail, useItems, useTitle } from './items.tsx';
import { ArticlePreview } from './preview.tsx';
import { isOnSite, PublishedMark } from './publish.tsx';

type Article = Awaited<ReturnType<typeof api.articles.get.query>>;
type ArticleChanges = Parameters<typeof api.articles.set.mutate>[0]['changes'];

export function ArticlesPage() {
  const { t, i18n } = useLingui();
  const title = useTitle();
  const mayWrite = useMay()('articles.write');
  const list = useQuery({
    queryKey: ['articles'],
    queryFn: () => api.articles.list.query({}),
  });
  const isWide = useIsWide();
  const [sought, setSought] = useState('');
  const articles = (list.data?.articles ?? []).filter(({ titleFr, titleEn, tags }) =>
    plain([titleFr, titleEn, ...tags].join(' ')).includes(plain(sought)),
  );
  const linkOf = (article: (typeof articles)[number]) => (
    <Link to="/articles/$id" params={{ id: String(article.id) }} className={ROW_LINK}>
      {title(article)}
    </Link>
  );
  return (
    <>
      <PageHead title={t`Blog`}>
        {mayWrite && (
          <Link to="/articles/new" className={BUTTON.primary}>
            <Trans>New article</Trans>
          </Link>
        )}
      </PageHead>
      {(list.data?.articles.length ?? 0) > 1 && (
        <SearchBox
          label={t`Find an article`}
          searched={sought}
          maxLength={80}
          onSearch={setSought}
        />
      )}
      <DeletedNotice />
      <Fetching of={list} />
      {list.data && articles.length === 0 && (
        <Empty
          icon={Newspaper}
          more={
            sought !== '' && (
              <button type="button" className={BUTTON.quiet} onClick={() => setSought('')}>
                <Trans>All articles</Trans>
              </button>
            )
          }
        >
          {sought === '' ? (
            <Trans>There is no article yet.</Trans>
          ) : (
            <Trans>No article matches these words.</Trans>
          )}
        </Empty>
      )}
      {isWide && articles.length > 0 && (
        <div className="card py-2!">
          <table className={LIST_TABLE}>
            <thead>
              <tr>
                <th scope="col">
                  <Trans>Title</Trans>
                </th>
                <th scope="col">
                  <Trans>Status</Trans>
                </th>
                <th scope="col">
                  <Trans>Tags</Trans>
                </th>
                <th scope="col" className="number">
                  <Trans>Date</Trans>
                </th>
              </tr>
            </thead>
            <tbody>
              {articles.map((article) => (
                <tr key={article.id} className={LIST_ROW}>
                  <th scope="row" className="font-semibold!">
                    <div className="flex items-center gap-4">
                      <Thumbnail url={article.coverPictureUrl} />
                      {linkOf(article)}
                    </div>
                  </th>
                  <td>
                    <PublishedMark publishedAt={article.publishedAt} />
                  </td>
                  <td>{article.tags.join(', ')}</td>
                  <td className="number whitespace-nowrap">
                    {formatDay(i18n.locale, article.creationDate)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {!isWide && (
        <ul className={LIST_LINES}>
          {articles.map((article) => (
            <li key={article.id} className="relative flex items-center gap-3 py-3">
              <Thumbnail url={article.coverPictureUrl} />
              <div className="min-w-0 grow">
                {linkOf(article)}
                <Dots className="text-small text-ink-soft">
                  {formatDay(i18n.locale, article.creationDate)}
                  {article.tags.join(', ')}
                </Dots>
                {!isOnSite(article) && (
                  <p className="mt-1">
                    <PublishedMark publishedAt={article.publishedAt} />
                  </p>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
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

const FIELD_OF = {
  title_missing: 'titleFr',
  article_title_taken: 'titleFr',
  article_title_empty: 'titleFr',
  item_unknown: 'itemId',
} as const;

/** The site requires these. */
const REQUIRED = ['titleFr', 'contentFr', 'titleEn', 'contentEn'] as const;
const missingIn = (values: ArticleValues): FieldName[] =>
  REQUIRED.filter((name) => textIn(values[name]).trim() === '');

function useArticleForm({ isDraft }: { isDraft: boolean }) {
  const { t } = useLingui();
  const labels: Readonly<Record<FieldName, string>> = {
    titleFr: t`Title in French`,
    titleEn: t`Title in English`,
    contentFr: t`Text in French`,
    contentEn: t`Text in English`,
    tags: t`Tags`,
    date: t`Date`,
    itemId: t`Featured item`,
    coverPictureUrl: t`Cover picture`,
  };
  const title = t`One line of 160 characters at most.`;
  const longText = t`A text of 50,000 characters at most.`;
  const rules: Readonly<Record<FieldName, string>> = {
    titleFr: title,
    titleEn: title,
    contentFr: longText,
    contentEn: longText,
    tags: t`Ten tags at most, each of 30 characters at most.`,
    date: t`Choose a day.`,
    itemId: t`Choose one.`,
    coverPictureUrl: t`The address of a picture starts with https:// or, on this site, with /.`,
  };
  const read = (values: ArticleValues, names: readonly FieldName[]): Read<ArticleChanges> => {
    const missing = isDraft ? missingTitle(values) : missingIn(values);
    const problems: Record<string, string> = Object.fromEntries(
      missing.map((name) => [name, t`This field is required.`]),
    );
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
          changes[name] = text;
      }
    }
    return Object.keys(problems).length > 0 ? { problems } : { input: changes };
  };
  return { labels, rules, fieldOf: FIELD_OF, read, missing: missingIn };
}

function ArticleFields({ choice, field }: Fields<FieldName>) {
  return (
    <div className="card grid gap-5">
      <BothLanguages
        choice={choice}
        fr={<Field {...field('titleFr')} lang="fr" maxLength={160} />}
        en={<Field {...field('titleEn')} lang="en" maxLength={160} />}
      />
      <BothLanguages
        choice={choice}
        fr={<HtmlField {...field('contentFr')} lang="fr" />}
        en={<HtmlField {...field('contentEn')} lang="en" />}
      />
    </div>
  );
}

function ArticleSide({ values, set, problems, field }: Fields<FieldName>) {
  const { t, i18n } = useLingui();
  const title = useTitle();
  const items = useItems().data?.items ?? [];
  const chosen = textIn(values.itemId);
  const isListed = chosen === '' || items.some(({ id }) => String(id) === chosen);
  const day = startOfDay(textIn(values.date));
  return (
    <Secondary
      title={t`Details`}
      isOpen={['date', 'tags', 'itemId', 'coverPictureUrl'].some((name) => name in problems)}
    >
      <Field
        {...field('date')}
        kind="day"
        {...(day && { hint: formatLongDay(i18n.locale, day.toISOString()) })}
      />
      <Field {...field('tags')} hint={t`Separated by commas, such as: strength, home.`} />
      <Field
        {...field('itemId')}
        choices={[
          ['', t`None`],
          ...(isListed ? [] : [[chosen, t`Item ${chosen}`] as const]),
          ...items.map((item): readonly [string, string] => [String(item.id), title(item)]),
        ]}
      />
      <PictureField
        label={field('coverPictureUrl').label}
        path="coverPictureUrl"
        typed={values.coverPictureUrl}
        problems={problems}
        onChange={(typed) => set('coverPictureUrl', typed)}
      />
    </Secondary>
  );
}

export function ArticlePage() {
  const { t } = useLingui();
  const title = useTitle();
  const { id } = useParams({ from: '/articles/$id' });
  const mayWrite = useMay()('articles.write');
  const [isDeleted, setIsDeleted] = useState(false);
  const query = useQuery({
    queryKey: ['article', id],
    queryFn: () => api.articles.get.query({ article: Number(id) }),
    enabled: !isDeleted,
  });
  return (
    <EditPage
      kind="article"
      query={query}
      mayWrite={mayWrite}
      form={useArticleForm({ isDraft: query.data?.publishedAt === null })}
      valuesOf={valuesOf}
      pictureOf={({ coverPictureUrl }) => coverPictureUrl}
      set={(article, { changes, version }) =>
        api.articles.set.mutate({ article, changes, version })
      }
      publish={(article, from) => api.articles.publish.mutate({ article, from })}
      unpublish={(article) => api.articles.unpublish.mutate({ article })}
      renderPreview={(article, locale) => <ArticlePreview article={article} locale={locale} />}
      renderFields={(fields) => <ArticleFields {...fields} />}
      renderSide={(fields) => <ArticleSide {...fields} />}
      renderRest={(article) =>
        mayWrite &&
        article.publishedAt === null && (
          <DeleteDraft
            kind="article"
            title={title(article)}
            consequence={t`The article and its texts are deleted. They cannot be brought back.`}
            onDeleting={setIsDeleted}
            remove={() => api.articles.delete.mutate({ article: article.id })}
          />
        )
      }
    />
  );
}

export function NewArticlePage() {
  const { t } = useLingui();
  const form = useArticleForm({ isDraft: true });
  const [today] = useState(() => parisDayOf(new Date()));
  // An article of today gets the current time, so that articles of one day sort in the order of writing.
  const read = (values: ArticleValues, changed: readonly FieldName[]) =>
    form.read(
      values,
      FIELDS.filter((name) => name !== 'date' || changed.includes('date')),
    );
  return (
    <CreatePage
      kind="article"
      title={t`New article`}
      button={t`Create the article`}
      form={{ ...form, read }}
      empty={{ ...EMPTY, date: today }}
      create={(article) => api.articles.create.mutate(article)}
      renderFields={(fields) => <ArticleFields {...fields} />}
      renderSide={(fields) => <ArticleSide {...fields} />}
    />
  );
}
