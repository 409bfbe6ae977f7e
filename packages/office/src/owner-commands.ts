import { ownerErrorOf, type RefusalWords } from '@agres/core/operations/refuse';
import { CONTRACTS } from '@agres/shop/contracts';

import { adoptCommand } from './adoption/adopt-command.ts';
import {
  articleCommand,
  articlesCommand,
  createArticleCommand,
  publishArticleCommand,
  setArticleCommand,
  unpublishArticleCommand,
} from './blog/article-commands.ts';
import { adjustStockCommand, stockLogCommand } from './catalogue/adjust-stock.ts';
import {
  createItemCommand,
  publishItemCommand,
  setItemCommand,
  unpublishItemCommand,
} from './catalogue/edit-items.ts';
import { itemCommand, itemsCommand } from './catalogue/list-items.ts';
import { addOptionCommand, setOptionCommand } from './catalogue/option-commands.ts';
import { relateItemsCommand } from './catalogue/relate-items.ts';
import { checkCommand } from './check-command.ts';
import { answeredCommand, messagesCommand } from './contact/answer-messages.ts';
import { createDeclarationDecisions } from './declarations/decide-declarations.ts';
import { createDeclarationLists } from './declarations/list-declarations.ts';
import { lawCheckCommand } from './law-check.ts';
import type { OwnerCommand, OwnerDeps } from './operations/command.ts';
import type { OwnerAnswer, OwnerRequest } from './operations/owner-answer.ts';
import { lineValue } from './operations/values.ts';
import { deliverCommand, undoDeliveryCommand } from './orders/deliver-orders.ts';
import { exportOrdersCommand } from './orders/export-orders.ts';
import { orderCommand, ordersCommand } from './orders/find-orders.ts';
import { prepareCommand } from './orders/prepare-orders.ts';
import { recipientCommand } from './orders/read-archive.ts';
import { cancelCommand, refundCommand, transferCommand } from './orders/refund-orders.ts';
import {
  releaseCommand,
  sendCommand,
  trackCommand,
  undoSendingCommand,
} from './orders/send-orders.ts';
import { countStockCommand } from './purchase/count-stock.ts';
import { exportBooksCommand } from './purchase/export-books.ts';
import { stockCommand } from './purchase/list-stock.ts';
import { moneyCommand } from './purchase/money-command.ts';
import { sendGiftCommand } from './referral/gifts.ts';
import { refundsCommand } from './refund/list-refunds.ts';
import { refundPaymentCommand, transferPaymentCommand } from './refund/refund-payment-commands.ts';
import { importRelaysCommand } from './relays/import-relays.ts';
import { contractCommand } from './subscription/subscription-commands.ts';
import { todayCommand } from './today.ts';
import {
  eraseMemberCommand,
  exportMemberCommand,
  memberCommand,
  membersCommand,
} from './users/member-commands.ts';

/** Every command of the shop owner, as the help lists them. */
export const OWNER_COMMANDS: readonly OwnerCommand[] = [
  todayCommand,
  checkCommand,
  lawCheckCommand,
  ordersCommand,
  orderCommand,
  prepareCommand,
  sendCommand,
  undoSendingCommand,
  trackCommand,
  releaseCommand,
  deliverCommand,
  undoDeliveryCommand,
  cancelCommand,
  refundCommand,
  transferCommand,
  refundsCommand,
  refundPaymentCommand,
  transferPaymentCommand,
  recipientCommand,
  exportOrdersCommand,
  exportBooksCommand,
  sendGiftCommand,
  ...createDeclarationLists(CONTRACTS),
  ...createDeclarationDecisions(CONTRACTS),
  messagesCommand,
  answeredCommand,
  moneyCommand,
  stockCommand,
  adjustStockCommand,
  countStockCommand,
  stockLogCommand,
  itemsCommand,
  itemCommand,
  createItemCommand,
  setItemCommand,
  relateItemsCommand,
  publishItemCommand,
  unpublishItemCommand,
  addOptionCommand,
  setOptionCommand,
  importRelaysCommand,
  articlesCommand,
  articleCommand,
  createArticleCommand,
  setArticleCommand,
  publishArticleCommand,
  unpublishArticleCommand,
  membersCommand,
  memberCommand,
  contractCommand,
  exportMemberCommand,
  eraseMemberCommand,
  adoptCommand,
];

/** The command of this name; undefined for an unknown one. */
export function findCommand(name: string): OwnerCommand | undefined {
  return OWNER_COMMANDS.find((command) => command.name === name);
}

const byValue = lineValue(80);

/** Runs a command of the shop owner. Throws for a fault of the program or the database. */
export async function answerCommand(
  { refusalWords, ...deps }: Omit<OwnerDeps, 'by'> & { refusalWords: RefusalWords },
  { command: name, values, by }: OwnerRequest,
): Promise<OwnerAnswer> {
  const known = byValue.safeParse(by);
  if (!known.success) {
    return { kind: 'misused', reason: '--by must be a name of 1 to 80 characters.' };
  }
  const command = findCommand(name);
  if (command === undefined) {
    return {
      kind: 'misused',
      reason: `There is no command "${name}". \`pnpm shop\` lists them.`,
    };
  }
  try {
    return { kind: 'done', ...(await command.run({ ...deps, by: known.data }, values)) };
  } catch (error) {
    const reason = ownerErrorOf(error, refusalWords);
    if (reason === undefined) throw error;
    return reason;
  }
}
