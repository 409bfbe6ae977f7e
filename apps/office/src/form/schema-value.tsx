import { textOfHtml } from '@agres/domain/html';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';

import { formatEuros, formatMoment } from '../lib/format.ts';
import { useItems, useTitle } from '../pages/items.tsx';
import { labelOfValue, unwrap, type Schema } from './schema.ts';

type ValueProps = { name: string; schema: Schema; value: unknown };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

/** The fields to show: those with a value, and of a text in both languages the reader's. */
function useShown(): (rows: readonly Record<string, unknown>[]) => string[] {
  const { i18n } = useLingui();
  const isEnglish = i18n.locale === 'en';
  return (rows) => {
    const names = Object.keys(rows[0] ?? {});
    return names.filter((name) => {
      const stem = name.replace(/(?:Fr|En)$/, '');
      const isPair =
        names.includes(`${stem}En`) && (names.includes(`${stem}Fr`) || names.includes(stem));
      return (
        rows.some((row) => !isEmpty(row[name])) && (!isPair || name.endsWith('En') === isEnglish)
      );
    });
  };
}

/** A list of rows needs the full width. */
const isTable = (value: unknown) => Array.isArray(value) && value.some(isRecord);

/** Renders an operation's output from its schema, as facts, lists and tables. */
export function SchemaValue({ name, schema: whole, value }: ValueProps) {
  const { t, i18n } = useLingui();
  const { schema } = unwrap(whole);
  if (value === null || value === undefined || value === '') return <>–</>;
  if (name === 'option' && isRecord(value)) return <OptionName option={value} />;
  if (typeof value === 'boolean') return <>{value ? t`Yes` : t`No`}</>;
  if (Array.isArray(value)) {
    return <List title={whole.title} schema={schema.items ?? {}} values={value} />;
  }
  if (isRecord(value)) return <Facts schema={schema} value={value} />;
  if (typeof value === 'number') {
    if (name.endsWith('Cents'))
      return <span className="whitespace-nowrap">{formatEuros(i18n.locale, value)}</span>;
    return name === 'orderId' || name === 'order' ? (
      <Link to="/orders/$id" params={{ id: String(value) }} className="underline">
        {value}
      </Link>
    ) : (
      <>{labelOfValue(schema, String(value))}</>
    );
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (/^\d{4}-\d{2}-\d{2}(?:T|$)/.test(text)) return <>{formatMoment(i18n.locale, text)}</>;
  if (/^<[a-z]/.test(text)) return <>{textOfHtml(text)}</>;
  return <span className="whitespace-pre-line">{labelOfValue(schema, text)}</span>;
}

/** The server names an option in French. */
function OptionName({ option: { id, item, title } }: { option: Record<string, unknown> }) {
  const titleOf = useTitle();
  const found = useItems()
    .data?.items.flatMap((one) => one.options.map((option) => ({ item: one, option })))
    .find(({ option }) => option.id === id);
  return found === undefined ? (
    <>{`${String(item)} · ${String(title)}`}</>
  ) : (
    <>{`${titleOf(found.item)} · ${titleOf(found.option)}`}</>
  );
}

function Facts({ schema, value }: { schema: Schema; value: Record<string, unknown> }) {
  const shown = useShown();
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-2 sm:grid-cols-[minmax(8rem,auto)_1fr]">
      {shown([value]).map((key) => {
        const part = value[key];
        const field = schema.properties?.[key] ?? {};
        if (isTable(part)) {
          return (
            <div key={key} className="col-span-full min-w-0">
              <dt className="font-semibold">{field.title ?? key}</dt>
              <dd className="min-w-0">
                <SchemaValue name={key} schema={field} value={part} />
              </dd>
            </div>
          );
        }
        return (
          <div key={key} className="contents">
            <dt className="font-semibold">{field.title ?? key}</dt>
            <dd className="min-w-0">
              <SchemaValue name={key} schema={field} value={part} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

type ListProps = { title: string | undefined; schema: Schema; values: readonly unknown[] };

function List({ title, schema: whole, values }: ListProps) {
  const { schema } = unwrap(whole);
  if (values.length === 0) return <Trans>None</Trans>;
  const rows = values.filter(isRecord);
  if (rows.length === values.length) return <Table title={title} schema={schema} rows={rows} />;
  return <>{values.map((value) => labelOfValue(schema, String(value))).join(', ')}</>;
}

type TableProps = {
  title: string | undefined;
  schema: Schema;
  rows: readonly Record<string, unknown>[];
};

function Table({ title, schema, rows }: TableProps) {
  const { t } = useLingui();
  const columns = useShown()(rows);
  return (
    // A wide table can be scrolled with the keyboard too (WCAG 2.1.1), and has a name.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role
    <div role="group" className="overflow-x-auto" aria-label={title ?? t`Table`} tabIndex={0}>
      <table className="table stacked md:[&_:is(th,td)]:min-w-28">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {schema.properties?.[column]?.title ?? column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={JSON.stringify(row)}>
              {columns.map((column) => (
                <td key={column} data-title={schema.properties?.[column]?.title ?? column}>
                  <SchemaValue
                    name={column}
                    schema={schema.properties?.[column] ?? {}}
                    value={row[column]}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
