import { BRAND } from '@agres/domain/brand';
import { escapeHtml } from '@agres/domain/escape-html';
import type { Locale } from '@agres/domain/locale';

import type { Block, Content, Fact, Frame, Step, WordsKind } from './content.ts';

/** The palette of docs/DESIGN.md, and its dark counterpart. */
const LIGHT = {
  ground: '#f8f2e7',
  surface: '#fffdf9',
  line: '#d8c9ae',
  ink: '#17211e',
  soft: '#4f5953',
  accent: '#c23a17',
  onAccent: '#fffdf9',
  deep: '#efe4d1',
  done: '#1a4d43',
  ball: '#e5a53d',
} as const;
const DARK = {
  ground: '#121a17',
  surface: '#1c2623',
  line: '#3b4843',
  ink: '#f8f2e7',
  soft: '#c3bcae',
  link: '#f3a88f',
  done: '#8fc3b0',
} as const;

const FONTS = "Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

// Mail programs may drop style sheets, so essential styles are inline and these only add to them.
const STYLES = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.card{padding:28px 20px!important}.outer{padding:16px 8px!important}.button{display:block!important}}
@media (prefers-color-scheme:dark){
.ground{background:${DARK.ground}!important}
.card{background:${DARK.surface}!important;border-color:${DARK.line}!important}
.ink{color:${DARK.ink}!important}
.soft{color:${DARK.soft}!important}
.link{color:${DARK.link}!important}
.line{border-color:${DARK.line}!important}
.box{border-color:${DARK.ink}!important}
.gap{border-color:${DARK.ground}!important}
.done{color:${DARK.done}!important}
.bar{border-color:${DARK.done}!important}
}`;

/**
 * Renders HTML that mail programs display alike: tables, inline styles, no script, at most 600 pixels wide.
 * It is readable in dark mode and complete with pictures blocked.
 */
export function renderHtml(content: Content, frame: Frame, locale: Locale): string {
  const { subject, preview, title, blocks } = content;
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${escapeHtml(subject)}</title>
<style>${STYLES}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:${LIGHT.ground}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preview)}${PADDING}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${LIGHT.ground}">
<tr><td class="outer" align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;font-family:${FONTS};text-align:left">
<tr><td style="padding:0 4px 20px">${MARK}</td></tr>
<tr><td class="card" style="padding:40px;background:${LIGHT.surface};border:1px solid ${LIGHT.line};border-radius:20px">
<h1 class="ink" style="margin:0 0 20px;color:${LIGHT.ink};font-size:26px;line-height:1.2;letter-spacing:-0.015em">${escapeHtml(title)}</h1>
${blocks.map((block) => htmlOf(block, frame)).join('\n')}
</td></tr>
<tr><td style="padding:20px 4px 0">${frame.footer.map(footerLine).join('\n')}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/**
 * Invisible text after the preview, which mail programs would otherwise continue with the email's first
 * words.
 */
const PADDING = '&#847;&zwnj;&nbsp;'.repeat(40);

/** The logo. Outlook's Word engine shows only the name. */
const MARK = `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<!--[if !mso]><!--><td style="padding:0" valign="middle"><div style="width:20px;height:20px;border:5px solid ${LIGHT.accent};border-radius:50%;font-size:0;line-height:0">&nbsp;</div></td>
<td style="padding:0 8px 14px 0" valign="top"><div class="gap" style="width:7px;height:7px;margin:-2px 0 0 -14px;border:4px solid ${LIGHT.ground};border-radius:50%;background:${LIGHT.ball};background-clip:padding-box;font-size:0;line-height:0">&nbsp;</div></td><!--<![endif]-->
<td class="ink" style="color:${LIGHT.ink};font-size:24px;line-height:30px;font-weight:700;letter-spacing:-0.02em">${BRAND.name}</td>
</tr></table>`;

function htmlOf(block: Block, frame: Frame): string {
  if (block.kind === 'facts') return table(block.facts);
  if (block.kind === 'product') return product(block.facts, block.pictureUrl, frame);
  if (block.kind === 'steps') return steps(block.steps);
  if (block.kind === 'action') {
    return [
      button(block.label, block.href),
      small(frame.copyHint, '0 0 4px'),
      bareLink(block.href),
    ].join('\n');
  }
  if (block.kind === 'reference') return reference(block.label, block.href);
  return WORDS[block.kind](block.text);
}

const paragraph = (text: string) =>
  `<p class="ink" style="margin:0 0 20px;color:${LIGHT.ink};font-size:16px;line-height:1.6">${lines(text)}</p>`;

const small = (text: string, margin: string) =>
  `<p class="soft" style="margin:${margin};color:${LIGHT.soft};font-size:14px;line-height:1.5">${lines(text)}</p>`;

const quote = (text: string) =>
  `<blockquote class="ink" style="margin:0 0 24px;padding:4px 0 4px 18px;border-left:4px solid ${LIGHT.ball};color:${LIGHT.ink};font-size:16px;line-height:1.6">${lines(text)}</blockquote>`;

const heading = (text: string) =>
  `<h2 class="ink line" style="margin:28px 0 12px;padding-top:24px;border-top:1px solid ${LIGHT.line};color:${LIGHT.ink};font-size:19px;line-height:1.3">${lines(text)}</h2>`;

const box = (text: string) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 24px"><tr>
<td class="ink box" style="padding:16px 18px;border:2px solid ${LIGHT.ink};color:${LIGHT.ink};font-size:16px;line-height:1.5;font-weight:700">${lines(text)}</td>
</tr></table>`;

const WORDS = {
  text: paragraph,
  heading,
  box,
  quote,
  note: (text) => small(text, '0 0 12px'),
} as const satisfies Record<WordsKind, (text: string) => string>;

const footerLine = (line: string) =>
  small(line, '0 0 4px').replace(
    BRAND.supportEmail,
    link(BRAND.supportEmail, `mailto:${BRAND.supportEmail}`),
  );

const button = (label: string, href: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr>
<td align="center" bgcolor="${LIGHT.accent}" style="border-radius:999px"><a class="button" href="${escapeHtml(href)}" style="display:inline-block;padding:14px 28px;border-radius:999px;background:${LIGHT.accent};color:${LIGHT.onAccent};font-size:16px;line-height:20px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></td>
</tr></table>`;

const bareLink = (href: string) =>
  `<p style="margin:0 0 24px;font-size:14px;line-height:1.5;word-break:break-all">${link(href, href)}</p>`;

const reference = (label: string, href: string) =>
  `<p style="margin:0 0 12px;font-size:14px;line-height:1.5">${link(label, href)}</p>`;

const link = (label: string, href: string) =>
  `<a class="link" href="${escapeHtml(href)}" style="color:${LIGHT.accent}">${escapeHtml(label)}</a>`;

const table = (facts: readonly Fact[]) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 24px">
${facts.map(row).join('\n')}
</table>`;

/** A blocked picture keeps its width and background. */
function product(
  [name, ...facts]: readonly [Fact, ...Fact[]],
  pictureUrl: string | null,
  frame: Frame,
) {
  const picture =
    pictureUrl === null
      ? ''
      : `<td width="112" valign="middle" style="padding:0 18px 0 0"><img src="${escapeHtml(pictureUrl)}" width="112" height="112" alt="" style="display:block;width:112px;height:112px;border:0;border-radius:14px;background:${LIGHT.deep}"></td>`;
  const more = facts.map(({ label, value }) => small(`${frame.label(label)} ${value}`, '4px 0 0'));
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 24px"><tr>
${picture}<td valign="middle"><p class="ink" style="margin:0;color:${LIGHT.ink};font-size:19px;line-height:1.3;font-weight:700">${lines(name.value)}</p>${more.join('')}</td>
</tr></table>`;
}

const steps = (all: readonly Step[]) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 24px"><tr>
${all.map((step) => stepCell(step, 100 / all.length)).join('\n')}
</tr></table>`;

const stepCell = ({ label, isDone }: Step, percent: number) =>
  `<td class="${isDone ? 'done bar' : 'soft line'}" width="${Math.floor(percent)}%" valign="top" style="padding:10px 10px 0 0;border-top:4px solid ${isDone ? LIGHT.done : LIGHT.line};color:${isDone ? LIGHT.done : LIGHT.soft};font-size:14px;line-height:1.4;${isDone ? 'font-weight:700' : ''}">${isDone ? '&#10003; ' : ''}${escapeHtml(label)}</td>`;

const CELL = 'vertical-align:top;font-size:15px;line-height:1.5;overflow-wrap:anywhere';

const row = ({ label, value, isMain }: Fact) =>
  `<tr><td class="soft line" width="36%" style="padding:10px 12px 10px 0;border-top:1px solid ${LIGHT.line};color:${LIGHT.soft};${CELL}">${escapeHtml(label)}</td>
<td class="ink line" style="padding:10px 0;border-top:1px solid ${LIGHT.line};color:${LIGHT.ink};${isMain ? 'font-weight:700;' : ''}${CELL}">${lines(value)}</td></tr>`;

const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>');
