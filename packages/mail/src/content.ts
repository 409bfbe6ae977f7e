import type { Attachment } from './mailer.ts';

/** The content of an email, from which both HTML and plain text are rendered. */
export type Content = {
  subject: string;
  /** Shown beside the subject in a list of emails. */
  preview: string;
  title: string;
  blocks: readonly Block[];
  /** A customer, whose email names the support contact, or the shop's own team. */
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

/** A purchased item, with its picture if there is one; the text is complete without it. */
type ProductBlock = {
  kind: 'product';
  /** The first fact is the item's name. */
  facts: readonly [Fact, ...Fact[]];
  /** An absolute URL. */
  pictureUrl: string | null;
};

/** One step of a progress list. */
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

/** Starts a section of a longer email. */
export function heading(text: string): Block {
  return { kind: 'heading', text };
}

/** Highlights text in a visible box. */
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

/** Adds a link to a page to save or to look up. */
export function reference(label: string, href: string): Block {
  return { kind: 'reference', label, href };
}

export function factList(facts: readonly Fact[]): Block {
  return { kind: 'facts', facts };
}

/** Adds a purchased item. */
export function product(facts: readonly [Fact, ...Fact[]], pictureUrl: string | null): Block {
  return { kind: 'product', facts, pictureUrl };
}

/** Adds the steps of an order, those that are done first. */
export function stepList(steps: readonly Step[]): Block {
  return { kind: 'steps', steps };
}

/** The texts around every email. */
export type Frame = {
  /** Introduces the URL below a button. */
  copyHint: string;
  /** Formats a label with a colon. */
  label: (label: string) => string;
  footer: readonly string[];
};

/** Removes control characters; lines end with `\n`. */
export function cleanText(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '');
}

/** Removes control characters and joins the lines to one. */
export function cleanLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, (blank) => (isNonBreaking(blank) ? blank : ' ')).trim();
}

const isNonBreaking = (blank: string) => /^[\u00A0\u202F]$/.test(blank);
