import { gzipSync } from 'node:zlib';

import type { Page, Response } from '@playwright/test';

export const PAGE_WEIGHT_KINDS = ['document', 'script', 'stylesheet', 'font', 'image'] as const;
type Kind = (typeof PAGE_WEIGHT_KINDS)[number];

/** Bytes by resource type: text as gzipped, fonts and pictures as they are. */
export type PageWeight = Record<Kind, number>;

/**
 * Counts what a page fetches until the returned function is called; that function waits for pending requests.
 */
export function weigh(page: Page): () => Promise<PageWeight> {
  const pending: Promise<PageWeight>[] = [];
  const count = (response: Response) => {
    pending.push(weightOf(response));
  };
  page.on('response', count);
  return async () => {
    page.off('response', count);
    return (await Promise.all(pending)).reduce(add, NOTHING);
  };
}

const NOTHING: PageWeight = { document: 0, script: 0, stylesheet: 0, font: 0, image: 0 };

async function weightOf(response: Response): Promise<PageWeight> {
  const kind = PAGE_WEIGHT_KINDS.find((known) => known === response.request().resourceType());
  const isRedirect = response.status() >= 300 && response.status() < 400;
  if (kind === undefined || isRedirect) return NOTHING;
  const body = await response.body();
  const isPacked = kind === 'font' || kind === 'image';
  return { ...NOTHING, [kind]: isPacked ? body.length : gzipSync(body, { level: 9 }).length };
}

function add(one: PageWeight, other: PageWeight): PageWeight {
  return {
    document: one.document + other.document,
    script: one.script + other.script,
    stylesheet: one.stylesheet + other.stylesheet,
    font: one.font + other.font,
    image: one.image + other.image,
  };
}
