import type { Page } from '@agres/domain/paths';

import { withdrawalScreens } from './screens/declaration-pages.ts';
import { itemScreens } from './screens/item.ts';
import {
  acceptedTermsScreens,
  accessibilityScreens,
  articleScreens,
  blogScreens,
  contactScreens,
  errorScreens,
  faqScreens,
  homeScreens,
  legalNoticesScreens,
  programmeScreens,
  shopScreens,
  termsScreens,
} from './screens/public-pages.ts';
import type { Screen } from './screens/screen.ts';
import { cancelContractScreens, subscribeScreens } from './screens/subscription-pages.ts';
import {
  activationScreens,
  confirmEmailScreens,
  confirmStockRequestScreens,
  endStockRequestsScreens,
  logInScreens,
  myDataScreens,
  orderScreens,
  passwordRecoveryScreens,
  profileEditScreens,
  profileScreens,
  signUpScreens,
  undoEmailChangeScreens,
  updatePaymentMethodScreens,
} from './screens/user-pages.ts';

/**
 * Every page in its notable states: `pnpm screenshots` takes pictures of them, and the accessibility tests
 * examine them. A page that is not listed here does not compile.
 */
export const SCREENS = {
  home: homeScreens,
  shop: shopScreens,
  item: itemScreens,
  blog: blogScreens,
  article: articleScreens,
  programme: programmeScreens,
  logIn: logInScreens,
  signUp: signUpScreens,
  activation: activationScreens,
  passwordRecovery: passwordRecoveryScreens,
  confirmEmail: confirmEmailScreens,
  undoEmailChange: undoEmailChangeScreens,
  profile: profileScreens,
  profileEdit: profileEditScreens,
  order: orderScreens,
  myData: myDataScreens,
  updatePaymentMethod: updatePaymentMethodScreens,
  subscribe: subscribeScreens,
  cancelContract: cancelContractScreens,
  withdrawal: withdrawalScreens,
  confirmStockRequest: confirmStockRequestScreens,
  endStockRequests: endStockRequestsScreens,
  contact: contactScreens,
  faq: faqScreens,
  legalNotices: legalNoticesScreens,
  terms: termsScreens,
  acceptedTerms: acceptedTermsScreens,
  accessibility: accessibilityScreens,
  error: errorScreens,
} as const satisfies Record<Page, readonly [Screen, ...Screen[]]>;
