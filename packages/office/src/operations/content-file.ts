import { misuse } from '@agres/core/operations/refuse';
import { LOCALES } from '@agres/domain/locale';

/**
 * Reads the fields of an item or article out of one file for both languages:
 *
 *     # a remark
 *     title-fr: Corde lestée
 *     title-en: Weighted rope
 *
 *     --- fr
 *     <p>HTML in French</p>
 *
 *     --- en
 *     <p>HTML in English</p>
 *
 * The parts become `text-fr` and `text-en`; a field that stands there several times has a line for
 * each.
 */
export function readContentFile(text: string): Record<string, string> {
  const [head = '', ...parts] = text.replaceAll(/\r\n?/g, '\n').split(/^--- *(\w+) *$/m);
  const fields = readFields(head);
  for (let index = 0; index < parts.length; index += 2) {
    const language = parts[index] ?? '';
    if (!LOCALES.some((locale) => locale === language)) {
      misuse(`The file has a part "--- ${language}". Its parts are "--- fr" and "--- en".`);
    }
    addField(fields, `text-${language}`, (parts[index + 1] ?? '').trim());
  }
  return fields;
}

function readFields(head: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [index, line] of head
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, name = '', value = ''] = /^([a-z][a-z-]*) *: *(.*)$/.exec(line) ?? [];
    if (name === '') {
      misuse(
        `Line ${index + 1} of the file cannot be read: ${line.slice(0, 60)}\n` +
          'Before the first "--- fr" every line is a field, such as "title-fr: Corde lestée".',
      );
    }
    addField(fields, name, value.trim());
  }
  return fields;
}

function addField(fields: Record<string, string>, name: string, value: string): void {
  const known = Object.hasOwn(fields, name) ? fields[name] : undefined;
  fields[name] = known === undefined ? value : `${known}\n${value}`;
}

/** Writes such a file; fields without a value are left out. */
export function writeContentFile(
  fields: Readonly<Record<string, string | null>>,
  text: Readonly<Record<(typeof LOCALES)[number], string>>,
): string {
  const head = Object.entries(fields).flatMap(([name, value]) =>
    value === null ? [] : value.split('\n').map((line) => `${name}: ${line}`),
  );
  const parts = LOCALES.map((locale) => `--- ${locale}\n${text[locale].trim()}\n`);
  return [...head, '', ...parts].join('\n');
}
