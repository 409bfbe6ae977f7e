import { useLingui } from '@lingui/react/macro';

import type { api } from './api.ts';

export type Seller = Awaited<ReturnType<typeof api.shop.readFacts.query>>;
export type FactName = Exclude<keyof Seller, 'updatedAt'>;

export function useFactLabels(): Readonly<Record<FactName, string>> {
  const { t } = useLingui();
  return {
    legalName: t`Company name`,
    form: t`Legal form`,
    capitalEuros: t`Capital, in euros`,
    registration: t`Registration`,
    vatNumber: t`VAT number`,
    address: t`Address`,
    telephone: t`Telephone`,
    publicationDirector: t`Publication director`,
    host: t`Hosting company`,
    hostTelephone: t`Host’s telephone`,
    mediatorAddress: t`Mediator’s address`,
    mediatorUrl: t`Website of the mediator`,
    mediatorName: t`Consumer mediator`,
    producerIds: t`Producer register numbers (EPR)`,
    returnAddress: t`Address for returns`,
    returnPaidBy: t`Who pays for the return after a withdrawal`,
  };
}

/** The fields of facts with another name in the brand. */
const FIELDS_OF_FACTS: Readonly<Record<string, string>> = {
  'host.identity': 'host',
  'host.telephone': 'hostTelephone',
  mediator: 'mediatorName',
};
/** Takes a path in the brand, such as `seller.telephone`. */
export const fieldOfFact = (place: string) =>
  FIELDS_OF_FACTS[place] ?? place.replace(/^seller\./, '');

/** Returns the labels of facts, given by their paths in the brand, separated by commas. */
export function useFactNames(): (places: readonly string[]) => string {
  const labels: Readonly<Record<string, string>> = useFactLabels();
  return (places) => places.map((place) => labels[fieldOfFact(place)]).join(', ');
}

type Area = Awaited<ReturnType<typeof api.shop.readDelivery.query>>['areas'][number];

export function useAreaNames(): Readonly<Record<Area['area'], string>> {
  const { t } = useLingui();
  return {
    0: t`Metropolitan France`,
    1: t`Europe`,
    2: t`Overseas and rest of the world`,
  };
}
