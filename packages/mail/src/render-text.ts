import type { Block, Content, Fact, Frame } from './content.ts';

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
  if (block.kind === 'facts') return block.facts.map((fact) => factOf(fact, frame)).join('\n');
  if (block.kind === 'action' || block.kind === 'reference') {
    return `${frame.label(block.label)}\n${block.href}`;
  }
  return block.kind === 'quote' ? block.text.replaceAll(/^/gm, '> ') : block.text;
}

function factOf({ label, value }: Fact, frame: Frame): string {
  const isShort = !value.includes('\n');
  return isShort
    ? `${frame.label(label)} ${value}`
    : `${frame.label(label)}\n${value.replaceAll(/^(?=.)/gm, '  ')}`;
}
