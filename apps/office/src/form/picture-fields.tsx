import { isOwnPicture, UPLOAD_MEGABYTES, UPLOAD_TYPES } from '@agres/domain/stored-pictures';
import { BUTTON } from '@agres/ui/button';
import { Icon } from '@agres/ui/icon';
import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft, ArrowRight, Trash2, type IconNode } from 'lucide';
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';

import { uploadPicture } from '../lib/api.ts';
import { useChange } from '../lib/staff.tsx';
import { CallError, FileButton, ICON_BUTTON, ICON_SIZE, useDragging } from '../ui.tsx';
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

const isPicture = (url: string) => /^(?:\/|https:\/\/)./.test(url);

/** A grid of pictures in their order. A pressed one shows its fields below the grid. */
export function PicturesField({
  label,
  path,
  typed,
  problems,
  onChange,
  captionOf,
  renderFields,
}: PictureProps & {
  /** What a picture shows, such as an option. */
  captionOf?: (typed: Typed) => string;
  renderFields: (row: Row) => ReactNode;
}) {
  const { t } = useLingui();
  const rows = Array.isArray(typed) ? typed : [];
  const grid = useRef<HTMLOListElement>(null);
  const [pressed, setPressed] = useState<number | null>(null);
  const wrong = rows.findIndex((_, index) =>
    Object.keys(problems).some((name) => `${name}.`.startsWith(`${path}.${index}.`)),
  );
  const shown = pressed ?? wrong;
  const row = rows[shown];
  const move = (from: number, to: number) => {
    const moved = rows[from];
    if (moved === undefined || rows[to] === undefined) return;
    if (pressed !== null) setPressed(to);
    onChange(rows.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
  const dragOf = useDragging(move);
  const add = (url: string) => onChange([...rows, { url, optionTitle: '' }]);
  const remove = () => {
    setPressed(null);
    onChange(rows.toSpliced(shown, 1));
    // The pressed button goes with the picture.
    grid.current?.querySelectorAll('button')[shown === 0 ? 1 : shown - 1]?.focus();
  };
  return (
    <Group legend={label}>
      <ol
        ref={grid}
        className="clear-both grid grid-cols-3 gap-2 empty:hidden sm:grid-cols-4 lg:grid-cols-6"
      >
        {rows.map((one, index) => (
          <li
            // The rows have no id of their own.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            {...dragOf(index)}
          >
            <PictureTile
              number={index + 1}
              url={urlOf(one)}
              caption={captionOf?.(one) ?? ''}
              isPressed={index === shown}
              onPress={() => setPressed(index === shown ? null : index)}
            />
          </li>
        ))}
      </ol>
      {row !== undefined && (
        <PictureDetails
          number={shown + 1}
          isLast={shown === rows.length - 1}
          onMove={(by) => move(shown, by === null ? 0 : shown + by)}
          onRemove={remove}
        >
          {renderFields({
            path: `${path}.${shown}`,
            typed: row,
            onChange: (next) => onChange(rows.toSpliced(shown, 1, next)),
          })}
          {!isOwnPicture(urlOf(row)) && (
            <AddressField
              path={`${path}.${shown}.url`}
              url={urlOf(row)}
              problem={problems[`${path}.${shown}.url`] ?? problems[`${path}.${shown}`]}
              startsOpen={urlOf(row) === ''}
              onChange={(url) => onChange(rows.toSpliced(shown, 1, { ...recordOf(row), url }))}
            />
          )}
        </PictureDetails>
      )}
      <FileField label={t`Add pictures`} isMultiple onUploaded={add} />
      <button
        type="button"
        className={`${BUTTON.quiet} justify-self-start text-small`}
        onClick={() => {
          setPressed(rows.length);
          add('');
        }}
      >
        <Trans>Add from a web address</Trans>
      </button>
    </Group>
  );
}

type TileProps = {
  number: number;
  url: string;
  caption: string;
  isPressed: boolean;
  onPress: () => void;
};

const TILE_LABEL =
  'absolute left-1 max-w-[calc(100%-0.5rem)] truncate rounded-pill bg-surface px-1.5 py-0.5 text-caption font-medium sm:px-2';

function PictureTile({ number, url, caption, isPressed, onPress }: TileProps) {
  const { t } = useLingui();
  return (
    <button
      type="button"
      aria-expanded={isPressed}
      className="relative block aspect-square w-full overflow-hidden rounded-control border border-line bg-ground-deep aria-expanded:outline-3 aria-expanded:outline-secondary"
      onClick={onPress}
    >
      {isPicture(url) ? (
        <img
          src={url}
          alt={t`Picture ${number}`}
          draggable={false}
          className="size-full object-cover"
        />
      ) : (
        <span className="text-small text-ink-soft">{t`Picture ${number}`}</span>
      )}
      {number === 1 && <span className={`${TILE_LABEL} top-1`}>{t`Cover`}</span>}
      {caption !== '' && <span className={`${TILE_LABEL} bottom-1`}>{caption}</span>}
    </button>
  );
}

type DetailsProps = {
  number: number;
  isLast: boolean;
  /** Null moves it to the first place. */
  onMove: (by: -1 | 1 | null) => void;
  onRemove: () => void;
  children: ReactNode;
};

function PictureDetails({ number, isLast, onMove, onRemove, children }: DetailsProps) {
  const { t } = useLingui();
  return (
    <section aria-label={t`Picture ${number}`} className="grid gap-4 rounded-control bg-ground p-4">
      <div className="flex flex-wrap items-center gap-2">
        <MoveAcross icon={ArrowLeft} isEnd={number === 1} onMove={() => onMove(-1)}>
          <Trans>Move picture {number} forward</Trans>
        </MoveAcross>
        <MoveAcross icon={ArrowRight} isEnd={isLast} onMove={() => onMove(1)}>
          <Trans>Move picture {number} back</Trans>
        </MoveAcross>
        {number > 1 && (
          <button
            type="button"
            className={`${BUTTON.quiet} max-sm:order-last sm:mx-2`}
            onClick={() => onMove(null)}
          >
            <Trans>Use as the cover</Trans>
          </button>
        )}
        <button type="button" className={`${ICON_BUTTON} ml-auto`} onClick={onRemove}>
          <Icon of={Trash2} className={ICON_SIZE} />
          <span className="sr-only">
            <Trans>
              Remove<span> picture {number}</span>
            </Trans>
          </span>
        </button>
      </div>
      {children}
    </section>
  );
}

type MoveProps = { icon: IconNode; isEnd: boolean; onMove: () => void; children: ReactNode };

/** Keeps the focus at the end of the order. */
function MoveAcross({ icon, isEnd, onMove, children }: MoveProps) {
  return (
    <button
      type="button"
      className={`${ICON_BUTTON} aria-disabled:border-line aria-disabled:text-ink-soft`}
      aria-disabled={isEnd}
      onClick={() => !isEnd && onMove()}
    >
      <Icon of={icon} className={ICON_SIZE} />
      <span className="sr-only">{children}</span>
    </button>
  );
}

const recordOf = (row: Typed) => (typeof row === 'object' && !Array.isArray(row) ? row : {});

function urlOf(row: Typed): string {
  const { url } = recordOf(row);
  return typeof url === 'string' ? url : '';
}

function Preview({ url, alt }: { url: string; alt: string }) {
  // A partly typed address cannot be shown.
  if (!isPicture(url)) return null;
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
    <div
      className={
        isMultiple
          ? 'grid justify-items-center gap-1 rounded-control border border-dashed border-control-line p-4 text-center'
          : 'grid gap-1'
      }
      aria-busy={isBusy}
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => {
        const files = Array.from(event.dataTransfer.files).slice(0, isMultiple ? undefined : 1);
        if (files.length === 0 || isBusy) return;
        event.preventDefault();
        void upload(files);
      }}
    >
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
