/** The limits that a figure should reach, first and later. */
export type Goal = { sense: 'at least' | 'at most'; first: number; later: number };

export type Figure = {
  name: string;
  value: number;
  /** The suffix of the number: `%`, `ms`, `/s`; empty for a ratio. */
  unit: string;
  goal: Goal;
  /** Further observations: requests per second, the floor. */
  detail: string;
};

/** The site's goals: ratios to a floor of the same run, unless stated otherwise. */
export const GOALS = {
  items: { sense: 'at least', first: 0.7, later: 0.85 },
  itemsWithoutCookies: { sense: 'at least', first: 0.6, later: 0.65 },
  rpcItems: { sense: 'at least', first: 0.3, later: 0.5 },
  page: { sense: 'at least', first: 0.6, later: 0.8 },
  signedInShop: { sense: 'at least', first: 0.08, later: 0.12 },
  /** The server renders these pages for each request; in requests per second. */
  profile: { sense: 'at least', first: 200, later: 400 },
  edit: { sense: 'at least', first: 400, later: 800 },
  status: { sense: 'at least', first: 1500, later: 3000 },
  /** Goals for a large shop; see scale.ts. */
  largeToSmall: { sense: 'at most', first: 1.5, later: 1.1 },
  purchaseToFloor: { sense: 'at least', first: 0.4, later: 0.6 },
  lighthouse: { sense: 'at least', first: 95, later: 98 },
} as const satisfies Record<string, Goal>;

const verdictOf = ({ value, goal: { sense, first, later } }: Figure) => {
  const reaches = (limit: number) => (sense === 'at least' ? value >= limit : value <= limit);
  if (Number.isNaN(value)) return 'not measurable here';
  if (reaches(later)) return 'reached, the later goal too';
  return reaches(first) ? 'reached' : 'missed';
};

const shown = (value: number, unit: string) => {
  if (Number.isNaN(value)) return '–';
  const digits = value >= 10 ? 0 : unit === '' ? (value < 0.1 ? 3 : 2) : 1;
  return `${value.toFixed(digits)}${unit}`;
};

export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.name,
    shown(figure.value, figure.unit),
    `${figure.goal.sense} ${shown(figure.goal.first, figure.unit)}`,
    shown(figure.goal.later, figure.unit),
    verdictOf(figure),
    figure.detail,
  ]);
  const head = ['figure', 'measured', 'first goal', 'later goal', '', 'seen'];
  const line = (row: readonly string[]) => `| ${row.join(' | ')} |`;
  return [head, head.map(() => '---'), ...rows].map(line).join('\n');
}
