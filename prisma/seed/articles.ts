import type { SeedArticle } from './article.ts';
import { bodyweightProgressions } from './articles/bodyweight-progressions.ts';
import { choosingResistanceBands } from './articles/choosing-resistance-bands.ts';
import { firstHandstand } from './articles/first-handstand.ts';
import { howToUseParallettes } from './articles/how-to-use-parallettes.ts';
import { jugglingAndTheBrain } from './articles/juggling-and-the-brain.ts';
import { mobilityBeforeStrength } from './articles/mobility-before-strength.ts';
import { restDays } from './articles/rest-days.ts';

/** The blog of the demonstration content, newest first. */
export const ARTICLES: readonly SeedArticle[] = [
  firstHandstand,
  mobilityBeforeStrength,
  jugglingAndTheBrain,
  howToUseParallettes,
  restDays,
  bodyweightProgressions,
  choosingResistanceBands,
];
