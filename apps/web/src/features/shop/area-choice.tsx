import { Trans } from '@lingui/react/macro';
import { DELIVERY_AREAS, type DeliveryArea } from '@shop/domain/delivery';

import { useAreaNames } from '../../ui/area-names.ts';
import { useFeeText } from './fee-text.ts';

type AreaChoiceProps = { chosen: DeliveryArea; onChoose: (area: DeliveryArea) => void };

/** The delivery areas, each with what delivery there costs. */
export function AreaChoice({ chosen, onChoose }: AreaChoiceProps) {
  const feeText = useFeeText();
  const names = useAreaNames();
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-semibold">
        <Trans>Delivery area</Trans>
      </legend>
      <div className="grid gap-3 sm:grid-cols-3">
        {DELIVERY_AREAS.map((area) => {
          const fee = feeText(area);
          return (
            <label
              key={area}
              className="grid min-h-12 grid-cols-[auto_1fr] content-start gap-x-3 rounded-control border border-control-line px-4 py-3 has-checked:border-accent has-checked:bg-accent-soft"
            >
              <input
                type="radio"
                name="area"
                value={area}
                checked={area === chosen}
                onChange={() => onChoose(area)}
                className="mt-0.5 size-5 shrink-0 accent-accent"
              />
              <span className="font-semibold">{names[area]}</span>
              <span className="col-start-2 text-small text-ink-soft">
                <Trans>Packing and delivery: {fee}</Trans>
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
