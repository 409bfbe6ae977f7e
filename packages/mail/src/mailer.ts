/** A rendered email in one language. */
export type EmailContent = {
  subject: string;
  html: string;
  text: string;
  /** If replies do not go to the sender. */
  replyTo?: string;
  attachments?: readonly Attachment[];
  /** Where all emails of this kind are taken back; mail programs do it by one call (RFC 8058). */
  endLink?: string;
};

/** A text attached to an email as a file: readable without a network. */
export type Attachment = {
  /** What it is saved as, `.txt` included: `Conditions générales.txt`. */
  fileName: string;
  /** Sent as UTF-8 with CRLF line ends; any line ends are accepted here. */
  text: string;
};

/** What an email may carry: an email that is too large is refused by mail servers and mailboxes. */
export const ATTACHMENT_LIMITS = { count: 5, totalBytes: 500_000 } as const;

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
  /** The server is slow, busy or misconfigured: to be retried. `isUnreached`: it was not even asked. */
  | { kind: 'postponed'; reason: string; isUnreached?: true }
  /** The server rejects this email or recipient for good. */
  | { kind: 'refused'; reason: string };

/** Sends emails to the mail server. Never throws for a failure of the server. */
export type Mailer = {
  send: (email: AddressedEmail) => Promise<Delivery>;
};
