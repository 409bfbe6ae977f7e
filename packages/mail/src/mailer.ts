/** The content of an email, in one language. */
export type EmailContent = {
  subject: string;
  html: string;
  text: string;
  /** The address for replies, if they do not go to the sender. */
  replyTo?: string;
  attachments?: readonly Attachment[];
  /** Cancels all emails of this kind. Mail programs use it for one-click unsubscribe (RFC 8058). */
  endLink?: string;
};

/** A text file, readable offline. */
export type Attachment = {
  /** Ends with `.txt`: `Conditions générales.txt`. */
  fileName: string;
  /** The text, with any line ends; it is sent as UTF-8 with CRLF. */
  text: string;
};

/** Mail servers and mailboxes refuse an email that is too large. */
export const ATTACHMENT_LIMITS = { count: 5, totalBytes: 500_000 } as const;

export type AddressedEmail = EmailContent & {
  to: string;
  /**
   * Local part and domain, without angle brackets. Every attempt uses the same id, so that mailboxes drop
   * duplicates.
   */
  messageId: string;
};

/** `reason` is safe to log: it does not quote the server, whose text may contain an address. */
export type Delivery =
  | { kind: 'accepted' }
  /** Retry later: the server is slow, busy or misconfigured. `isUnreached`: there was no connection. */
  | { kind: 'postponed'; reason: string; isUnreached?: true }
  /** Permanent, for this email or recipient. */
  | { kind: 'refused'; reason: string };

/** Never throws for a failure of the mail server. */
export type Mailer = {
  send: (email: AddressedEmail) => Promise<Delivery>;
};
