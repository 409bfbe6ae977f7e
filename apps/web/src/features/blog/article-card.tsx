import { idWithSlug } from '@agres/domain/slug';
import { Link } from '@tanstack/react-router';

import type { ListedArticle } from '../../lib/shown.ts';
import { Picture } from '../../ui/picture.tsx';
import { ArticleTags } from './article-tags.tsx';
import { PublishedOn } from './published-on.tsx';

/** The newest article leads the list. The others follow in columns, or in rows on a phone. */
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

type ArticleCardProps = {
  article: ListedArticle;
  /** Larger, for the first card of the list. The picture is beside the text where there is room. */
  isNewest?: boolean;
  /**
   * Cover and title only, for the end of another article: a date or tags would seem to belong to that article.
   */
  isShort?: boolean;
  heading?: 'h2' | 'h3';
};

/** A card for an article. A click anywhere opens the article. */
export function ArticleCard({
  article,
  isNewest = false,
  isShort = false,
  heading: Heading = 'h2',
}: ArticleCardProps) {
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
        <Heading className={`font-display font-bold text-balance ${look.title}`}>
          <Link
            to="/blog/$id"
            params={{ id: idWithSlug(article.id, article.title) }}
            className="card-link"
          >
            {article.title}
          </Link>
        </Heading>
        {!isShort && (
          <>
            <div className="mt-2">
              <PublishedOn {...article} />
            </div>
            <div className={look.more}>
              <p className="mt-3 text-ink-soft">{article.excerpt}</p>
              <ArticleTags tags={article.tags} />
            </div>
          </>
        )}
      </div>
    </article>
  );
}

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
