import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';

import type { ListedArticle } from '../../lib/shown.ts';
import { AccountFrame } from '../../ui/account-frame.tsx';
import { DataError } from '../../ui/data-error.tsx';
import { ArticleCard } from './article-card.tsx';
import { useTagName } from './article-tags.tsx';

type BlogPageProps = {
  /** Null if the data is unavailable. */
  articles: ListedArticle[] | null;
  tag: string | undefined;
};

export function BlogPage({ articles, tag }: BlogPageProps) {
  const nameOf = useTagName();
  if (articles === null || articles.length === 0) {
    return <NoArticles isAway={articles === null} hasTag={tag !== undefined} />;
  }
  return (
    <div className="mx-auto max-w-page px-gutter pt-12 pb-section menu:pt-16">
      <h1 className="font-display text-title-l font-bold">
        <Trans>Blog</Trans>
      </h1>
      <p className="mt-3 max-w-text text-lead text-balance text-ink-soft">
        <Trans>Articles by our coaches on strength, mobility, handstands and juggling.</Trans>
      </p>
      {tag !== undefined && (
        <p className="mt-6 flex flex-wrap items-center gap-x-6">
          <span>
            <Trans>
              Articles about: <strong>{nameOf(tag)}</strong>
            </Trans>
          </span>
          <Link to="/blog" className={BUTTON.quiet}>
            <Trans>All articles</Trans>
          </Link>
        </p>
      )}
      <div className="mt-10">
        <ul className="grid gap-x-6 gap-y-8 menu:grid-cols-2 sm:gap-y-12 lg:grid-cols-3">
          {articles.map((article, index) => (
            <li key={article.id} className={index === 0 ? 'col-span-full' : undefined}>
              <ArticleCard article={article} isNewest={index === 0} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** `isAway` if the articles did not load. */
function NoArticles({ isAway, hasTag }: { isAway: boolean; hasTag: boolean }) {
  return (
    <AccountFrame title={<Trans>Blog</Trans>} cover="mobility">
      {isAway ? (
        <DataError>
          <Trans>We couldn’t load the articles. Check your connection, then try again.</Trans>
        </DataError>
      ) : (
        <p className="text-lead text-ink-soft">
          <Trans>No articles yet...</Trans>
        </p>
      )}
      <Link to="/shop" className={`self-start ${isAway ? BUTTON.quiet : BUTTON.primary}`}>
        <Trans>Visit the shop</Trans>
      </Link>
      {!isAway && (
        <Link to={hasTag ? '/blog' : '/'} className={`self-start ${BUTTON.quiet}`}>
          {hasTag ? <Trans>All articles</Trans> : <Trans>Back to the home page</Trans>}
        </Link>
      )}
    </AccountFrame>
  );
}
