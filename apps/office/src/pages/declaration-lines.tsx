import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';

import {
  DeclarerName,
  useDeclarationWords,
  type Flood,
  type ListedDeclaration,
} from '../lib/declarations.tsx';
import { CARD_LINK, OrderLink } from '../lib/orders.tsx';
import { Dots, Mark } from '../ui.tsx';

type LinkProps = { row: Pick<ListedDeclaration, 'id' | 'kind'>; isCard?: boolean };

export function DeclarationLink({ row, isCard = false }: LinkProps) {
  const { t } = useLingui();
  const { id } = row;
  const kind = useDeclarationWords().kind(row);
  return (
    <Link
      to="/declarations/$id"
      params={{ id: String(id) }}
      className={`inline-block font-semibold underline ${isCard ? CARD_LINK : ''}`}
    >
      {t`${kind} ${id}`}
    </Link>
  );
}

export function DeclarationLine({ row }: { row: ListedDeclaration }) {
  const words = useDeclarationWords();
  const { name, contract } = row;
  const deadline = words.deadline(row);
  return (
    <div className="relative flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-2 last:border-0 hover:bg-ground-deep">
      <div className="min-w-0 flex-1 basis-64">
        <Dots>
          <DeclarationLink row={row} isCard />
          <DeclarerName name={name} />
        </Dots>
        <Dots className="text-small text-ink-soft">
          {contract === null ? (
            <Trans>Contract to be found</Trans>
          ) : contract.noun === 'order' ? (
            <span className="relative z-1">
              <OrderLink id={contract.id} />
            </span>
          ) : (
            words.contract(contract.noun, contract.id)
          )}
          <Trans>made on {words.declaredDay(row)}</Trans>
          {!row.isOverdue && deadline}
        </Dots>
        {row.isOverdue && <p className="text-small font-semibold text-error">{deadline}</p>}
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
      <Mark tone={row.stand === 'undecided' || row.stand === 'held' ? 'waiting' : 'plain'}>
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
