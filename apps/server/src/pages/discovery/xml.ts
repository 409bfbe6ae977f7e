import { escapeHtml } from '@agres/domain/escape-html';

// XML 1.0 forbids these characters even when escaped.
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Escapes text for an element or attribute; drops characters that XML forbids. */
export function escapeXml(text: string): string {
  return escapeHtml(text.replaceAll(FORBIDDEN, ''));
}

export function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}
