/** A rendered email in one language. */
export type EmailContent = {
  subject: string;
  html: string;
  text: string;
  /** Set if replies do not go to the sender. */
  replyTo?: string;
  attachments?: readonly Attachment[];
  /**
   * The link that cancels all emails of this kind; mail programs use it for one-click unsubscribe (RFC 8058).
   */
  endLink?: string;
};

/** A text attached to an email as a file, readable offline. */
export type Attachment = {
  /** The file name, including `.txt`: `Conditions générales.txt`. */
  fileName: string;
  /** Sent as UTF-8 with CRLF line ends; any line ends are accepted here. */
  text: string;
};

/** The limits of attachments: mail servers and mailboxes refuse an email that is too large. */
export const ATTACHMENT_LIMITS = { count: 5, totalBytes: 500_000 } as const;

export type AddressedEmail = EmailContent & {
  to: string;
  /**
   * Local part and domain, without angle brackets. The same for every attempt, so that mailboxes drop
   * duplicates.
   */
  messageId: string;
};

/**
 * The result of a delivery attempt. `reason` can be logged: it does not quote the server, whose text may
 * contain an address.
 */
export type Delivery =
  | { kind: 'accepted' }
  /** The server is slow, busy or misconfigured: retry later. `isUnreached`: no connection was made. */
  | { kind: 'postponed'; reason: string; isUnreached?: true }
  /** The server rejects this email or recipient permanently. */
  | { kind: 'refused'; reason: string };

/** Sends emails through the mail server. Never throws for a failure of the server. */
export type Mailer = {
  send: (email: AddressedEmail) => Promise<Delivery>;
};
