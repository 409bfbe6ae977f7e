import { BUTTON } from '@agres/ui/button';
import { Icon } from '@agres/ui/icon';
import { Trans } from '@lingui/react/macro';
import { Link, useRouteContext } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide';

import type { ListedArticle, ShownArticle } from '../../lib/shown.ts';
import { ArticleHtml } from '../../ui/article-html.tsx';
import { DataError } from '../../ui/data-error.tsx';
import { Picture } from '../../ui/picture.tsx';
import { ArticleCard } from './article-card.tsx';
import { ArticleItem } from './article-item.tsx';
import { ArticleTags } from './article-tags.tsx';
import { PublishedOn } from './published-on.tsx';

/** `article` is null if the data is unavailable. */
export function ArticlePage({ article }: { article: ShownArticle | null }) {
  return (
    <div className="px-gutter pt-6 pb-section">
      <div className="mx-auto max-w-text">
        <Link to="/blog" className={BUTTON.quiet}>
          <Icon of={ArrowLeft} className="size-5" />
          <Trans>Back to all articles</Trans>
        </Link>
        {article === null ? (
          <div className="mt-8">
            <DataError isWholePage />
          </div>
        ) : (
          <ArticleBody article={article} />
        )}
      </div>
      {article !== null && article.next.length > 0 && <ReadNext articles={article.next} />}
    </div>
  );
}

function ArticleBody({ article }: { article: ShownArticle }) {
  const { locale } = useRouteContext({ from: '__root__' });
  return (
    <article className="mt-6">
      <PublishedOn {...article} />
      <h1 className="mt-3 font-display text-title-l font-bold">{article.title[locale]}</h1>
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
      <div className="mt-10 [&>div>p:first-child]:text-lead [&>div>p:first-child]:text-balance">
        <ArticleHtml html={article.content} />
      </div>
      {article.item !== null && (
        <div className="mt-12">
          <ArticleItem item={article.item} />
        </div>
      )}
    </article>
  );
}

function ReadNext({ articles }: { articles: ListedArticle[] }) {
  return (
    <section
      aria-labelledby="next"
      className="mx-auto mt-12 flex max-w-text flex-col items-start gap-8 border-t border-line pt-8"
    >
      <h2 id="next" className="font-display text-title-m font-bold">
        <Trans>Read next</Trans>
      </h2>
      <ul className="grid w-full gap-x-6 gap-y-8 menu:grid-cols-2">
        {articles.map((article) => (
          <li key={article.id}>
            <ArticleCard article={article} heading="h3" isShort />
          </li>
        ))}
      </ul>
      <Link to="/blog" className={BUTTON.secondary}>
        <Trans>All articles</Trans>
      </Link>
    </section>
  );
}
