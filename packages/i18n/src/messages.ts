type Texts = { readonly [name: string]: string | Texts };

type Messages<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends string
    ? { id: string; message: string }
    : Messages<Table[Name]>;
};

/**
 * Returns English texts as messages of the catalogues. The id of a text is its path in the table:
 * `messages('lateOrder', { asked: { title: '…' } })` has the id `lateOrder.asked.title`.
 *
 * `pnpm i18n` parses the sources (`scripts/extract-messages.ts`), so the call must contain the table literally.
 */
export function messages<const Table extends Texts>(prefix: string, table: Table): Messages<Table>;
export function messages(prefix: string, table: Texts): Messages<Texts> {
  return Object.fromEntries(
    Object.entries(table).map(([name, text]) => {
      const id = messageId(prefix, name);
      return [name, typeof text === 'string' ? { id, message: text } : messages(id, text)];
    }),
  );
}

/** Returns the id of a text, or the prefix of a nested table. */
export const messageId = (prefix: string, name: string): string =>
  prefix === '' ? name : `${prefix}.${name}`;
