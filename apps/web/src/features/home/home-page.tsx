import { Trans } from '@lingui/react/macro';
import { Suspense, use } from 'react';

import { useLastKnown } from '../../lib/use-last-known.ts';
import { DataError } from '../../ui/data-error.tsx';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { BestSellers, BestSellersHeading } from './best-sellers.tsx';
import { Counters } from './counters.tsx';
import { Hero } from './hero.tsx';
import { LastArticle } from './last-article.tsx';
import type { HomeDataOrPromise, HomeView } from './load-home.ts';
import { Plans } from './plans.tsx';
import { Programmes } from './programmes.tsx';
import { Reviews } from './reviews.tsx';
import { SignOutMessage } from './sign-out-message.tsx';

/** Only the best sellers and the last article wait for data. */
export function HomePage({ home }: { home: HomeDataOrPromise }) {
  return (
    <>
      <SignOutMessage />
      <Hero />
      <Counters />
      <Programmes />
      <Plans />
      <Reviews />
      <section className="arc arc-left bg-surface">
        <div className="relative mx-auto max-w-page px-gutter py-section">
          <Suspense fallback={<LoadingIndicator />}>
            <BestSellersOf home={home} />
          </Suspense>
        </div>
      </section>
      <Suspense>
        <LastArticleOf home={home} />
      </Suspense>
    </>
  );
}

function BestSellersOf({ home }: { home: HomeDataOrPromise }) {
  const data = useHomeData(home);
  if (data !== null) return <BestSellers items={data.items} />;
  return (
    <>
      <BestSellersHeading />
      <div className="mt-6">
        <DataError>
          <Trans>We couldn’t load our best sellers. Check your connection, then try again.</Trans>
        </DataError>
      </div>
    </>
  );
}

function LastArticleOf({ home }: { home: HomeDataOrPromise }) {
  const article = useHomeData(home)?.lastArticle;
  return article ? <LastArticle article={article} /> : null;
}

/** Returns the data; suspends the component until it has loaded. */
function useHomeData(home: HomeDataOrPromise): HomeView | null {
  return useLastKnown(home instanceof Promise ? use(home) : home, 'home');
}
