import { orderNumberOf, type DeclarationKind, type NamedContract } from '@agres/domain/declaration';
import type { DeclarationReceived } from '@agres/domain/declarations.schema';
import { Trans } from '@lingui/react/macro';

import { Fact, Facts } from '../../ui/facts.tsx';
import type { Draft } from './use-declaration.ts';
import { NextStepSummary } from './what-comes-next.tsx';

type SummaryProps = {
  kind: DeclarationKind;
  received: DeclarationReceived;
  draft: Draft;
  moment: string;
};

export function Summary({ kind, received, draft, moment }: SummaryProps) {
  const { number } = received;
  return (
    <Facts>
      <Fact label={<Trans>Notice</Trans>}>
        {kind === 'withdrawal' ? <Trans>Withdrawal</Trans> : <Trans>Cancellation</Trans>}{' '}
        <Trans>no. {number}</Trans>
      </Fact>
      <Fact label={<Trans>Received on</Trans>}>{moment}</Fact>
      <Fact label={<Trans>Contract</Trans>}>
        <ContractSummary kind={kind} contract={draft.contract} />
      </Fact>
      <Fact label={<Trans>Next</Trans>}>
        <NextStepSummary received={received} step={draft.next} />
      </Fact>
    </Facts>
  );
}

type ContractInShortProps = { kind: DeclarationKind; contract: NamedContract };

function ContractSummary({ kind, contract }: ContractInShortProps) {
  const orderId = kind === 'withdrawal' ? orderNumberOf(contract) : null;
  if (orderId !== null) return <Trans>Order no. {orderId}</Trans>;
  return 'reference' in contract ? <>{contract.reference}</> : <Trans>Your subscription</Trans>;
}
