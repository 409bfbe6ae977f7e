import { Trans } from '@lingui/react/macro';
import type { Article } from '@shop/domain/shapes';
import { Link, useRouteContext } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';

import { ArticleHtml } from '../../ui/article-html.tsx';
import { BUTTON } from '../../ui/button.ts';
import { DataError } from '../../ui/data-error.tsx';
import { Picture } from '../../ui/picture.tsx';
import { ArticleTags } from './article-tags.tsx';
import { PublishedOn } from './published-on.tsx';

/** One article; null stands for data that is away. */
export function ArticlePage({ article }: { article: Article | null }) {
  return (
    <div className="px-gutter pt-6 pb-section">
      <div className="mx-auto max-w-text">
        <Link to="/blog" className={BUTTON.quiet}>
          <ArrowLeft aria-hidden="true" className="size-5" />
          <Trans>Back</Trans>
        </Link>
        {article === null ? (
          <div className="mt-8">
            <DataError />
          </div>
        ) : (
          <ArticleBody article={article} />
        )}
      </div>
    </div>
  );
}

function ArticleBody({ article }: { article: Article }) {
  const { locale } = useRouteContext({ from: '__root__' });
  return (
    <article className="mt-6">
      <PublishedOn creationDate={article.creationDate} />
      <h1 className="mt-3 font-display text-title-l font-bold text-balance">
        {article.title[locale]}
      </h1>
      <ArticleTags tags={article.tags} />
      {article.coverPictureUrl !== null && (
        <Picture
          url={article.coverPictureUrl}
          alt=""
          sizes="(min-width: 64rem) 56rem, (min-width: 46.875rem) 42rem, 92vw"
          priority="high"
          className="mt-8 aspect-video w-full rounded-card object-cover lg:-mx-28 lg:w-[calc(100%+14rem)] lg:max-w-none"
        />
      )}
      <div className="mt-10">
        <ArticleHtml html={article.content[locale]} />
      </div>
      <div className="mt-12 border-t border-line pt-8">
        <Link to="/blog" className={BUTTON.secondary}>
          <Trans>All articles</Trans>
        </Link>
      </div>
    </article>
  );
}
