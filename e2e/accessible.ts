import type { Page as Tab } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';

import { expect } from './fixtures.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const EXAMINED: RunOptions = {
  runOnly: { type: 'tag', values: RULES },
  // Passed rules are not reported, which would cost as much again.
  resultTypes: ['violations'],
  // Those of elsewhere are the card provider's; the site has none of its own.
  iframes: false,
  // None of these rules reads the style sheets, which would be fetched anew for each look.
  preload: { assets: ['media'] },
};

/** What axe finds wrong with the page as it is: nothing. */
export async function expectAccessible(tab: Tab, state = 'the page'): Promise<void> {
  // What is still moving has the colours of its way, not of its end.
  await tab.evaluate(() =>
    Promise.race([
      Promise.allSettled(document.getAnimations().map(({ finished }) => finished)),
      new Promise((resolve) => setTimeout(resolve, 500)),
    ]).then(() => null),
  );
  // The same tab is looked at at several widths.
  if (!(await tab.evaluate(() => 'axe' in window))) await tab.evaluate(axe.source);
  await tab.evaluate(standBarsAside);
  const { violations } = await tab.evaluate(runAxe, EXAMINED);
  await tab.evaluate(putBarsBack);
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  );
  expect(found, state).toEqual([]);
}

/**
 * Runs in the browser: bars that stay at the top and at the foot of the screen take their places in the page.
 * What one half covers at the moment is whole after a scroll, and axe would take its rest for a target that is
 * too small.
 */
function standBarsAside(): void {
  for (const element of document.querySelectorAll<HTMLElement>('header, main *')) {
    const { top, bottom, height } = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    // One without a height of its own stands above the edge, and what it holds reaches down to it.
    const offset = height === 0 ? Number.parseFloat(style.bottom) || 0 : 0;
    const isAtEdge = top === 0 || bottom + offset >= innerHeight - 1;
    if (isAtEdge && style.position === 'sticky') {
      element.dataset['standsAside'] = element.style.position;
      element.style.position = 'static';
    }
  }
}

/** Runs in the browser. */
function putBarsBack(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-stands-aside]')) {
    element.style.position = element.dataset['standsAside'] ?? '';
    delete element.dataset['standsAside'];
  }
}

/** Runs in the browser, where axe was put before. */
function runAxe(options: RunOptions): Promise<AxeResults> {
  return Reflect.get(window, 'axe').run(document, options);
}
