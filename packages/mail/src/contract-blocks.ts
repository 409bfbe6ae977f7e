import { currentBrand, isPlaceholder, type Brand } from '@agres/domain/brand';
import { messages } from '@agres/i18n/messages';
import { readPlainText } from '@agres/legal/plain-text';
import { returnCosts as englishReturnCosts } from '@agres/legal/withdrawal.en';
import { returnCosts as frenchReturnCosts } from '@agres/legal/withdrawal.fr';
import type { ContractText } from '@agres/legal/write-contract-texts';

import { factList, heading, note, paragraph, reference, type Block, type Fact } from './content.ts';
import type { Attachment } from './mailer.ts';
import type { Voice } from './voice.ts';

/** The accepted terms of a contract, and the links to read them and to withdraw. */
export type ContractBasis = {
  /** The text as accepted and stored; null for a contract without a stored text. */
  contractText: ContractText | null;
  /** The permanent link to that text, or to the present terms if it was not stored. */
  termsLink: string;
  /** The online withdrawal function (Code de la consommation, L221-21). */
  withdrawalLink: string;
};

const TEXT = messages('contract', {
  withdrawal: 'Your right of withdrawal',
  until: 'Until',
  untilReceipt:
    '14 days after the day on which you receive the parcel, without giving a reason; before delivery too',
  untilDay: '{lastDay}, that day included, without giving a reason',
  online: 'Online',
  withdraw: 'Withdraw from contract here',
  sendingBack: 'Returning the item',
  sendTo: 'Within 14 days of your notice, to {address}. {costs}',
  rights: 'The seller and your guarantees',
  seller: 'Seller',
  telephone: 'Telephone',
  complaints: 'Questions and complaints',
  complainTo: '{email}, or by post to the address of the seller',
  guarantee: 'Legal guarantee',
  goodsGuarantee:
    'Conformity for 2 years from delivery; hidden defects for 2 years from their discovery',
  serviceGuarantee: 'Conformity of the service for as long as you subscribe',
  mediator: 'Consumer mediator',
  attached: 'Attached to this email',
  keep: 'The general terms, the information on withdrawal and a withdrawal form, word for word as you accepted them. Keep this email: it is your copy of the contract.',
  acceptedTerms: 'The general terms that you accepted, on our site',
  presentTerms: 'The general terms',
});

const RETURN_COSTS = { fr: frenchReturnCosts, en: englishReturnCosts };

/** Returns the sentence that says who pays for the return. */
export const returnCosts = ({ locale }: Voice, brand: Pick<Brand, 'returnPaidBy'>): string =>
  RETURN_COSTS[locale](brand);

/** Determines the withdrawal period and the guarantee. */
type About =
  | { kind: 'goods' }
  /** `lastDay` is the last day to withdraw, in words. */
  | { kind: 'service'; lastDay: string };

/**
 * Builds the blocks that a contract's confirmation needs besides its own facts (Code de la consommation,
 * L221-13, L221-5): right of withdrawal, seller, guarantees and mediator. Omits unknown facts.
 */
export function contractBlocks(
  voice: Voice,
  { about, basis }: { about: About; basis: ContractBasis },
  brand: Brand = currentBrand(),
): Block[] {
  const { say } = voice;
  const { contractText, termsLink, withdrawalLink } = basis;
  return [
    heading(say(TEXT.withdrawal)),
    factList(withdrawalFacts(voice, about, { withdrawalLink, brand })),
    reference(say(TEXT.withdraw), withdrawalLink),
    ...(contractText === null ? [] : [note(bodyOf(contractText.notice))]),
    heading(say(TEXT.rights)),
    factList(sellerFacts(voice, about, brand)),
    ...(contractText === null
      ? [reference(say(TEXT.presentTerms), termsLink)]
      : [
          heading(say(TEXT.attached)),
          paragraph(say(TEXT.keep)),
          reference(say(TEXT.acceptedTerms), termsLink),
        ]),
  ];
}

function withdrawalFacts(
  voice: Voice,
  about: About,
  { withdrawalLink, brand }: { withdrawalLink: string; brand: Brand },
): Fact[] {
  const { say } = voice;
  const address = `${brand.seller.legalName}, ${brand.returnAddress ?? brand.seller.address}`;
  const online = { label: say(TEXT.online), value: withdrawalLink };
  if (about.kind === 'service') {
    const value = say(TEXT.untilDay, { lastDay: about.lastDay });
    return [{ label: say(TEXT.until), value, isMain: true }, online];
  }
  return [
    { label: say(TEXT.until), value: say(TEXT.untilReceipt), isMain: true },
    online,
    {
      label: say(TEXT.sendingBack),
      value: say(TEXT.sendTo, { address, costs: returnCosts(voice, brand) }),
    },
  ];
}

function sellerFacts({ say }: Voice, { kind }: About, brand: Brand): Fact[] {
  const { legalName, address, telephone, registration, vatNumber } = brand.seller;
  const registers = [registration, vatNumber].filter((number) => !isPlaceholder(number));
  const { mediator } = brand;
  return [
    { label: say(TEXT.seller), value: [legalName, address, ...registers].join('\n') },
    ...(telephone === null ? [] : [{ label: say(TEXT.telephone), value: telephone }]),
    {
      label: say(TEXT.complaints),
      value: say(TEXT.complainTo, { email: brand.supportEmail }),
    },
    {
      label: say(TEXT.guarantee),
      value: say(kind === 'goods' ? TEXT.goodsGuarantee : TEXT.serviceGuarantee),
    },
    ...(mediator === null
      ? []
      : [
          {
            label: say(TEXT.mediator),
            value: [mediator.name, mediator.address, mediator.url].join('\n'),
          },
        ]),
  ];
}

/** Removes the title, which the email shows itself. */
function bodyOf(text: string): string {
  return text.slice(readPlainText(text).title.length).trim();
}

/**
 * Returns the parts of the accepted text as files named by their titles. Their texts reproduce the hash that
 * identifies the contract's text.
 */
export function contractAttachments({
  contractText,
}: Pick<ContractBasis, 'contractText'>): Attachment[] {
  if (contractText === null) return [];
  const { terms, notice, form } = contractText;
  return [terms, notice, form].map((text) => ({
    fileName: `${readPlainText(text).title}.txt`,
    text,
  }));
}
