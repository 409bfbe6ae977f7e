import { Trans } from '@lingui/react/macro';
import { idWithSlug } from '@shop/domain/slug';
import { Link } from '@tanstack/react-router';

import { BUTTON } from '../../ui/button.ts';
import { DataError } from '../../ui/data-error.tsx';
import { Picture } from '../../ui/picture.tsx';
import { ArticleTags } from './article-tags.tsx';
import type { ListedArticle } from './load-articles.ts';
import { PublishedOn } from './published-on.tsx';

/** The newest leads the list; the others stand in columns below it, on a phone in lines. */
const LOOK = {
  newest: {
    cover: 'aspect-video',
    card: 'items-center gap-x-12 menu:grid menu:grid-cols-[7fr_5fr]',
    text: 'mt-5 menu:mt-0',
    title: 'text-title-m menu:text-title-l',
    more: '',
    sizes: '(min-width: 46.875rem) 42rem, 92vw',
  },
  older: {
    card: 'grid flex-col gap-4 phone:grid-cols-[2fr_3fr] menu:flex',
    cover: 'aspect-4/3 menu:aspect-video',
    text: '',
    title: 'text-title-s',
    more: 'hidden menu:block',
    sizes: '(min-width: 64rem) 24rem, (min-width: 46.875rem) 45vw, 36vw',
  },
} as const;

/** The list of articles; null stands for data that is away. */
export function BlogPage({ articles }: { articles: ListedArticle[] | null }) {
  return (
    <div className="mx-auto max-w-page px-gutter pt-12 pb-section menu:pt-16">
      <h1 className="font-display text-title-l font-bold">
        <Trans>Blog</Trans>
      </h1>
      <p className="mt-3 max-w-text text-lead text-balance text-ink-soft">
        <Trans>Articles by our coaches on strength, mobility, handstands and juggling.</Trans>
      </p>
      <div className="mt-10">
        {articles === null && <DataError />}
        {articles?.length === 0 && (
          <>
            <p className="text-lead text-ink-soft">
              <Trans>No articles yet...</Trans>
            </p>
            <Link to="/shop" className={`mt-6 ${BUTTON.secondary}`}>
              <Trans>Visit the shop</Trans>
            </Link>
          </>
        )}
        {articles && articles.length > 0 && (
          <ul className="grid gap-x-6 gap-y-8 menu:grid-cols-2 sm:gap-y-12 lg:grid-cols-3">
            {articles.map((article, index) => (
              <li key={article.id} className={index === 0 ? 'col-span-full' : undefined}>
                <ArticleCard article={article} isNewest={index === 0} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

type ArticleCardProps = {
  article: ListedArticle;
  /** Leads the list: larger, its picture beside its text where there is room. */
  isNewest: boolean;
};

function ArticleCard({ article, isNewest }: ArticleCardProps) {
  const look = isNewest ? LOOK.newest : LOOK.older;
  return (
    <article className={`group relative ${look.card}`}>
      {article.coverPictureUrl === null ? (
        <PlainCover shape={look.cover} />
      ) : (
        <Picture
          url={article.coverPictureUrl}
          alt=""
          sizes={look.sizes}
          className={`${look.cover} w-full rounded-card object-cover`}
          {...(isNewest && { priority: 'high' })}
        />
      )}
      <div className={look.text}>
        <PublishedOn {...article} />
        <h2 className={`mt-2 font-display font-bold text-balance ${look.title}`}>
          <Link
            to="/blog/$id"
            params={{ id: idWithSlug(article.id, article.title) }}
            className="after:absolute after:inset-0 group-hover:underline group-hover:decoration-accent group-hover:decoration-2 group-hover:underline-offset-4"
          >
            {article.title}
          </Link>
        </h2>
        <div className={look.more}>
          <p className="mt-3 text-pretty text-ink-soft">{article.excerpt}</p>
          <ArticleTags tags={article.tags} />
        </div>
      </div>
    </article>
  );
}

/** The cover of an article that has none: the brand's mark, quiet, on the quiet ground. */
function PlainCover({ shape }: { shape: string }) {
  return (
    <svg
      viewBox="0 0 320 180"
      aria-hidden="true"
      className={`${shape} w-full rounded-card bg-ground-deep`}
    >
      <g transform="translate(84 14) scale(1.9)">
        <path
          d="M40.69 12.96A29.6 29.6 0 1 0 66.05 34.24"
          fill="none"
          strokeWidth="10.66"
          strokeLinecap="round"
          className="stroke-line"
        />
        <circle cx="57.77" cy="18.36" r="7.99" className="fill-highlight" />
      </g>
    </svg>
  );
}
