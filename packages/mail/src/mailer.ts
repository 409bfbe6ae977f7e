/** A rendered email in one language. */
export type EmailContent = {
  subject: string;
  html: string;
  text: string;
  /** If replies do not go to the sender. */
  replyTo?: string;
};

export type AddressedEmail = EmailContent & {
  to: string;
  /** Local part and domain, without angle brackets. The same for every try, so that mailboxes drop duplicates. */
  messageId: string;
};

/**
 * The result of a sending. `reason` can be logged: it does not quote the server, whose text may
 * contain an address.
 */
export type Delivery =
  | { kind: 'accepted' }
  /** The server is unreachable, slow, busy or misconfigured: to be retried. */
  | { kind: 'postponed'; reason: string }
  /** The server rejects this email or recipient for good. */
  | { kind: 'refused'; reason: string };

/** Sends emails to the mail server. Never throws for a failure of the server. */
export type Mailer = {
  send: (email: AddressedEmail) => Promise<Delivery>;
};
