/** An invented review, marked as such where it is displayed. */
export type DemoReview = {
  itemSlug: string;
  rating: number;
  firstName: string;
  locale: 'fr' | 'en';
  text: string;
  boughtDaysAgo: number;
  publishedDaysAgo: number;
};

export const DEMO_REVIEWS: readonly DemoReview[] = [
  {
    itemSlug: 'parallettes',
    rating: 5,
    firstName: 'Maud',
    locale: 'fr',
    text: 'Elles ne bougent pas d’un millimètre sur mon parquet, et le bois reste doux même avec les mains moites. Mes poignets me disent merci.',
    boughtDaysAgo: 40,
    publishedDaysAgo: 12,
  },
  {
    itemSlug: 'parallettes',
    rating: 4,
    firstName: 'Tom',
    locale: 'en',
    text: 'Solid and beautifully made. I would have liked them a little higher for L-sits, but for push-ups and handstands they’re spot on.',
    boughtDaysAgo: 61,
    publishedDaysAgo: 33,
  },
  {
    itemSlug: 'parallettes',
    rating: 5,
    firstName: 'Yanis',
    locale: 'fr',
    text: 'Reçues en quatre jours. Je les laisse au milieu du salon et je fais deux séries à chaque passage.',
    boughtDaysAgo: 75,
    publishedDaysAgo: 58,
  },
  {
    itemSlug: 'juggling-balls',
    rating: 5,
    firstName: 'Elsa',
    locale: 'fr',
    text: 'Elles ne roulent pas sous le canapé quand on les rate, et au début on les rate beaucoup.',
    boughtDaysAgo: 50,
    publishedDaysAgo: 20,
  },
  {
    itemSlug: 'juggling-balls',
    rating: 3,
    firstName: 'Hugo',
    locale: 'fr',
    text: 'Bonnes balles, bien lestées. Un peu grosses pour les mains de ma fille de huit ans.',
    boughtDaysAgo: 66,
    publishedDaysAgo: 41,
  },
  {
    itemSlug: 'gymnastic-rings',
    rating: 5,
    firstName: 'Niamh',
    locale: 'en',
    text: 'The numbers on the straps save me five minutes every session. Both rings hang level straight away.',
    boughtDaysAgo: 47,
    publishedDaysAgo: 25,
  },
];
