import { Trans } from '@lingui/react/macro';
import { excerptOf } from '@shop/domain/html';
import type { Article } from '@shop/domain/shapes';
import { idWithSlug } from '@shop/domain/slug';
import { Link, useRouteContext } from '@tanstack/react-router';

import { DataError } from '../../ui/data-error.tsx';
import { Picture } from '../../ui/picture.tsx';
import { ArticleTags } from './article-tags.tsx';
import { PlainCover } from './plain-cover.tsx';
import { PublishedOn } from './published-on.tsx';

const EXCERPT_LENGTH = 180;

/** The list of articles; null stands for data that is away. */
export function BlogPage({ articles }: { articles: Article[] | null }) {
  return (
    <div className="mx-auto max-w-page px-gutter pt-12 pb-section menu:pt-16">
      <h1 className="font-display text-title-l font-bold">
        <Trans>Blog</Trans>
      </h1>
      <div className="mt-8">
        {articles === null && <DataError />}
        {articles?.length === 0 && (
          <p className="text-lead text-ink-soft">
            <Trans>No articles yet...</Trans>
          </p>
        )}
        {articles && articles.length > 0 && (
          <ul className="grid gap-x-6 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
            {articles.map((article) => (
              <li key={article.id}>
                <ArticleCard article={article} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function ArticleCard({ article }: { article: Article }) {
  const { locale } = useRouteContext({ from: '__root__' });
  return (
    <article className="group relative flex flex-col">
      {article.coverPictureUrl === null ? (
        <PlainCover className="mb-5" />
      ) : (
        <Picture
          url={article.coverPictureUrl}
          alt=""
          sizes="(min-width: 64rem) 24rem, (min-width: 40rem) 45vw, 92vw"
          className="mb-5 aspect-video w-full rounded-card object-cover"
        />
      )}
      <PublishedOn creationDate={article.creationDate} />
      <h2 className="mt-2 font-display text-title-s font-bold text-balance">
        <Link
          to="/blog/$id"
          params={{ id: idWithSlug(article.id, article.title[locale]) }}
          className="after:absolute after:inset-0 group-hover:underline group-hover:decoration-accent group-hover:decoration-2 group-hover:underline-offset-4"
        >
          {article.title[locale]}
        </Link>
      </h2>
      <p className="mt-3 text-ink-soft">{excerptOf(article.content[locale], EXCERPT_LENGTH)}</p>
      <ArticleTags tags={article.tags} />
    </article>
  );
}
