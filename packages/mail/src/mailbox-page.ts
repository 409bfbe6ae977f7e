import { BRAND } from '@agres/domain/brand';
import { escapeHtml } from '@agres/domain/escape-html';

import type { StoredEmail, ReceivedEmail } from './received-email.ts';

const STYLES = `
:root{color-scheme:light;--ground:#f8f2e7;--surface:#fffdf9;--line:#d8c9ae;--ink:#17211e;--soft:#4f5953;--accent:#9c2c0f;--ball:#e5a53d}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 Inter,system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:2rem 1.25rem 4rem}
header{display:flex;gap:1rem;align-items:baseline;justify-content:space-between;margin-bottom:1.5rem}
h1{margin:0;font-size:1.75rem;line-height:1.2;letter-spacing:-.02em;overflow-wrap:anywhere}
h1 a{color:inherit;text-decoration:none}
h1::after{content:'';display:inline-block;width:.5em;height:.5em;margin-left:.15em;border-radius:50%;background:var(--ball)}
a{color:var(--accent)}
a:focus-visible{outline:3px solid var(--ink);outline-offset:2px}
small,dt,time{color:var(--soft);font-size:.9375rem}
ul{margin:0;padding:0;list-style:none;display:grid;gap:.5rem}
h2{margin:1.5rem 0 .5rem;font-size:1.125rem}
.file{padding:1rem 1.25rem;border:1px solid var(--line);border-radius:14px;background:var(--surface);overflow-wrap:anywhere}
.file summary{margin-top:.5rem}
.email{display:grid;grid-template-columns:1fr auto;gap:.125rem 1rem;padding:1rem 1.25rem;border:1px solid var(--line);border-radius:14px;background:var(--surface);color:inherit;text-decoration:none}
.email:hover{border-color:var(--ink)}
li b,li small{overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;margin:0 0 1.5rem}
dd{margin:0;overflow-wrap:anywhere}
iframe{width:100%;height:44rem;border:1px solid var(--line);border-radius:20px;background:var(--surface)}
pre{margin:1rem 0 0;padding:1.25rem;border:1px solid var(--line);border-radius:14px;background:var(--surface);white-space:pre-wrap;overflow-wrap:anywhere;font:15px/1.6 ui-monospace,monospace}
summary{margin-top:1.5rem;cursor:pointer;font-weight:600}
.empty{padding:3rem;border:1px dashed var(--line);border-radius:20px;text-align:center;color:var(--soft)}
@media (max-width:30rem){.email,dl{grid-template-columns:1fr}dd{margin-bottom:.5rem}}`;

/** Renders the emails newest first. The page reloads itself. */
export function renderListPage(emails: readonly ReceivedEmail[]): string {
  const list = emails.map(
    (email) => `<li><a class="email" href="/letters/${email.id}">
<b>${escapeHtml(email.subject)}</b>${timeOf(email)}
<small>${escapeHtml(email.to.join(', '))}${countOf(email)}</small>
</a></li>`,
  );
  return page(
    'Mailbox',
    `<header><h1>Mailbox</h1><small>${emails.length} kept · <a href="/api/letters">JSON</a></small></header>
${list.length === 0 ? '<p class="empty">No email yet. Whatever the site sends arrives here.</p>' : `<ul>${list.join('')}</ul>`}`,
    '<meta http-equiv="refresh" content="4">',
  );
}

/** Renders one email: headers, its HTML in a frame, its text with links, and attachments. */
export function renderEmailPage({ email, files }: StoredEmail): string {
  const head = [
    ['To', email.to.join(', ')],
    ['From', email.from],
    ['Reply to', email.replyTo],
    ['Message ID', email.messageId],
  ].flatMap(([label, value]) => (value ? [`<dt>${label}</dt><dd>${escapeHtml(value)}</dd>`] : []));
  return page(
    email.subject,
    `<header><h1>${escapeHtml(email.subject)}</h1><small><a href="/">All emails</a></small></header>
<dl>${head.join('')}<dt>Received</dt><dd>${timeOf(email)}</dd></dl>
<iframe src="/letters/${email.id}/sheet" title="The email as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
${attachmentsOf({ email, files })}<details open><summary>As text</summary><pre>${linked(email.text)}</pre></details>`,
  );
}

/** Lists attachments as downloads, and shows the text of those that are plain text. */
function attachmentsOf({ email, files }: StoredEmail): string {
  if (email.attachments.length === 0) return '';
  const list = email.attachments.map(({ name, mediaType, sizeBytes, path }, index) => {
    const link = `<a href="${path}" download>${escapeHtml(name)}</a> <small>${escapeHtml(mediaType)}, ${sizeBytes} bytes</small>`;
    if (mediaType !== 'text/plain') return `<li class="file">${link}</li>`;
    const text = escapeHtml(new TextDecoder().decode(files[index]));
    return `<li class="file">${link}<details><summary>Show</summary><pre>${text}</pre></details></li>`;
  });
  return `<h2>Attachments</h2><ul>${list.join('')}</ul>`;
}

const countOf = ({ attachments: { length } }: ReceivedEmail) =>
  length === 0 ? '' : ` · ${length} ${length === 1 ? 'attachment' : 'attachments'}`;

/** Returns the email's own HTML. Its links open in a new tab. */
export function renderSheet({ html, text }: ReceivedEmail): string {
  if (html === '') return `<pre>${linked(text)}</pre>`;
  const base = '<base target="_blank">';
  return html.includes('<head>') ? html.replace('<head>', `<head>${base}`) : base + html;
}

function page(title: string, body: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
${head}
<title>${escapeHtml(title)} · ${BRAND.name} mailbox</title>
<style>${STYLES}</style>
</head>
<body><main>${body}</main></body>
</html>
`;
}

const timeOf = ({ receivedAt }: ReceivedEmail) =>
  `<time datetime="${receivedAt}">${receivedAt.slice(11, 19)} UTC</time>`;

// `split` by a capturing group returns a link as every second part.
const linked = (text: string) =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map(escapeHtml)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${part}" target="_blank" rel="noopener">${part}</a>` : part,
    )
    .join('');
