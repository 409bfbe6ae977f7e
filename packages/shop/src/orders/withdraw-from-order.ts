import { raiseAlert } from '@agres/core/jobs/alert';
import { enqueueEmail } from '@agres/core/jobs/email';
import type { Db, Prisma, Tx } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import { mayBePacked, withdrawalLastDay } from '@agres/domain/consumer-rights';
import { parisDayOf, type Day } from '@agres/domain/days';
import { numbersIn, withdrawalReason } from '@agres/domain/declaration';
import type { NextStep } from '@agres/domain/declarations.schema';
import { isDemoPayment } from '@agres/domain/demonstration';
import { DomainError } from '@agres/domain/errors';
import {
  addEvent,
  closeDeclaration,
  eventOf,
  lockDeclaration,
  type Declaration,
} from '@agres/money/declarations/declaration';
import { countEarlierOrders, markPerson } from '@agres/money/declarations/withdrawal-marks';
import { holdOrder } from '@agres/money/orders/hold-order';
import { cancelOrder } from '@agres/money/refund/cancel-order';
import { requestRefund, returnUnit } from '@agres/money/refund/request-refund';
import {
  readGivenCents,
  readOrderPayment,
  type OrderPayment,
} from '@agres/money/refund/returned-money';
import type { z } from 'zod';

import {
  ACTOR,
  retryAfterRefusal,
  type ContractRight,
  type Contracts,
  type ContractStanding,
  type DeclarationDeps,
  type RecheckDelay,
} from '../declarations/contract.ts';
import { declarationFollowedEmail } from '../declarations/emails.ts';

/** The maximum number of a person's orders that `listRights` returns, newest first. */
const MAX_LISTED = 50;
const MAX_NEAR_ORDERS = 20;
const OWNER_RECHECK_SECONDS = 300;
/** The delay before checking again whether goods to be returned were refunded in another way. */
const RETURN_RECHECK_SECONDS = 86_400;

/**
 * How many withdrawals of a person are carried out automatically per day; further ones wait for the owner.
 */
const MAX_AUTOMATIC_PER_DAY = 4;

const ORDER = {
  id: true,
  status: true,
  orderDate: true,
  postDate: true,
  contractTextId: true,
  sentAt: true,
  printedAt: true,
  cancelledAt: true,
  heldFor: true,
} satisfies Prisma.OrderSelect;
type WithdrawnOrder = Prisma.OrderGetPayload<{ select: typeof ORDER }>;

const isSent = ({ sentAt, status }: WithdrawnOrder) => sentAt !== null || status === 'delivered';

/**
 * Whether the parcel cannot have left: it is not prepared, and no working morning has passed since the order.
 */
function isCertainlyUnsent({ printedAt, orderDate }: WithdrawnOrder, now: Date): boolean {
  return printedAt === null && !mayBePacked(orderDate, now);
}

/** The period starts on the day of delivery that the shop owner enters. */
function lastDayOf({
  postDate,
  orderDate,
  contractTextId,
}: Pick<WithdrawnOrder, 'postDate' | 'orderDate' | 'contractTextId'>): Day | null {
  return withdrawalLastDay({
    startsOn: postDate === null ? null : parisDayOf(postDate),
    // guard: without a stored contract text, the longer withdrawal period applies
    informedOn: contractTextId === null ? null : parisDayOf(orderDate),
  });
}

function nextStepOf(order: WithdrawnOrder, now: Date): NextStep {
  if (order.cancelledAt !== null) return 'cancelled';
  if (isSent(order)) return 'sent_back';
  return isCertainlyUnsent(order, now) && order.heldFor === null ? 'cancelled' : 'checked';
}

export const orderContracts: Contracts = {
  noun: 'order',
  kinds: new Set(['withdrawal']),

  listRights: async ({ db, clock }, userId) => {
    const now = clock();
    const today = parisDayOf(now);
    const orders = await db.order.findMany({
      where: { userId },
      select: { ...ORDER, itemTitleFr: true, itemTitleEn: true, amountCents: true },
      orderBy: [{ orderDate: 'desc' }, { id: 'desc' }],
      take: MAX_LISTED,
    });
    const ids = orders.map(({ id }) => id);
    const given = await readGivenCents(db, ids);
    return orders.map((order): ContractRight => {
      const lastDay = lastDayOf(order);
      // guard: a fully refunded order is not listed as open to withdrawal
      const isOver = order.cancelledAt !== null || (given.get(order.id) ?? 0) >= order.amountCents;
      return {
        contractId: order.id,
        orderId: order.id,
        title: { fr: order.itemTitleFr, en: order.itemTitleEn },
        contractDate: order.orderDate.toISOString(),
        lastDay,
        isOpen: !isOver && (lastDay === null || today <= lastDay),
        isOver,
        next: nextStepOf(order, now),
      };
    });
  },

  findOwn: async (db, { userId, contractId }) => {
    if (contractId === undefined) return null;
    // guard: a member can withdraw only from their own orders
    const order = await db.order.findFirst({
      where: { id: contractId, userId },
      select: { id: true },
    });
    return order?.id ?? null;
  },

  findNamed: async (db, { userId, reference }) => {
    const orders = await db.order.findMany({
      where: { userId, id: { in: numbersIn(reference) } },
      select: { id: true },
      take: 2,
    });
    // guard: a reference that matches two orders selects neither
    return orders.length === 1 ? (orders[0]?.id ?? null) : null;
  },

  findNear: async (db, { emailKey, reference }) => {
    const numbers = numbersIn(reference);
    const user = await db.user.findUnique({ where: { emailKey }, select: { id: true } });
    const [own, numbered] = await Promise.all([
      user === null ? [] : findNearOrders(db, { userId: user.id }),
      numbers.length === 0 ? [] : findNearOrders(db, { id: { in: numbers } }),
    ]);
    const orders = [...own, ...numbered.filter(({ id }) => !own.some((one) => one.id === id))];
    return orders.map(({ id, orderDate, itemTitleFr, itemTitleEn, ...order }) => ({
      contractId: id,
      isOfAddress: user !== null && order.userId === user.id,
      isNumbered: numbers.includes(id),
      title: itemTitleFr,
      titleEn: itemTitleEn,
      madeOn: parisDayOf(orderDate),
      accountEmail: order.user?.email ?? null,
    }));
  },

  standings: async (db, ids) => {
    const orders = await db.order.findMany({
      where: { id: { in: [...ids] } },
      select: { ...ORDER, amountCents: true, feeCents: true, userId: true },
    });
    const given = await readGivenCents(db, ids);
    return orders.map((order): ContractStanding => {
      const { id, amountCents, feeCents, heldFor } = order;
      return {
        contractId: id,
        followedUntil: lastDayOf(order),
        goods: isSent(order) ? 'sent' : heldFor === null ? 'here' : 'held',
        isCancelled: order.cancelledAt !== null,
        isEnding: order.cancelledAt !== null,
        hasAccount: order.userId !== null,
        money: {
          goodsCents: amountCents - feeCents,
          leftCents: Math.max(0, amountCents - (given.get(id) ?? 0)),
        },
      };
    });
  },

  lock: async (tx, id) => {
    await tx.$queryRaw`SELECT 1 FROM orders WHERE id = ${id}::int FOR UPDATE`;
  },

  endAccess: async () => {},

  follow,
};

const findNearOrders = (db: Db, where: Prisma.OrderWhereInput) =>
  db.order.findMany({
    where,
    select: {
      id: true,
      orderDate: true,
      itemTitleFr: true,
      itemTitleEn: true,
      userId: true,
      user: { select: { email: true } },
    },
    orderBy: { id: 'desc' },
    take: MAX_NEAR_ORDERS,
  });

type Step = {
  recheck: RecheckDelay;
  isRefunding?: true;
  alert?: string;
};

async function follow(
  deps: DeclarationDeps,
  { id, orderId, proof }: Declaration,
): Promise<RecheckDelay> {
  if (orderId === null) return 'never';
  let step: Step;
  try {
    step = await inTransaction(deps.db, async (tx) => {
      // Lock users before orders (decision 073).
      await markWithdrawal(tx, { orderId, proof });
      await orderContracts.lock(tx, orderId);
      const declaration = await lockDeclaration(tx, id);
      const order = await tx.order.findUniqueOrThrow({ where: { id: orderId }, select: ORDER });
      return declaration === null
        ? { recheck: 'never' as const }
        : decide(tx, { declaration, order, now: deps.clock() });
    });
  } catch (error) {
    // A pending refund or a dispute postpones only the refund.
    return retryAfterRefusal(error);
  }
  deps.wakeJobs();
  if (step.isRefunding) deps.wakeRefunds();
  if (step.alert !== undefined) {
    await raiseAlert(deps, {
      event: step.alert,
      facts: { declarationId: id, orderId },
      dedupe: `declaration_waits:${id}`,
      every: 'day',
    });
  }
  return step.recheck;
}

/** Counts a member's own withdrawal towards `MAX_AUTOMATIC_PER_DAY`. */
async function markWithdrawal(
  tx: Tx,
  { orderId, proof }: { orderId: number; proof: Declaration['proof'] },
): Promise<void> {
  if (proof !== 'account') return;
  const { userId } = await tx.order.findUniqueOrThrow({
    where: { id: orderId },
    select: { userId: true },
  });
  if (userId !== null) await markPerson(tx, { noun: 'order', contractId: orderId, userId });
}

type WithdrawalInput = { declaration: Declaration; order: WithdrawnOrder; now: Date };

async function decide(tx: Tx, { declaration, order, now }: WithdrawalInput): Promise<Step> {
  const { id: declarationId } = declaration;
  const goods = eventOf(declaration, 'goods_back');
  if (goods !== undefined && eventOf(declaration, 'refund_requested') === undefined) {
    return refundGoods(tx, declaration, order.id);
  }
  if (declaration.closedAt !== null) return { recheck: 'never' };
  if (order.cancelledAt !== null) {
    const facts = { reason: 'order_cancelled' };
    await closeDeclaration(tx, declarationId, { by: 'system', facts });
    return { recheck: 'never' };
  }
  const payment = await readOrderPayment(tx, order.id);
  const isHeldElse = order.heldFor !== null && order.heldFor !== 'withdrawal';
  // guard: an order that may have been sent is not cancelled automatically
  const canCancel = isCertainlyUnsent(order, now) && !isHeldElse;
  if (canCancel && !isSent(order)) {
    // guard: withdrawals cancel four orders per person and day at most automatically
    const isOneOfMany = (await countEarlierOrders(tx, order.id)) >= MAX_AUTOMATIC_PER_DAY;
    if (!isOneOfMany) return cancel(tx, declaration, order.id);
  }
  if (payment !== null && payment.leftCents === 0 && !payment.isInFlight) {
    return closeGivenBack(tx, declaration, payment);
  }
  if (isSent(order)) return askForReturn(tx, declaration);
  const isFirst = eventOf(declaration, 'held') === undefined;
  const held = { orderId: order.id, heldFor: 'withdrawal', actor: ACTOR } as const;
  if (isFirst && (await holdOrder(tx, held))) {
    await addEvent(tx, declarationId, { kind: 'held', by: 'system' });
  }
  return {
    recheck: { inSeconds: OWNER_RECHECK_SECONDS },
    alert: 'A withdrawal waits for a decision in the office: has the parcel left?',
  };
}

type DeclarationNews = z.output<typeof declarationFollowedEmail.request>['news'];

/** Enqueues the email about how to return the goods, or about the outcome, once each. */
const enqueueNews = (tx: Tx, declarationId: number, news: DeclarationNews) =>
  enqueueEmail(tx, {
    email: declarationFollowedEmail,
    request: { declarationId, news },
    dedupe: `declaration_${news.kind === 'howToReturn' ? 'return' : 'followed'}:${declarationId}`,
  });

/**
 * Closes a declaration whose payment was already refunded, and emails the buyer the amount that their bank
 * returned.
 */
async function closeGivenBack(
  tx: Tx,
  { id }: Declaration,
  { bankCents }: OrderPayment,
): Promise<Step> {
  const facts =
    bankCents === 0 ? { reason: 'already_refunded' } : { reason: 'lost_dispute', bankCents };
  await closeDeclaration(tx, id, { by: 'system', facts });
  if (bankCents > 0) await enqueueNews(tx, id, { kind: 'givenByBank', bankCents });
  return { recheck: 'never' };
}

async function cancel(tx: Tx, { id }: Declaration, orderId: number): Promise<Step> {
  const before = await readOrderPayment(tx, orderId);
  const { refund, waitsFor } = await cancelOrder(tx, {
    orderId,
    reason: withdrawalReason(id),
    actor: ACTOR,
    key: `declaration:${id}`,
    origin: 'withdrawal',
  });
  const waitingCents = waitsFor === 'refund_in_flight' ? (before?.leftCents ?? 0) : 0;
  const refundCents = refund?.amountCents ?? waitingCents;
  const bankCents = before?.bankCents ?? 0;
  await addEvent(tx, id, {
    kind: 'refund_requested',
    by: 'system',
    facts: { refundCents, waitsFor, bankCents },
  });
  await closeDeclaration(tx, id, { by: 'system', facts: { reason: 'order_cancelled' } });
  const isDisputed = waitsFor === 'disputed';
  await enqueueNews(tx, id, { kind: 'orderCancelled', refundCents, bankCents, isDisputed });
  return { recheck: 'never', isRefunding: true };
}

async function askForReturn(tx: Tx, declaration: Declaration): Promise<Step> {
  const { id } = declaration;
  const recheck = { inSeconds: RETURN_RECHECK_SECONDS };
  if (eventOf(declaration, 'return_asked') !== undefined) return { recheck };
  await addEvent(tx, id, { kind: 'return_asked', by: 'system' });
  await enqueueNews(tx, id, { kind: 'howToReturn' });
  return { recheck };
}

async function refundGoods(tx: Tx, declaration: Declaration, orderId: number): Promise<Step> {
  const { id } = declaration;
  const { facts = {} } = eventOf(declaration, 'goods_back') ?? {};
  const payment = await readOrderPayment(tx, orderId);
  if (payment === null) throw new Error(`order ${orderId} has no payment`);
  if (payment.isInFlight) throw new DomainError('refund_in_flight');
  const wantedToKeepCents = Number(facts['keptCents'] ?? 0);
  // Demonstration data has no real payment to refund.
  const isPaid = !isDemoPayment(payment.intentId);
  const refundCents = isPaid ? Math.max(0, payment.leftCents - wantedToKeepCents) : 0;
  const keptCents = isPaid ? payment.leftCents - refundCents : 0;
  const reason = String(facts['reason'] ?? '');
  const { account, intentId, paidCents, bankCents } = payment;
  const why = withdrawalReason(id);
  const unitIsBack = facts['unitIsBack'] === true;
  if (refundCents > 0) {
    await requestRefund(tx, {
      account,
      intentId,
      orderId,
      paidCents,
      amountCents: refundCents,
      reason: why,
      actor: ACTOR,
      key: `declaration:${id}`,
      origin: 'withdrawal',
      unitIsBack,
    });
  } else if (unitIsBack) {
    // Money and stock are separate facts: the unit is back even if the bank returned the money.
    await returnUnit(tx, orderId, { reason: why, actor: ACTOR });
  }
  await addEvent(tx, id, {
    kind: 'refund_requested',
    by: 'system',
    facts: { refundCents, keptCents, bankCents },
  });
  await closeDeclaration(tx, id, { by: 'system', facts: { reason: 'goods_back' } });
  await enqueueNews(tx, id, { kind: 'goodsBack', refundCents, keptCents, bankCents, reason });
  return { recheck: 'never', isRefunding: true };
}
