import {
  createArticle,
  deleteArticle,
  getArticle,
  listEveryArticle,
  publishArticle,
  setArticle,
  unpublishArticle,
} from './blog/articles.ts';
import { listInvoices, readItemSales, readMonths } from './books/figures.ts';
import { exportBooks, readBalance } from './books/movements.ts';
import { listPayments, openSales, rebuildOrders, refundPayments } from './books/payments.ts';
import { readVat, setVat } from './books/vat.ts';
import { adjustStock, logStock } from './catalogue/adjust-stock.ts';
import { arrangeItems, setBestSellers } from './catalogue/arrange-items.ts';
import { countStock } from './catalogue/count-stock.ts';
import {
  createItem,
  deleteItem,
  publishItem,
  setItem,
  unpublishItem,
} from './catalogue/edit-items.ts';
import { getItem, listEveryItem } from './catalogue/list-items.ts';
import { listStock } from './catalogue/list-stock.ts';
import { addOption, setOption } from './catalogue/options.ts';
import { relateItems } from './catalogue/relate-items.ts';
import { checkInvariants } from './checks/check-invariants.ts';
import { checkLaw } from './checks/check-law.ts';
import {
  answerMessage,
  getMessage,
  listMessages,
  markAnswered,
  reopenMessage,
} from './contact/answer-messages.ts';
import {
  acceptDeclaration,
  closeByOwner,
  contestDeclaration,
  noteGoods,
  recordDeclaration,
} from './declarations/decide-declarations.ts';
import { getDeclaration, listDeclarations } from './declarations/list-declarations.ts';
import { deliverOrders, undoDelivery } from './orders/deliver-orders.ts';
import { correctAddress, setNote } from './orders/edit-orders.ts';
import { exportOrders } from './orders/export-orders.ts';
import { getOrder, listOrders } from './orders/find-orders.ts';
import { readOrderHistory } from './orders/order-history.ts';
import { labelOrders } from './orders/order-labels.ts';
import { prepareOrders } from './orders/prepare-orders.ts';
import { readRecipient } from './orders/read-archive.ts';
import { readTracking } from './orders/read-tracking.ts';
import {
  cancelReplacement,
  correctReplacementAddress,
  createReplacement,
  deliverReplacement,
  prepareReplacement,
  sendReplacement,
  trackReplacement,
  undoReplacementDelivery,
  undoReplacementSending,
} from './orders/replace-orders.ts';
import { releaseHeld, sendOrders, trackOrder, undoSending } from './orders/send-orders.ts';
import { sendGift } from './referral/gifts.ts';
import { listRefunds } from './refund/list-refunds.ts';
import { cancelUnsent, refundOrder, recordOrderTransfer } from './refund/refund-orders.ts';
import { refundPayment, recordPaymentTransfer } from './refund/refund-payments.ts';
import { importRelays } from './relays/import-relays.ts';
import { declineReview, listReviews, publishReview } from './reviews/decide-reviews.ts';
import { readDelivery, setDelivery } from './settings/delivery-fees.ts';
import {
  addFaqEntry,
  listFaqEntries,
  moveFaqEntry,
  removeFaqEntry,
  setFaqEntry,
} from './settings/faq.ts';
import { readPause, setPause } from './settings/sales-pause.ts';
import { readFacts, setFacts } from './settings/seller-facts.ts';
import { readJournal } from './staff/read-journal.ts';
import {
  changeStaff,
  endStaffSessions,
  inviteStaff,
  listStaff,
  removeStaff,
  removeStaffDevice,
} from './staff/staff-operations.ts';
import { findContracts } from './subscription/subscriptions.ts';
import { readToday } from './today.ts';
import {
  endMemberSessions,
  eraseMember,
  exportMember,
  findMember,
  listMembers,
  sendActivation,
  sendRecovery,
} from './users/members.ts';

/** Every operation of the office by noun and verb, which form its name. */
export const OPERATIONS = {
  today: { read: readToday },
  orders: {
    list: listOrders,
    get: getOrder,
    prepare: prepareOrders,
    send: sendOrders,
    undoSending,
    track: trackOrder,
    labels: labelOrders,
    readTracking,
    history: readOrderHistory,
    correctAddress,
    setNote,
    release: releaseHeld,
    deliver: deliverOrders,
    undoDelivery,
    cancel: cancelUnsent,
    readArchived: readRecipient,
    export: exportOrders,
  },
  replacements: {
    create: createReplacement,
    prepare: prepareReplacement,
    send: sendReplacement,
    undoSending: undoReplacementSending,
    track: trackReplacement,
    deliver: deliverReplacement,
    undoDelivery: undoReplacementDelivery,
    correctAddress: correctReplacementAddress,
    cancel: cancelReplacement,
  },
  refunds: {
    list: listRefunds,
    request: refundOrder,
    transfer: recordOrderTransfer,
    requestAgain: refundPayment,
    transferPayment: recordPaymentTransfer,
  },
  payments: {
    list: listPayments,
    rebuild: rebuildOrders,
    refund: refundPayments,
    openSales,
  },
  books: {
    months: readMonths,
    items: readItemSales,
    invoices: listInvoices,
    readVat,
    setVat,
    export: exportBooks,
    balance: readBalance,
  },
  checks: { invariants: checkInvariants, law: checkLaw },
  declarations: {
    list: listDeclarations,
    get: getDeclaration,
    accept: acceptDeclaration,
    contest: contestDeclaration,
    close: closeByOwner,
    record: recordDeclaration,
    noteGoods,
  },
  messages: {
    list: listMessages,
    get: getMessage,
    answer: answerMessage,
    markAnswered,
    reopen: reopenMessage,
  },
  reviews: { list: listReviews, publish: publishReview, decline: declineReview },
  stock: { list: listStock, adjust: adjustStock, count: countStock, log: logStock },
  items: {
    list: listEveryItem,
    get: getItem,
    create: createItem,
    set: setItem,
    relate: relateItems,
    arrange: arrangeItems,
    setBestSellers,
    publish: publishItem,
    unpublish: unpublishItem,
    delete: deleteItem,
  },
  options: { add: addOption, set: setOption },
  relays: { import: importRelays },
  articles: {
    list: listEveryArticle,
    get: getArticle,
    create: createArticle,
    set: setArticle,
    publish: publishArticle,
    unpublish: unpublishArticle,
    delete: deleteArticle,
  },
  members: {
    list: listMembers,
    get: findMember,
    sendActivation,
    sendRecovery,
    endSessions: endMemberSessions,
    export: exportMember,
    erase: eraseMember,
  },
  subscriptions: { contracts: findContracts },
  gifts: { send: sendGift },
  shop: { readPause, setPause, readFacts, setFacts, readDelivery, setDelivery },
  faq: {
    list: listFaqEntries,
    add: addFaqEntry,
    set: setFaqEntry,
    move: moveFaqEntry,
    remove: removeFaqEntry,
  },
  staff: {
    list: listStaff,
    invite: inviteStaff,
    change: changeStaff,
    remove: removeStaff,
    endSessions: endStaffSessions,
    removeDevice: removeStaffDevice,
  },
  journal: { list: readJournal },
} as const;
