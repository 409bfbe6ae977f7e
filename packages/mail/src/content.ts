/** What a letter says, piece by piece; both of its parts, HTML and plain text, are made from this. */
export type Content = {
  subject: string;
  /** Stands beside the subject in a list of letters. */
  preview: string;
  title: string;
  blocks: readonly Block[];
  /** Who reads it: someone outside, who is told whom to ask, or the team of the shop. */
  reader: 'customer' | 'team';
  replyTo?: string;
};

export type WordsKind = 'text' | 'quote' | 'note';
export type Block =
  | { kind: WordsKind; text: string }
  | { kind: 'action'; label: string; href: string }
  | { kind: 'reference'; label: string; href: string }
  | { kind: 'facts'; facts: readonly Fact[] };

export type Fact = {
  label: string;
  value: string;
  /** The one that counts most. */
  isMain?: true;
};

/** A paragraph. */
export function paragraph(text: string): Block {
  return { kind: 'text', text };
}

/** What has to be said but need not be read first. */
export function note(text: string): Block {
  return { kind: 'note', text };
}

/** Words of someone else, kept line by line. */
export function quote(text: string): Block {
  return { kind: 'quote', text };
}

/** The one thing to do, as a button and as an address to copy. */
export function action(label: string, href: string): Block {
  return { kind: 'action', label, href };
}

/** A link to something to keep or to look up. */
export function reference(label: string, href: string): Block {
  return { kind: 'reference', label, href };
}

/** Labelled values, in a list. */
export function factList(facts: readonly Fact[]): Block {
  return { kind: 'facts', facts };
}

/** The words around every letter. */
export type Frame = {
  /** Leads to the address under a button. */
  copyHint: string;
  /** A label with its colon. */
  label: (label: string) => string;
  footer: readonly string[];
};

/** A text without characters that a mailbox could read as something else: lines end with `\n`. */
export function cleanText(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '');
}

/** The same on one line. */
export function cleanLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, (blank) => (isNonBreaking(blank) ? blank : ' ')).trim();
}

const isNonBreaking = (blank: string) => /^[\u00A0\u202F]$/.test(blank);
