import type { Attachment } from './mailer.ts';

/** The content of an email; HTML and plain text are both rendered from it. */
export type Content = {
  subject: string;
  /** Shown beside the subject in a list of emails. */
  preview: string;
  title: string;
  blocks: readonly Block[];
  /** A customer, whose e-mail names the contact, or the shop's own team. */
  reader: 'customer' | 'team';
  replyTo?: string;
  attachments?: readonly Attachment[];
  endLink?: string;
};

export type WordsKind = 'text' | 'heading' | 'quote' | 'note' | 'box';
export type Block =
  | { kind: WordsKind; text: string }
  | { kind: 'action'; label: string; href: string }
  | { kind: 'reference'; label: string; href: string }
  | { kind: 'facts'; facts: readonly Fact[] }
  | ProductBlock
  | { kind: 'steps'; steps: readonly Step[] };

/** What was bought, with its picture where there is one; the words say everything without it. */
type ProductBlock = {
  kind: 'product';
  /** The first is its name. */
  facts: readonly [Fact, ...Fact[]];
  /** A whole address. */
  pictureUrl: string | null;
};

/** How far something has come. */
export type Step = { label: string; isDone: boolean };

export type Fact = {
  label: string;
  value: string;
  /** Shown in bold. */
  isMain?: true;
};

export function paragraph(text: string): Block {
  return { kind: 'text', text };
}

/** Begins a part of a longer email. */
export function heading(text: string): Block {
  return { kind: 'heading', text };
}

/** Text that stands out, in a visible box. */
export function box(text: string): Block {
  return { kind: 'box', text };
}

/** Secondary text, in smaller type. */
export function note(text: string): Block {
  return { kind: 'note', text };
}

/** Another person's words, line by line. */
export function quote(text: string): Block {
  return { kind: 'quote', text };
}

/** The call to action: a button, and its address to copy. */
export function action(label: string, href: string): Block {
  return { kind: 'action', label, href };
}

/** A link to something to keep or to look up. */
export function reference(label: string, href: string): Block {
  return { kind: 'reference', label, href };
}

export function factList(facts: readonly Fact[]): Block {
  return { kind: 'facts', facts };
}

/** What was bought. */
export function product(facts: readonly [Fact, ...Fact[]], pictureUrl: string | null): Block {
  return { kind: 'product', facts, pictureUrl };
}

/** The steps of an order, those that are done first. */
export function stepList(steps: readonly Step[]): Block {
  return { kind: 'steps', steps };
}

/** The texts around every email. */
export type Frame = {
  /** Leads to the address under a button. */
  copyHint: string;
  /** A label with its colon. */
  label: (label: string) => string;
  footer: readonly string[];
};

/** Removes control characters; lines end with `\n`. */
export function cleanText(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '');
}

/** The same on one line. */
export function cleanLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, (blank) => (isNonBreaking(blank) ? blank : ' ')).trim();
}

const isNonBreaking = (blank: string) => /^[\u00A0\u202F]$/.test(blank);
