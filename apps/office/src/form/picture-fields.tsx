import { isOwnPicture, UPLOAD_MEGABYTES, UPLOAD_TYPES } from '@agres/domain/stored-pictures';
import { BUTTON } from '@agres/ui/button';
import { Icon } from '@agres/ui/icon';
import { Trans, useLingui } from '@lingui/react/macro';
import { Trash2 } from 'lucide';
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';

import { uploadPicture } from '../lib/api.ts';
import { useChange } from '../lib/staff.tsx';
import { CallError, FileButton, ICON_BUTTON, ICON_SIZE, MoveButtons } from '../ui.tsx';
import { Field, GROUP } from './fields.tsx';
import type { Typed } from './schema.ts';

type PictureProps = {
  label: string;
  path: string;
  typed: Typed;
  problems: Readonly<Record<string, string>>;
  onChange: (typed: Typed) => void;
};

/** Whether an upload of this page is in progress. A form sent now would omit its picture. */
export const isUploading = (): boolean =>
  document.querySelector('form [aria-busy="true"]') !== null;

export function Group({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className={`${GROUP} grid gap-4`}>
      {/* A float stands inside the border. */}
      <legend className="float-left text-title-s font-bold">{legend}</legend>
      {children}
    </fieldset>
  );
}

/** A field for one picture: its address, or a file that uploads as soon as it is chosen. */
export function PictureField({ label, path, typed, problems, onChange }: PictureProps) {
  const { t } = useLingui();
  const url = typeof typed === 'string' ? typed : '';
  return (
    <Group legend={label}>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Preview url={url} alt={label} />
        <FileField label={t`Choose a picture`} isMultiple={false} onUploaded={onChange} />
        {url !== '' && (
          <button type="button" className={BUTTON.quiet} onClick={() => onChange('')}>
            <Trans>Remove the picture</Trans>
          </button>
        )}
      </div>
      {!isOwnPicture(url) && (
        <AddressField path={path} url={url} problem={problems[path]} onChange={onChange} />
      )}
    </Group>
  );
}

const SUMMARY = 'min-h-11 w-fit cursor-pointer content-center text-small text-ink-soft underline';

type Row = Pick<PictureProps, 'path' | 'typed' | 'onChange'>;
type Moved = { to: number; by: -1 | 1 };

export function PicturesField({
  label,
  path,
  typed,
  problems,
  onChange,
  renderFields,
}: PictureProps & { renderFields: (row: Row) => ReactNode }) {
  const { t } = useLingui();
  const rows = Array.isArray(typed) ? typed : [];
  const list = useRef<HTMLOListElement>(null);
  const moved = useRef<Moved | null>(null);
  // Keeps the focus on the moved picture.
  useLayoutEffect(() => {
    if (moved.current === null) return;
    const { to, by } = moved.current;
    moved.current = null;
    const buttons =
      list.current?.children[to]?.querySelectorAll<HTMLButtonElement>('button[data-by]:enabled');
    const all = Array.from(buttons ?? []);
    (all.find(({ dataset }) => dataset['by'] === String(by)) ?? all[0])?.focus();
  });
  const move = (from: number, by: -1 | 1) => {
    const row = rows[from];
    if (row === undefined) return;
    moved.current = { to: from + by, by };
    onChange(rows.toSpliced(from, 1).toSpliced(from + by, 0, row));
  };
  const add = (url: string) => onChange([...rows, { url, optionTitle: '' }]);
  return (
    <Group legend={label}>
      <ol ref={list} className="grid gap-4">
        {rows.map((row, index) => {
          const place = `${path}.${index}`;
          const number = index + 1;
          const url = urlOf(row);
          const change = (next: Typed) => onChange(rows.toSpliced(index, 1, next));
          return (
            // The rows have no id of their own.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} className="flex gap-4">
              <Preview url={url} alt={t`Picture ${number}`} />
              <div className="grid min-w-0 flex-1 content-start gap-3">
                <div className="flex flex-wrap items-center gap-2">
                  <MoveButtons
                    title={t`picture ${number}`}
                    isFirst={index === 0}
                    isLast={number === rows.length}
                    onMove={(by) => move(index, by)}
                  />
                  <button
                    type="button"
                    className={ICON_BUTTON}
                    onClick={() => onChange(rows.toSpliced(index, 1))}
                  >
                    <Icon of={Trash2} className={ICON_SIZE} />
                    <span className="sr-only">
                      <Trans>
                        Remove<span> picture {number}</span>
                      </Trans>
                    </span>
                  </button>
                </div>
                {renderFields({ path: place, typed: row, onChange: change })}
                {!isOwnPicture(url) && (
                  <AddressField
                    path={`${place}.url`}
                    url={url}
                    problem={problems[`${place}.url`] ?? problems[place]}
                    startsOpen={url === ''}
                    onChange={(next) => change({ ...recordOf(row), url: next })}
                  />
                )}
              </div>
            </li>
          );
        })}
      </ol>
      <FileField label={t`Add pictures`} isMultiple onUploaded={add} />
      <details>
        <summary className={SUMMARY}>
          <Trans>Add from a web address</Trans>
        </summary>
        <button type="button" className={BUTTON.quiet} onClick={() => add('')}>
          <Trans>Add a picture by its address</Trans>
        </button>
      </details>
    </Group>
  );
}

const recordOf = (row: Typed) => (typeof row === 'object' && !Array.isArray(row) ? row : {});

function urlOf(row: Typed): string {
  const { url } = recordOf(row);
  return typeof url === 'string' ? url : '';
}

function Preview({ url, alt }: { url: string; alt: string }) {
  // A partly typed address cannot be shown.
  if (!/^(?:\/|https:\/\/)./.test(url)) return null;
  return (
    <img
      src={url}
      alt={alt}
      className="h-fit max-h-28 w-fit max-w-20 rounded-control sm:max-w-36"
    />
  );
}

type AddressProps = {
  path: string;
  url: string;
  problem: string | undefined;
  startsOpen?: boolean;
  onChange: (url: string) => void;
};

/** Collapsed by default, because an upload fills it in. */
function AddressField({ path, url, problem, startsOpen = false, onChange }: AddressProps) {
  const { t } = useLingui();
  const [isOpen] = useState(startsOpen);
  return (
    <details open={isOpen || problem !== undefined}>
      <summary className={SUMMARY}>
        <Trans>Address of this picture</Trans>
      </summary>
      <Field
        label={t`Address of the picture`}
        name={path}
        value={url}
        onChange={onChange}
        problems={problem === undefined ? {} : { [path]: problem }}
      />
    </details>
  );
}

type FileProps = { label: string; isMultiple: boolean; onUploaded: (url: string) => void };

/** Uploads the chosen files and shows why an upload was refused. */
export function FileField({ label, isMultiple, onUploaded }: FileProps) {
  const { t } = useLingui();
  const id = useId();
  const change = useChange();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  // Calls the latest handler: an upload must not undo changes typed meanwhile.
  const latest = useRef(onUploaded);
  useLayoutEffect(() => {
    latest.current = onUploaded;
  });
  const upload = async (files: readonly File[]) => {
    setError(null);
    setIsBusy(true);
    try {
      for (const file of files) {
        // One by one, to keep the pictures in order.
        const { path } = await change(() =>
          uploadPicture(file, t`This file is larger than ${UPLOAD_MEGABYTES} MB.`),
        );
        latest.current(path);
      }
    } catch (failure) {
      setError(failure);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <div className="grid gap-1" aria-busy={isBusy}>
      <FileButton
        accept={UPLOAD_TYPES.join(',')}
        multiple={isMultiple}
        disabled={isBusy}
        aria-describedby={`${id}-told`}
        onFiles={(files) => void upload(files)}
      >
        {label}
      </FileButton>
      <p id={`${id}-told`} className="text-small text-ink-soft">
        <Trans>JPEG, PNG or WebP, {UPLOAD_MEGABYTES} MB at most.</Trans>
      </p>
      <output className="text-small">{isBusy && <Trans>Uploading…</Trans>}</output>
      <CallError error={error} />
    </div>
  );
}
