import { adoptCommand } from './adopt.ts';
import {
  articleCommand,
  articlesCommand,
  createArticleCommand,
  publishArticleCommand,
  setArticleCommand,
  unpublishArticleCommand,
} from './articles.ts';
import { exportOrdersCommand } from './bookkeeping.ts';
import { checkCommand } from './check.ts';
import type { OwnerCommand } from './command.ts';
import {
  createItemCommand,
  publishItemCommand,
  setItemCommand,
  unpublishItemCommand,
} from './item-changes.ts';
import { itemCommand, itemsCommand } from './item-commands.ts';
import { memberCommand, membersCommand } from './members.ts';
import { moneyCommand } from './money.ts';
import { addOptionCommand, setOptionCommand } from './options.ts';
import {
  deliverCommand,
  orderCommand,
  ordersCommand,
  refundCommand,
  undoDeliveryCommand,
} from './orders.ts';
import { adjustStockCommand, stockCommand, stockLogCommand } from './stock.ts';
import { todayCommand } from './today.ts';

/** Every command of the shop owner, as the help lists them. */
export const OWNER_COMMANDS: readonly OwnerCommand[] = [
  todayCommand,
  checkCommand,
  ordersCommand,
  orderCommand,
  deliverCommand,
  undoDeliveryCommand,
  refundCommand,
  exportOrdersCommand,
  moneyCommand,
  stockCommand,
  adjustStockCommand,
  stockLogCommand,
  itemsCommand,
  itemCommand,
  createItemCommand,
  setItemCommand,
  publishItemCommand,
  unpublishItemCommand,
  addOptionCommand,
  setOptionCommand,
  articlesCommand,
  articleCommand,
  createArticleCommand,
  setArticleCommand,
  publishArticleCommand,
  unpublishArticleCommand,
  membersCommand,
  memberCommand,
  adoptCommand,
];

export function findCommand(name: string): OwnerCommand | undefined {
  return OWNER_COMMANDS.find((command) => command.name === name);
}
