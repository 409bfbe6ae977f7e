import type { Page as BrowserPage } from '@playwright/test';

import { expect } from './fixtures.ts';

/** Runs in the browser: records layout shifts with their scores. */
export function observeLayoutShift(): void {
  const shifts: string[] = [];
  Object.assign(window, { shifts });
  const nameOf = (source: object) =>
    'node' in source && source.node instanceof Element ? source.node.outerHTML.slice(0, 80) : '';
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      // Below 0.001, which is reported as zero with three decimals.
      if (!('value' in entry) || Number(entry.value) < 0.001) continue;
      const sources = 'sources' in entry && Array.isArray(entry.sources) ? entry.sources : [];
      shifts.push(`${String(entry.value)}: ${sources.map(nameOf).join(' ')}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

export async function expectNoShift(page: BrowserPage): Promise<void> {
  expect(await page.evaluate((): unknown => Reflect.get(window, 'shifts'))).toEqual([]);
}
