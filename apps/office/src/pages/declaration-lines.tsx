import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';

import {
  DeclarerName,
  useDeclarationWords,
  type Flood,
  type ListedDeclaration,
} from '../lib/declarations.tsx';
import { Mark } from '../ui.tsx';
import { OrderLink } from './orders.tsx';

export function DeclarationLink({ row }: { row: Pick<ListedDeclaration, 'id' | 'kind'> }) {
  const { t } = useLingui();
  const { id } = row;
  const kind = useDeclarationWords().kind(row);
  return (
    <Link to="/declarations/$id" params={{ id: String(id) }} className="font-semibold underline">
      {t`${kind} ${id}`}
    </Link>
  );
}

export function DeclarationLine({ row }: { row: ListedDeclaration }) {
  const words = useDeclarationWords();
  const { name, contract } = row;
  const deadline = words.deadline(row);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-2 last:border-0">
      <div className="min-w-0">
        <p>
          <DeclarationLink row={row} /> · <DeclarerName name={name} />
        </p>
        <p className="text-small text-ink-soft">
          {contract === null ? (
            <Trans>Contract to be found</Trans>
          ) : contract.noun === 'order' ? (
            <OrderLink id={contract.id} />
          ) : (
            words.contract(contract.noun, contract.id)
          )}{' '}
          · <Trans>declared {words.declaredDay(row)}</Trans>
        </p>
        {deadline !== null && (
          <p
            className={`text-small ${row.isOverdue ? 'font-semibold text-error' : 'text-ink-soft'}`}
          >
            {deadline}
          </p>
        )}
      </div>
      <DeclarationMarks row={row} />
    </div>
  );
}

export function DeclarationMarks({ row }: { row: ListedDeclaration }) {
  const words = useDeclarationWords();
  return (
    <p className="flex flex-wrap gap-2">
      {row.isOverdue && (
        <Mark isAlarming>
          <Trans>Late</Trans>
        </Mark>
      )}
      {row.isReceiptLost && (
        <Mark isAlarming>
          <Trans>Receipt not delivered</Trans>
        </Mark>
      )}
      <Mark tone={row.stand === 'undecided' ? 'waiting' : 'plain'}>
        {[words.stand(row), ...(row.stand === 'undecided' ? words.daysLeft(row) : [])].join(' · ')}
      </Mark>
    </p>
  );
}

/** One row for a network above its daily limit, so that a flood does not fill the list. */
export function DeclarationFloodLine({ flood }: { flood: Flood }) {
  const words = useDeclarationWords();
  const { firstId, count, on } = flood;
  return (
    <p className="border-b border-line py-2 last:border-0">
      <Link
        to="/declarations/$id"
        params={{ id: String(firstId) }}
        className="font-semibold underline"
      >
        <Trans>
          {count} from one network on {words.day(on)}
        </Trans>
      </Link>
    </p>
  );
}
