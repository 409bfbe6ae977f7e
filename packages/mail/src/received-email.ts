import PostalMime, { type Address } from 'postal-mime';

/** An email, parsed as a mail program does. */
export type ReceivedEmail = {
  id: number;
  /** ISO 8601. */
  receivedAt: string;
  from: string;
  /** The recipients of the SMTP envelope, which may differ from the header. */
  to: string[];
  subject: string;
  replyTo: string | null;
  messageId: string | null;
  /** The headers for one-click unsubscribe (RFC 8058). */
  listUnsubscribe: { address: string | null; post: string | null };
  html: string;
  text: string;
  /** Every URL in the text, in order. */
  links: string[];
  attachments: ReceivedAttachment[];
};

export type ReceivedAttachment = {
  name: string;
  mediaType: string;
  sizeBytes: number;
  /** The mailbox serves it at this path, such as `/letters/3/attachments/1`. */
  path: string;
};

/** `files` are the attachments, in their order. */
export type StoredEmail = { email: ReceivedEmail; files: Uint8Array[] };

export type Envelope = { id: number; receivedAt: Date; to: string[] };

export async function readEmail(
  raw: Uint8Array,
  { id, receivedAt, to }: Envelope,
): Promise<StoredEmail> {
  const parsed = await PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer' });
  const { from, subject, replyTo, messageId, html, text, headers } = parsed;
  const headerOf = (name: string) => headers.find(({ key }) => key === name)?.value ?? null;
  const plain = text ?? '';
  const files = parsed.attachments.map(({ content }) => bytesOf(content));
  const email = {
    id,
    receivedAt: receivedAt.toISOString(),
    from: addressOf(from),
    to,
    subject: subject ?? '',
    replyTo: replyTo?.[0] ? addressOf(replyTo[0]) : null,
    messageId: messageId ?? null,
    listUnsubscribe: {
      address: headerOf('list-unsubscribe'),
      post: headerOf('list-unsubscribe-post'),
    },
    html: html ?? '',
    text: plain,
    links: plain.match(/https?:\/\/[^\s<>"]+/g) ?? [],
    attachments: parsed.attachments.map(({ filename, mimeType }, index) => ({
      name: filename ?? `attachment ${index + 1}`,
      mediaType: mimeType,
      sizeBytes: files[index]?.byteLength ?? 0,
      path: `/letters/${id}/attachments/${index + 1}`,
    })),
  };
  return { email, files };
}

const bytesOf = (content: ArrayBuffer | Uint8Array | string) =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);

function addressOf(address: Address | undefined): string {
  if (!address?.address) return '';
  return address.name ? `${address.name} <${address.address}>` : address.address;
}
