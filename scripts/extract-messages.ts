/** Finds the texts of calls of `messages` for the catalogues, besides what Lingui finds by itself. */
import { messageId } from '@agres/i18n/messages';
import { extractor } from '@lingui/cli/api';
import type { ExtractorType } from '@lingui/conf';
import { parseSync, Visitor, type Node } from 'oxc-parser';

type Text = { id: string; message: string };

/**
 * Returns the texts of all calls of `messages` in a source.
 * @throws an Error unless each text is a plain string in the call.
 */
export function textsIn(filename: string, source: string): Text[] {
  const texts: Text[] = [];
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [prefix, table] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'messages') return;
      texts.push(...textsBelow(stringOf(prefix), table));
    },
  });
  visitor.visit(parseSync(filename, source).program);
  return texts;
}

function textsBelow(id: string, node: Node | undefined): Text[] {
  if (node?.type !== 'ObjectExpression') return [{ id, message: stringOf(node) }];
  return node.properties.flatMap((property) => {
    if (property.type !== 'Property' || property.computed) throw new Error(`${id}: name each text`);
    const { key, value } = property;
    return textsBelow(messageId(id, key.type === 'Identifier' ? key.name : stringOf(key)), value);
  });
}

function stringOf(node: Node | undefined): string {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  throw new Error('write each text of a call of messages there, as a plain string');
}

/** The extractor of `lingui.config.ts`. @public */
export const messagesExtractor: ExtractorType = {
  match: (filename) => extractor.match(filename),
  async extract(filename, source, ...rest) {
    await extractor.extract(filename, source, ...rest);
    const [onMessageExtracted] = rest;
    for (const text of textsIn(filename, source)) {
      onMessageExtracted({ ...text, origin: [filename, 1], placeholders: {} });
    }
  },
};
