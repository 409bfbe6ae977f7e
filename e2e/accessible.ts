import type { Page as Tab } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';

import { expect } from './fixtures.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const EXAMINED: RunOptions = {
  runOnly: { type: 'tag', values: RULES },
  // Passed rules would double the cost of a report.
  resultTypes: ['violations'],
  // The only frames are the card provider's.
  iframes: false,
  // Stops axe from fetching the style sheets again for each run: none of these rules reads them.
  preload: { assets: ['media'] },
};

export async function expectAccessible(tab: Tab, state = 'the page'): Promise<void> {
  // During an animation axe would measure intermediate colours.
  await tab.evaluate(() =>
    Promise.race([
      Promise.allSettled(document.getAnimations().map(({ finished }) => finished)),
      new Promise((resolve) => setTimeout(resolve, 500)),
    ]).then(() => null),
  );
  // The same tab is examined at several widths, so axe may already be loaded.
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
 * Runs in the browser: gives sticky bars at the top and the foot of the screen their static position. Axe
 * would report an element half covered by a bar as too small a target, although scrolling uncovers it.
 */
function standBarsAside(): void {
  for (const element of document.querySelectorAll<HTMLElement>('header, main *')) {
    const { top, bottom, height } = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    // A bar without height is above the edge, and its contents reach down to it.
    const offset = height === 0 ? Number.parseFloat(style.bottom) || 0 : 0;
    const isAtEdge = top === 0 || bottom + offset >= innerHeight - 1;
    if (isAtEdge && style.position === 'sticky') {
      element.dataset['standsAside'] = element.style.position;
      element.style.position = 'static';
    }
  }
}

function putBarsBack(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-stands-aside]')) {
    element.style.position = element.dataset['standsAside'] ?? '';
    delete element.dataset['standsAside'];
  }
}

/** Runs in the browser, after axe has been loaded there. */
function runAxe(options: RunOptions): Promise<AxeResults> {
  return Reflect.get(window, 'axe').run(document, options);
}
