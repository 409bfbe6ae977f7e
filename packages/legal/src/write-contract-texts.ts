import { currentBrand, type Brand } from '@agres/domain/brand';
import type { Locale } from '@agres/domain/locale';
import { typesetFrench } from '@agres/i18n/typography';

import { typesetText, type LegalText } from './legal-text.ts';
import { plainTextOf } from './plain-text.ts';
import { terms as englishTerms } from './terms.en.ts';
import { terms as frenchTerms } from './terms.fr.ts';
import * as english from './withdrawal.en.ts';
import * as french from './withdrawal.fr.ts';

/** The parts of a contract text, as plain text. */
export type ContractText = { terms: string; notice: string; form: string };

const asFrench = (text: LegalText) => plainTextOf(typesetText(text, typesetFrench));

/**
 * Returns the contract texts of this release in each language. Import it only on the server: the module
 * contains all texts.
 */
export function writeContractTexts(brand: Brand = currentBrand()): Record<Locale, ContractText> {
  return {
    fr: {
      terms: asFrench(frenchTerms(brand)),
      notice: asFrench(french.withdrawalNotice(brand)),
      form: asFrench(french.withdrawalForm(brand)),
    },
    en: {
      terms: plainTextOf(englishTerms(brand)),
      notice: plainTextOf(english.withdrawalNotice(brand)),
      form: plainTextOf(english.withdrawalForm(brand)),
    },
  };
}
