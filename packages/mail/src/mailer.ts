/** A letter that is written: what it says, in one language. */
export type Letter = {
  subject: string;
  html: string;
  text: string;
  /** Where an answer goes, if not to the sender. */
  replyTo?: string;
};

/** A letter on its way to one person. */
export type AddressedLetter = Letter & {
  to: string;
  /** Local part and domain, without angle brackets. The same for every try, so that mailboxes can drop doubles. */
  messageId: string;
};

/**
 * What became of a letter. `reason` names the fault without quoting the server, whose words may hold
 * an address, so that it can be logged.
 */
export type Delivery =
  | { kind: 'accepted' }
  /** The server is away, slow, busy or set up wrongly: worth another try. */
  | { kind: 'postponed'; reason: string }
  /** The server wants neither this letter nor this recipient, today or tomorrow. */
  | { kind: 'refused'; reason: string };

/** Hands letters to the mail server. Never throws for what a server can do. */
export type Mailer = {
  send: (letter: AddressedLetter) => Promise<Delivery>;
};
