import { BUTTON } from '@agres/ui/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';

import { FileButton } from '../ui.tsx';
import { CheckBox, Field, Problem } from './fields.tsx';
import { Offers } from './offers.tsx';
import { Group, PictureField, PicturesField } from './picture-fields.tsx';
import {
  emptyOf,
  isRecord,
  kindOf,
  labelOfValue,
  unwrap,
  type FieldKind,
  type FieldProblem,
  type Schema,
  type Typed,
} from './schema.ts';

type FieldProps = {
  name: string;
  path: string;
  schema: Schema;
  typed: Typed;
  problems: Readonly<Record<string, string>>;
  onChange: (typed: Typed) => void;
};

/** What a person cannot know: the page fills it in, or leaves it out. */
const FIELDS_WITHOUT_INPUT: ReadonlySet<string> = new Set([
  'leftCents',
  'heldFor',
  'version',
  'updatedAt',
]);

function SchemaField(props: FieldProps) {
  const { name, schema: whole } = props;
  const { schema } = unwrap(whole);
  if (schema.const !== undefined || FIELDS_WITHOUT_INPUT.has(name)) return null;
  const kind = kindOf(name, { schema });
  switch (kind) {
    case 'object':
      return <ObjectField {...props} schema={schema} />;
    case 'picture':
      return <PictureField {...props} label={whole.title ?? name} />;
    case 'pictures':
      return (
        <PicturesField
          {...props}
          label={whole.title ?? schema.title ?? name}
          renderFields={(row) => <RowFields {...props} schema={schema} {...row} />}
        />
      );
    case 'rows':
      return <RowsField {...props} schema={schema} />;
    case 'variants':
      return <VariantsField {...props} schema={schema} />;
    case 'choices':
      return <ChoicesField {...props} schema={schema} />;
    default:
      return <LeafField {...props} schema={{ ...schema, ...titleOf(whole) }} kind={kind} />;
  }
}

const titleOf = ({ title }: Schema) => (title === undefined ? {} : { title });

/** The outermost object is the form itself. A nested one is a `<fieldset>` with its title as the legend. */
export function ObjectField(props: FieldProps) {
  if (props.path === '') {
    return (
      <div className="grid gap-5">
        <ObjectFields {...props} />
      </div>
    );
  }
  return (
    <Group legend={props.schema.title ?? ''}>
      <ObjectFields {...props} />
    </Group>
  );
}

function ObjectFields({ path, schema, typed, problems, onChange }: FieldProps) {
  const record = isRecord(typed) ? typed : {};
  return Object.entries(schema.properties ?? {}).map(([key, part]) => (
    <SchemaField
      key={key}
      name={key}
      path={path === '' ? key : `${path}.${key}`}
      schema={part}
      typed={record[key] ?? emptyOf(key, part)}
      problems={problems}
      onChange={(next) => onChange({ ...record, [key]: next })}
    />
  ));
}

/** The fields of one picture in a list, except its address. */
function RowFields({ name, path, schema, typed, problems, onChange }: FieldProps) {
  const { properties = {} } = schema.items ?? {};
  const { url: _url, ...others } = properties;
  return (
    <ObjectFields
      name={name}
      path={path}
      schema={{ properties: others }}
      typed={typed}
      problems={problems}
      onChange={onChange}
    />
  );
}

function RowsField({ name, path, schema, typed, problems, onChange }: FieldProps) {
  const rows = Array.isArray(typed) ? typed : [];
  const item = schema.items ?? {};
  return (
    <Group legend={schema.title ?? name}>
      {rows.map((row, index) => (
        // The rows have no id, and are only added or removed in place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="grid gap-4 border-b border-line pb-4">
          <SchemaField
            name={name}
            path={`${path}.${index}`}
            schema={{ ...item, title: String(index + 1) }}
            typed={row}
            problems={problems}
            onChange={(next) => onChange(rows.toSpliced(index, 1, next))}
          />
          <button
            type="button"
            className={BUTTON.quiet}
            onClick={() => onChange(rows.toSpliced(index, 1))}
          >
            <Trans>Remove line {index + 1}</Trans>
          </button>
        </div>
      ))}
      <button
        type="button"
        className={BUTTON.secondary}
        onClick={() => onChange([...rows, emptyOf(name, item)])}
      >
        <Trans>Add a line</Trans>
      </button>
    </Group>
  );
}

function VariantsField({ name, path, schema, typed, problems, onChange }: FieldProps) {
  const id = useId();
  const record = isRecord(typed) ? typed : {};
  const variants = schema.oneOf ?? [];
  const chosen = Number(record['variant'] ?? 0);
  const variant = variants[chosen] ?? {};
  return (
    <Group legend={schema.title ?? name}>
      <select
        id={id}
        className="input"
        aria-label={schema.title ?? name}
        value={String(chosen)}
        onChange={({ target }) =>
          onChange({
            variant: target.value,
            value: emptyOf(name, variants[Number(target.value)] ?? {}),
          })
        }
      >
        {variants.map((one, index) => (
          <option key={nameOfVariant(one)} value={String(index)}>
            {nameOfVariant(one)}
          </option>
        ))}
      </select>
      <ObjectField
        name={name}
        path={path}
        schema={{ ...variant, title: '' }}
        typed={record['value'] ?? ''}
        problems={problems}
        onChange={(value) => onChange({ variant: String(chosen), value })}
      />
    </Group>
  );
}

const nameOfVariant = ({ properties = {} }: Schema) =>
  Object.values(properties)
    .flatMap((property) =>
      typeof property.const === 'string' ? [labelOfValue(property, property.const)] : [],
    )
    .join(' ');

function ChoicesField({ name, path, schema, typed, problems, onChange }: FieldProps) {
  const id = useId();
  const problem = problems[path];
  const isWrong = problem !== undefined;
  const chosen = Array.isArray(typed) ? typed : [];
  const choices = (schema.items?.enum ?? []).map(String);
  return (
    <Group legend={schema.title ?? name}>
      {choices.map((choice) => (
        <CheckBox
          key={choice}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-problem` : undefined}
          isChecked={chosen.includes(choice)}
          onChange={(isChecked) =>
            onChange(isChecked ? [...chosen, choice] : chosen.filter((one) => one !== choice))
          }
        >
          {labelOfValue(schema.items ?? {}, choice)}
        </CheckBox>
      ))}
      <Problem id={`${id}-problem`} text={problem} />
    </Group>
  );
}

/** The fields that name one order or member. */
const NOUN_OF_FIELD: Readonly<Record<string, 'order' | 'member'>> = {
  order: 'order',
  member: 'member',
  who: 'member',
};

/** The input of each kind; a text for the others. */
const FIELD_KINDS: Partial<Record<FieldKind, Parameters<typeof Field>[0]['kind']>> = {
  long: 'long',
  texts: 'long',
  euros: 'euros',
  number: 'number',
  decimal: 'decimal',
  day: 'day',
};

function LeafField(props: FieldProps & { kind: FieldKind }) {
  const { name, path, schema, typed, problems, onChange, kind } = props;
  const { t } = useLingui();
  // In a list that is typed into one field, each value has its own path.
  const [, problem] =
    Object.entries(problems).find(([key]) => key === path || key.startsWith(`${path}.`)) ?? [];
  const label = schema.title ?? name;
  const noun = NOUN_OF_FIELD[name];
  if (kind === 'flag') {
    return (
      <CheckBox isChecked={typed === true} onChange={onChange}>
        {label}
      </CheckBox>
    );
  }
  const text = typeof typed === 'string' ? typed : '';
  const choices = (schema.enum ?? []).map(String);
  return (
    <div className="grid gap-1">
      <Field
        label={label}
        name={path}
        value={text}
        onChange={onChange}
        problems={problem === undefined ? {} : { [path]: problem }}
        kind={noun ? 'text' : (FIELD_KINDS[kind] ?? 'text')}
        rows={6}
        placeholder={noun ? t`Number, name or email` : kind === 'numbers' ? '12 13 14' : undefined}
        {...(kind === 'choice' && {
          choices: [
            ['', t`Choose…`],
            ...choices.map((choice) => [choice, labelOfValue(schema, choice)] as const),
          ],
        })}
      />
      {noun && <Offers noun={noun} typed={text} onChoose={onChange} />}
      {name === 'csv' && (
        <FileButton
          accept=".csv,text/csv"
          onFiles={([file]) => void file?.text().then((read) => onChange(read))}
        >
          <Trans>Choose a file</Trans>
        </FileButton>
      )}
    </div>
  );
}

export function useProblemTexts(): (problems: readonly FieldProblem[]) => Record<string, string> {
  const { t } = useLingui();
  return (problems) => {
    const words = {
      missing: t`This field is required.`,
      euros: t`Enter an amount in euros, such as 19.99.`,
      tooManyEuros: t`Enter at most €999,999.99.`,
      number: t`Enter a whole number.`,
      tooBig: t`Enter at most 999,999,999.`,
      decimal: t`Enter a number, such as 20 or 5.5.`,
      numbers: t`Enter numbers, such as 12 13.`,
    };
    return Object.fromEntries(problems.map(({ path, problem }) => [path, words[problem]]));
  };
}
