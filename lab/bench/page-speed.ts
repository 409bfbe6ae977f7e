import { chromium, type Browser } from '@playwright/test';

import { runLighthouse } from '../../e2e/lighthouse.ts';
import { PUBLIC_PAGES } from '../../e2e/public-pages.ts';
import { GOALS, type Figure } from './figures.ts';

export async function pageSpeeds(origin: string, executablePath: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const name of ['home', 'shop', 'item', 'article', 'faq'] as const) {
    const { scores, findings } = await runLighthouse({
      url: origin + PUBLIC_PAGES[name].address('fr'),
      categories: ['performance'],
      launch: (args) => launchBrowser(executablePath, args),
    });
    figures.push({
      name: `Lighthouse, speed of ${name} on a phone`,
      value: scores['performance'] ?? 0,
      unit: '',
      goal: GOALS.lighthouse,
      detail: findings.map((finding) => finding.split(':')[0]).join(', '),
    });
  }
  return figures;
}

function launchBrowser(executablePath: string, args: string[] = []): Promise<Browser> {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, args: [...sandbox, ...args] });
}
