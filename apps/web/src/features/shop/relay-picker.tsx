import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { CountryCode } from '@shop/domain/countries';
import { relaySearchOf, type RelayPoint } from '@shop/domain/relays';
import { Check, Clock, Search } from 'lucide';
import { useId, useState, type KeyboardEvent } from 'react';

import { callErrorOf } from '../../lib/call-error.ts';
import { api } from '../../lib/data.ts';
import { CodeAlert } from '../../ui/alert.tsx';
import { BUTTON } from '../../ui/button.ts';
import { focusElement } from '../../ui/focus.ts';
import { Icon } from '../../ui/icon.tsx';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';

type RelayPickerProps = {
  country: CountryCode;
  /** The point that the fields were filled in with. */
  chosenId: string | null;
  onChoose: (point: RelayPoint) => void;
};

/** Finds pickup points of a postcode or town; a press fills the fields in, which stay to be typed over. */
export function RelayPicker({ country, chosenId, onChoose }: RelayPickerProps) {
  const { t } = useLingui();
  const fieldId = useId();
  const [typed, setTyped] = useState('');
  const [near, setNear] = useState<string | null>(null);
  const found = api.relays.find.useQuery({ country, near: near ?? '' }, { enabled: near !== null });
  const isFit = relaySearchOf(typed) !== null;
  const search = () => {
    if (isFit) setNear(typed.trim());
  };
  // The form around it would be sent.
  const searchOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    search();
  };
  return (
    <div className="mt-5">
      <label htmlFor={fieldId} className="mb-1.5 block text-small font-semibold">
        <Trans>Postcode or town</Trans>
      </label>
      <div className="flex flex-wrap gap-3">
        <input
          ref={focusElement}
          id={fieldId}
          type="search"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={60}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={searchOnEnter}
          className="min-h-12 w-40 min-w-0 grow rounded-control border border-control-line bg-surface px-4 text-body"
        />
        <button
          type="button"
          disabled={!isFit || found.isFetching}
          onClick={search}
          className={`min-w-0 grow sm:grow-0 ${BUTTON.secondary}`}
        >
          <Icon of={Search} className="size-5 shrink-0" />
          <Trans>Search</Trans>
        </button>
      </div>
      <output className="mt-4 block text-small font-medium empty:hidden">
        {found.isSuccess && (
          <Plural
            value={found.data.length}
            _0="No pickup point is known to us there. Try the town next to it, or type one in below."
            one="# pickup point"
            other="# pickup points"
          />
        )}
      </output>
      {found.isFetching && <LoadingIndicator />}
      {found.isError && (
        <div className="mt-4">
          <CodeAlert kind="error" code={callErrorOf(found.error).code} />
        </div>
      )}
      {found.isSuccess && found.data.length > 0 && (
        <ul aria-label={t`Pickup points`} className="mt-3 grid gap-3 lg:grid-cols-2">
          {found.data.map((point) => (
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

/** Opening hours whose ranges and hours stay on one line each: `9 h – 12 h 30`, `Lundi–samedi`. */
const unbrokenRangesOf = (hours: string) =>
  hours
    .replaceAll(/(?<=\d) (?=h)|(?<=h) (?=\d)/g, '\u00A0')
    // A line may break after a dash even before a space that does not.
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
      className="flex size-full flex-col rounded-control border border-control-line bg-surface px-4 py-3 text-left transition-[background-color,border-color] hover:border-accent aria-pressed:border-accent aria-pressed:bg-accent-soft"
    >
      <span className="flex w-full items-start justify-between gap-3 font-semibold wrap-anywhere">
        {name}
        {isChosen && <Icon of={Check} className="size-5 shrink-0 text-accent" />}
      </span>
      <span className="text-small wrap-anywhere">
        {number} {street}, {postcode} {town}
      </span>
      <span className="mt-1.5 flex items-start gap-2 text-small text-ink-soft wrap-anywhere">
        <Icon of={Clock} className="mt-0.5 size-4 shrink-0" />
        {unbrokenRangesOf(hours)}
      </span>
    </button>
  );
}
