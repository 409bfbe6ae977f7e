import type { Home } from '@shop/domain/shapes';

import { CodeAlert } from '../../ui/alert.tsx';
import { BestSellers } from './best-sellers.tsx';
import { Counters } from './counters.tsx';
import { Hero } from './hero.tsx';
import { LastArticle } from './last-article.tsx';
import { Pillars } from './pillars.tsx';
import { Plans } from './plans.tsx';

/** The home page; null stands for data that is away. */
export function HomePage({ home }: { home: Home | null }) {
  return (
    <>
      <Hero />
      <Counters />
      <Pillars />
      {home === null ? (
        <div className="mx-auto max-w-page px-gutter py-section">
          <CodeAlert kind="error" code="error_message" />
        </div>
      ) : (
        <BestSellers items={home.items} />
      )}
      <Plans />
      {home?.lastArticle && <LastArticle article={home.lastArticle} />}
    </>
  );
}
