import { freePort } from '@agres/db/local/free-port';
import type { Browser } from '@playwright/test';
import lighthouse from 'lighthouse';

export type LighthouseRun = {
  url: string;
  categories: string[];
  launch: (args: string[]) => Promise<Browser>;
};

export type LighthouseReport = {
  /** The scores by category, 0 to 100. */
  scores: Record<string, number>;
  /** The audits below a full score, one line each. */
  findings: string[];
};

/** Runs Lighthouse on a page as on a phone, in a browser of its own. */
export async function runLighthouse({
  url,
  categories,
  launch,
}: LighthouseRun): Promise<LighthouseReport> {
  const port = await freePort();
  const browser = await launch([`--remote-debugging-port=${port}`]);
  try {
    const result = await lighthouse(url, {
      port,
      onlyCategories: categories,
      output: 'json',
      logLevel: 'error',
    });
    if (result === undefined) throw new Error(`Lighthouse has no report of ${url}`);
    const { lhr } = result;
    if (lhr.runtimeError !== undefined) throw new Error(lhr.runtimeError.message);
    const relevant = new Set(
      Object.values(lhr.categories).flatMap(({ auditRefs }) =>
        auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id),
      ),
    );
    return {
      scores: Object.fromEntries(
        Object.values(lhr.categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]),
      ),
      findings: Object.values(lhr.audits)
        .filter(({ id, score }) => relevant.has(id) && score !== null && score < 1)
        .map(({ id, title, displayValue }) => `${id}: ${title} ${displayValue ?? ''}`),
    };
  } finally {
    await browser.close();
  }
}
