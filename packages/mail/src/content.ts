import type { Attachment } from './mailer.ts';

/** HTML and plain text are both rendered from this. */
export type Content = {
  subject: string;
  /** The text shown beside the subject in a list of emails. */
  preview: string;
  title: string;
  blocks: readonly Block[];
  /** A customer's email names the support contact; the team is the shop's own staff. */
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

/** A purchased item. Its text is complete without the picture. */
type ProductBlock = {
  kind: 'product';
  /** The first fact is the item's name. */
  facts: readonly [Fact, ...Fact[]];
  /** An absolute URL. */
  pictureUrl: string | null;
};

export type Step = { label: string; isDone: boolean };

export type Fact = {
  label: string;
  value: string;
  isMain?: true;
};

export function paragraph(text: string): Block {
  return { kind: 'text', text };
}

/** Starts a section of a longer email. */
export function heading(text: string): Block {
  return { kind: 'heading', text };
}

/** Highlights text. */
export function box(text: string): Block {
  return { kind: 'box', text };
}

/** Adds secondary text in smaller type. */
export function note(text: string): Block {
  return { kind: 'note', text };
}

/** Quotes another person's text, line by line. */
export function quote(text: string): Block {
  return { kind: 'quote', text };
}

/** Adds the call to action: a button, and its URL to copy. */
export function action(label: string, href: string): Block {
  return { kind: 'action', label, href };
}

/** Adds a link to a page to save or look up. */
export function reference(label: string, href: string): Block {
  return { kind: 'reference', label, href };
}

export function factList(facts: readonly Fact[]): Block {
  return { kind: 'facts', facts };
}

export function product(facts: readonly [Fact, ...Fact[]], pictureUrl: string | null): Block {
  return { kind: 'product', facts, pictureUrl };
}

/** Adds the steps of an order; completed ones come first. */
export function stepList(steps: readonly Step[]): Block {
  return { kind: 'steps', steps };
}

export type Frame = {
  copyHint: string;
  /** Formats a label, with the colon of the language. */
  label: (label: string) => string;
  footer: readonly string[];
};

/** Removes control characters and ends lines with LF. */
export function cleanText(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '');
}

/** Removes control characters and joins lines. Keeps non-breaking spaces. */
export function cleanLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, (blank) => (isNonBreaking(blank) ? blank : ' ')).trim();
}

const isNonBreaking = (blank: string) => /^[\u00A0\u202F]$/.test(blank);
