import type { CountryCode } from '@agres/domain/countries';
import { hoursIn, relayKeyOf, relaySearchOf, type RelayPoint } from '@agres/domain/relays';
import { Icon } from '@agres/ui/icon';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { skipToken } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { Check, Clock, MapPin, Search } from 'lucide';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';

import { callErrorOf } from '../../lib/call-error.ts';
import { api } from '../../lib/data.ts';
import { CodeAlert } from '../../ui/code-alert.tsx';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';

type RelayPickerProps = {
  /** Null until the buyer selects a country. */
  country: CountryCode | null;
  /** Null if the fields were typed by hand. */
  chosenId: string | null;
  isMissing: boolean;
  onChoose: (point: RelayPoint) => void;
};

export const RELAY_SEARCH_ID = 'relay-search';

/** Searches pickup points by postcode or town. Selecting one fills in the fields, which stay editable. */
export function RelayPicker({ country, chosenId, isMissing, onChoose }: RelayPickerProps) {
  const { t } = useLingui();
  const hintId = useId();
  const [typed, setTyped] = useState('');
  const [near, setNear] = useState<string | null>(null);
  const found = api.relays.find.useQuery(
    country !== null && near !== null ? { country, near } : skipToken,
  );
  const countRef = useRef<HTMLOutputElement>(null);
  // On a phone, the points would open below the total at the foot of the screen.
  useEffect(() => {
    const isFound = found.data !== undefined && found.data.length > 0;
    if (isFound && matchMedia('(width < 64rem)').matches) countRef.current?.scrollIntoView();
  }, [found.data]);
  const isFit = relaySearchOf(typed) !== null;
  const points = found.data ?? [];
  const searched = near === null ? null : relaySearchOf(near);
  // Without a point at the postcode, the shop answers with those of its region.
  const isElsewhere =
    searched?.by === 'postcode' &&
    points.length > 0 &&
    points.every(({ postcode }) => !relayKeyOf(postcode).startsWith(searched.key));
  /** A search is missing, rather than the choice of a point. */
  const isSearchMissing = isMissing && points.length === 0;
  const search = () => {
    if (isFit) setNear(typed.trim());
  };
  // Enter would submit the surrounding form.
  const searchOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    search();
  };
  return (
    <div className="rounded-card bg-secondary-soft p-4">
      <label
        htmlFor={RELAY_SEARCH_ID}
        className="mb-1.5 flex items-center gap-2 text-small font-semibold"
      >
        <Icon of={MapPin} className="size-4 shrink-0 text-secondary" />
        <Trans>Search by postcode or town</Trans>
      </label>
      <div className="flex gap-3">
        <input
          id={RELAY_SEARCH_ID}
          type="search"
          autoComplete="off"
          enterKeyHint="search"
          disabled={country === null}
          aria-describedby={country === null || isSearchMissing ? hintId : undefined}
          aria-invalid={isSearchMissing}
          maxLength={60}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={searchOnEnter}
          className={`min-h-12 w-full min-w-0 rounded-control border px-4 text-body disabled:border-line disabled:bg-ground-deep ${isSearchMissing ? 'border-error bg-error-ground' : 'border-control-line bg-surface'}`}
        />
        <button
          type="button"
          disabled={!isFit}
          onClick={search}
          className="grid size-12 shrink-0 place-items-center rounded-pill border border-control-line hover:bg-ground-deep disabled:border-line disabled:text-ink-soft"
        >
          <Icon of={Search} className="size-5" />
          <span className="sr-only">
            <Trans>Search</Trans>
          </span>
        </button>
      </div>
      {country === null && (
        <p id={hintId} className="mt-1.5 text-small">
          <Trans>Choose the pickup point’s country first.</Trans>
        </p>
      )}
      {country !== null && isSearchMissing && (
        <p id={hintId} className="mt-1.5 text-small font-medium text-error">
          <Trans>Choose a pickup point: search by postcode or town.</Trans>
        </p>
      )}
      <output ref={countRef} className="mt-4 block text-small font-medium empty:hidden">
        {isElsewhere && <Trans>No pickup point at {near}. The closest ones:</Trans>}
        {found.isSuccess && points.length === 0 && (
          <Trans>
            We found no pickup point near “{near}”. Check the spelling, or try a larger town nearby.
          </Trans>
        )}
        {points.length > 0 && !isElsewhere && (
          <Plural value={points.length} one="# pickup point" other="# pickup points" />
        )}
      </output>
      {found.isFetching && <LoadingIndicator />}
      {found.isError && (
        <div className="mt-4">
          <CodeAlert kind="error" code={callErrorOf(found.error).code} />
        </div>
      )}
      {isMissing && points.length > 0 && (
        <p className="mt-1.5 text-small font-medium text-error">
          <Trans>Choose one of these pickup points.</Trans>
        </p>
      )}
      {points.length > 0 && (
        <ul aria-label={t`Pickup points`} className="mt-3 grid gap-3 lg:grid-cols-2">
          {points.map((point) => (
            <li key={point.id}>
              <Point
                point={point}
                isChosen={point.id === chosenId}
                onChoose={() => onChoose(point)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export function Hours({ of: hours }: { of: string }) {
  const { locale } = useRouteContext({ from: '__root__' });
  return (
    <span className="mt-1.5 flex items-start gap-2 text-small text-ink-soft wrap-anywhere">
      <Icon of={Clock} className="mt-0.5 size-4 shrink-0" />
      {unbrokenRangesOf(hoursIn(locale, hours))}
    </span>
  );
}

/** Keeps each range and each time on one line: `9 h – 12 h 30`, `Lundi–samedi`. */
const unbrokenRangesOf = (hours: string) =>
  hours
    .replaceAll(/(?<=\d) (?=h)|(?<=h) (?=\d)/g, '\u00A0')
    // A word joiner too, because a line may break after a dash even before a no-break space.
    .replaceAll(/ ?([-–]) ?/g, (dash) =>
      dash.replaceAll(' ', '\u00A0').replace(/[-–]/, '$&\u2060'),
    );

type PointProps = { point: RelayPoint; isChosen: boolean; onChoose: () => void };

function Point({ point, isChosen, onChoose }: PointProps) {
  const { name, number, street, postcode, town, hours } = point;
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className="flex size-full flex-col rounded-control border border-control-line bg-surface px-4 py-3 text-left transition-[background-color,border-color] hover:border-secondary aria-pressed:border-2 aria-pressed:border-secondary"
    >
      <span className="flex w-full items-start justify-between gap-3 font-semibold wrap-anywhere">
        {name}
        {isChosen && (
          <span className="grid size-6 shrink-0 place-items-center rounded-pill bg-secondary text-on-dark">
            <Icon of={Check} className="size-4" />
          </span>
        )}
      </span>
      <span className="text-small wrap-anywhere">
        {number} {street}, {postcode} {town}
      </span>
      <Hours of={hours} />
    </button>
  );
}
