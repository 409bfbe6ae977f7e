import type { Block, Content, Fact, Frame, Step, WordsKind } from './content.ts';

export function renderText({ title, blocks }: Content, frame: Frame): string {
  const parts = [
    title,
    ...blocks.map((block) => textOf(block, frame)),
    '—',
    frame.footer.join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

function textOf(block: Block, frame: Frame): string {
  if (block.kind === 'facts' || block.kind === 'product') {
    return block.facts.map((fact) => factOf(fact, frame)).join('\n');
  }
  if (block.kind === 'steps') return block.steps.map(stepOf).join('\n');
  if (block.kind === 'action' || block.kind === 'reference') {
    return `${frame.label(block.label)}\n${block.href}`;
  }
  return WORDS[block.kind](block.text);
}

const RULE = '*'.repeat(60);

const WORDS = {
  text: (text) => text,
  heading: (text) => `— ${text} —`,
  note: (text) => text,
  quote: (text) => text.replaceAll(/^/gm, '> '),
  box: (text) => [RULE, text, RULE].join('\n'),
} as const satisfies Record<WordsKind, (text: string) => string>;

const stepOf = ({ label, isDone }: Step) => `[${isDone ? 'x' : ' '}] ${label}`;

function factOf({ label, value }: Fact, frame: Frame): string {
  const isShort = !value.includes('\n');
  return isShort
    ? `${frame.label(label)} ${value}`
    : `${frame.label(label)}\n${value.replaceAll(/^(?=.)/gm, '  ')}`;
}
