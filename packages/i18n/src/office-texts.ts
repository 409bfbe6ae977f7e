import type { Locale } from '@agres/domain/locale';
import type { MessageDescriptor } from '@lingui/core';

import { createI18n, type Catalog } from './create-i18n.ts';
import { messages as english } from './locales/en/office.ts';
import { messages as french } from './locales/fr/office.ts';

// The texts of the owner's office for its operations and their fields. The English is here, for extraction;
// the French in `locales/fr/office.po`. `pnpm check operations` ensures that none is missing.

/** The texts of an operation: the label of its button, and its effect. */
type OperationText = { label: MessageDescriptor; help: MessageDescriptor };

/** @public Read by `pnpm i18n`. */
export const OPERATION_TEXTS: Readonly<Record<string, OperationText>> = {
  'today.read': {
    label: /*i18n*/ { id: 'office.today.read', message: 'To do' },
    help: /*i18n*/ {
      id: 'office.today.read.help',
      message: 'What is waiting: money, notices, parcels, messages, stock.',
    },
  },
  'orders.list': {
    label: /*i18n*/ { id: 'office.orders.list', message: 'Orders' },
    help: /*i18n*/ {
      id: 'office.orders.list.help',
      message: 'The latest orders, by state and day.',
    },
  },
  'orders.get': {
    label: /*i18n*/ { id: 'office.orders.get', message: 'View an order' },
    help: /*i18n*/ {
      id: 'office.orders.get.help',
      message: 'The item, recipient, payment and parcel of one order.',
    },
  },
  'orders.prepare': {
    label: /*i18n*/ { id: 'office.orders.prepare', message: 'Prepare parcels' },
    help: /*i18n*/ {
      id: 'office.orders.prepare.help',
      message:
        'Shows the addresses and marks the orders as prepared. A withdrawal then waits for your decision.',
    },
  },
  'orders.send': {
    label: /*i18n*/ { id: 'office.orders.send', message: 'Mark as sent' },
    help: /*i18n*/ {
      id: 'office.orders.send.help',
      message:
        'Buyers get an email ten minutes later. Until then you can undo it and no email is sent.',
    },
  },
  'orders.undoSending': {
    label: /*i18n*/ { id: 'office.orders.undoSending', message: 'Undo sending' },
    help: /*i18n*/ {
      id: 'office.orders.undoSending.help',
      message:
        'Puts the order back among the parcels to send. If the email has left, a correction follows.',
    },
  },
  'orders.track': {
    label: /*i18n*/ { id: 'office.orders.track', message: 'Change tracking' },
    help: /*i18n*/ {
      id: 'office.orders.track.help',
      message: 'Sets the carrier and tracking number of a sent parcel.',
    },
  },
  'orders.release': {
    label: /*i18n*/ { id: 'office.orders.release', message: 'Release' },
    help: /*i18n*/ {
      id: 'office.orders.release.help',
      message: 'The held order becomes a parcel to send again.',
    },
  },
  'orders.deliver': {
    label: /*i18n*/ { id: 'office.orders.deliver', message: 'Mark as delivered' },
    help: /*i18n*/ {
      id: 'office.orders.deliver.help',
      message: 'The buyer sees it in their profile. The withdrawal period starts on that day.',
    },
  },
  'orders.undoDelivery': {
    label: /*i18n*/ { id: 'office.orders.undoDelivery', message: 'Undo delivery' },
    help: /*i18n*/ {
      id: 'office.orders.undoDelivery.help',
      message: 'The order is no longer marked as delivered.',
    },
  },
  'orders.cancel': {
    label: /*i18n*/ { id: 'office.orders.cancel', message: 'Cancel the order' },
    help: /*i18n*/ {
      id: 'office.orders.cancel.help',
      message:
        'Cancels an order that was not sent. Everything is refunded and the unit goes back into stock.',
    },
  },
  'orders.readArchived': {
    label: /*i18n*/ { id: 'office.orders.readArchived', message: 'Read an archived address' },
    help: /*i18n*/ {
      id: 'office.orders.readArchived.help',
      message: 'Name and address of an old order. Reading it is recorded.',
    },
  },
  'orders.labels': {
    label: /*i18n*/ { id: 'office.orders.labels', message: 'Export for the carrier' },
    help: /*i18n*/ {
      id: 'office.orders.labels.help',
      message: 'A CSV file with the addresses and pickup point ids, to import at the carrier.',
    },
  },
  'orders.readTracking': {
    label: /*i18n*/ { id: 'office.orders.readTracking', message: 'Import tracking numbers' },
    help: /*i18n*/ {
      id: 'office.orders.readTracking.help',
      message:
        'From the carrier’s CSV: order, then tracking number. Unsent orders are marked as sent. If a line is wrong, nothing changes.',
    },
  },
  'orders.history': {
    label: /*i18n*/ { id: 'office.orders.history', message: 'Order history' },
    help: /*i18n*/ {
      id: 'office.orders.history.help',
      message: 'What was done to an order, and by whom.',
    },
  },
  'orders.correctAddress': {
    label: /*i18n*/ { id: 'office.orders.correctAddress', message: 'Correct the address' },
    help: /*i18n*/ {
      id: 'office.orders.correctAddress.help',
      message: 'For an order that has not been sent. The area that was paid for stays.',
    },
  },
  'orders.setNote': {
    label: /*i18n*/ { id: 'office.orders.setNote', message: 'Write a note' },
    help: /*i18n*/ {
      id: 'office.orders.setNote.help',
      message: 'For the shop only: the buyer does not see it.',
    },
  },
  'replacements.create': {
    label: /*i18n*/ { id: 'office.replacements.create', message: 'Send a replacement' },
    help: /*i18n*/ {
      id: 'office.replacements.create.help',
      message:
        'A free parcel in place of a sent one. Takes a unit out of stock; the parcel then waits to be sent.',
    },
  },
  'replacements.prepare': {
    label: /*i18n*/ { id: 'office.replacements.prepare', message: 'Prepare a replacement' },
    help: /*i18n*/ {
      id: 'office.replacements.prepare.help',
      message: 'Shows the address and marks the replacement as prepared.',
    },
  },
  'replacements.send': {
    label: /*i18n*/ { id: 'office.replacements.send', message: 'Mark a replacement as sent' },
    help: /*i18n*/ {
      id: 'office.replacements.send.help',
      message:
        'The buyer gets an email ten minutes later. Until then you can undo it and no email is sent.',
    },
  },
  'replacements.undoSending': {
    label: /*i18n*/ {
      id: 'office.replacements.undoSending',
      message: 'Undo sending a replacement',
    },
    help: /*i18n*/ {
      id: 'office.replacements.undoSending.help',
      message: 'Possible until the buyer has been emailed.',
    },
  },
  'replacements.track': {
    label: /*i18n*/ { id: 'office.replacements.track', message: 'Change a replacement’s tracking' },
    help: /*i18n*/ {
      id: 'office.replacements.track.help',
      message: 'For a replacement that was sent.',
    },
  },
  'replacements.deliver': {
    label: /*i18n*/ {
      id: 'office.replacements.deliver',
      message: 'Mark a replacement as delivered',
    },
    help: /*i18n*/ {
      id: 'office.replacements.deliver.help',
      message: 'For a replacement that was sent.',
    },
  },
  'replacements.undoDelivery': {
    label: /*i18n*/ {
      id: 'office.replacements.undoDelivery',
      message: 'Undo a replacement’s delivery',
    },
    help: /*i18n*/ {
      id: 'office.replacements.undoDelivery.help',
      message: 'The replacement is sent, but not delivered.',
    },
  },
  'replacements.correctAddress': {
    label: /*i18n*/ {
      id: 'office.replacements.correctAddress',
      message: 'Correct a replacement’s address',
    },
    help: /*i18n*/ {
      id: 'office.replacements.correctAddress.help',
      message: 'For a replacement that has not been sent.',
    },
  },
  'replacements.cancel': {
    label: /*i18n*/ { id: 'office.replacements.cancel', message: 'Cancel a replacement' },
    help: /*i18n*/ {
      id: 'office.replacements.cancel.help',
      message: 'For a replacement that has not been sent. Its unit goes back into stock.',
    },
  },
  'members.sendActivation': {
    label: /*i18n*/ { id: 'office.members.sendActivation', message: 'Send the activation email' },
    help: /*i18n*/ {
      id: 'office.members.sendActivation.help',
      message: 'Sends the link that activates the account again.',
    },
  },
  'members.sendRecovery': {
    label: /*i18n*/ { id: 'office.members.sendRecovery', message: 'Send a recovery email' },
    help: /*i18n*/ {
      id: 'office.members.sendRecovery.help',
      message: 'Sends a link to choose a new password.',
    },
  },
  'members.endSessions': {
    label: /*i18n*/ { id: 'office.members.endSessions', message: 'Sign a member out' },
    help: /*i18n*/ {
      id: 'office.members.endSessions.help',
      message: 'Ends all sessions of the member on every device.',
    },
  },
  'refunds.list': {
    label: /*i18n*/ { id: 'office.refunds.list', message: 'Refunds' },
    help: /*i18n*/ {
      id: 'office.refunds.list.help',
      message: 'Refunds, including those that failed.',
    },
  },
  'refunds.request': {
    label: /*i18n*/ { id: 'office.refunds.request', message: 'Refund an order' },
    help: /*i18n*/ {
      id: 'office.refunds.request.help',
      message: 'Refunds all or part to the card that paid. The buyer gets an email.',
    },
  },
  'refunds.transfer': {
    label: /*i18n*/ { id: 'office.refunds.transfer', message: 'Record a bank transfer' },
    help: /*i18n*/ {
      id: 'office.refunds.transfer.help',
      message: 'For a failed refund that you paid by bank transfer. The buyer gets an email.',
    },
  },
  'refunds.requestAgain': {
    label: /*i18n*/ { id: 'office.refunds.requestAgain', message: 'Retry a refund' },
    help: /*i18n*/ {
      id: 'office.refunds.requestAgain.help',
      message: 'For a payment without an order whose refund failed.',
    },
  },
  'refunds.transferPayment': {
    label: /*i18n*/ {
      id: 'office.refunds.transferPayment',
      message: 'Record a payment’s transfer',
    },
    help: /*i18n*/ {
      id: 'office.refunds.transferPayment.help',
      message: 'For a payment without an order that you refunded by bank transfer.',
    },
  },
  'declarations.list': {
    label: /*i18n*/ {
      id: 'office.declarations.list',
      message: 'Withdrawals and cancellations',
    },
    help: /*i18n*/ {
      id: 'office.declarations.list.help',
      message: 'What waits for a decision.',
    },
  },
  'declarations.get': {
    label: /*i18n*/ { id: 'office.declarations.get', message: 'View a notice' },
    help: /*i18n*/ {
      id: 'office.declarations.get.help',
      message: 'The text, the deadlines and the contracts it may be about.',
    },
  },
  'declarations.accept': {
    label: /*i18n*/ { id: 'office.declarations.accept', message: 'Accept a notice' },
    help: /*i18n*/ {
      id: 'office.declarations.accept.help',
      message:
        'Everything counts from the time of the notice. An order that was not sent is cancelled and refunded.',
    },
  },
  'declarations.contest': {
    label: /*i18n*/ { id: 'office.declarations.contest', message: 'Contest a notice' },
    help: /*i18n*/ {
      id: 'office.declarations.contest.help',
      message: 'The buyer reads your reason and how to answer it.',
    },
  },
  'declarations.close': {
    label: /*i18n*/ { id: 'office.declarations.close', message: 'Close a notice' },
    help: /*i18n*/ {
      id: 'office.declarations.close.help',
      message: 'For a notice that nothing follows from, such as goods that never came back.',
    },
  },
  'declarations.record': {
    label: /*i18n*/ { id: 'office.declarations.record', message: 'Record a notice' },
    help: /*i18n*/ {
      id: 'office.declarations.record.help',
      message: 'For a notice that came by post or email. The day it was sent counts.',
    },
  },
  'declarations.noteGoods': {
    label: /*i18n*/ { id: 'office.declarations.noteGoods', message: 'Record a return' },
    help: /*i18n*/ {
      id: 'office.declarations.noteGoods.help',
      message: 'The goods are back: everything is refunded, or a sum is kept with a reason.',
    },
  },
  'messages.list': {
    label: /*i18n*/ { id: 'office.messages.list', message: 'Messages' },
    help: /*i18n*/ {
      id: 'office.messages.list.help',
      message: 'Messages from the contact form.',
    },
  },
  'messages.get': {
    label: /*i18n*/ { id: 'office.messages.get', message: 'Read a message' },
    help: /*i18n*/ {
      id: 'office.messages.get.help',
      message: 'The text of a message and the answers to it.',
    },
  },
  'messages.answer': {
    label: /*i18n*/ { id: 'office.messages.answer', message: 'Answer by email' },
    help: /*i18n*/ {
      id: 'office.messages.answer.help',
      message: 'Sends your text to the writer, with their message below it.',
    },
  },
  'messages.markAnswered': {
    label: /*i18n*/ { id: 'office.messages.markAnswered', message: 'Mark as answered' },
    help: /*i18n*/ {
      id: 'office.messages.markAnswered.help',
      message: 'No email is sent: you have answered yourself.',
    },
  },
  'reviews.list': {
    label: /*i18n*/ { id: 'office.reviews.list', message: 'Reviews' },
    help: /*i18n*/ {
      id: 'office.reviews.list.help',
      message: 'What members write about items that they received.',
    },
  },
  'reviews.publish': {
    label: /*i18n*/ { id: 'office.reviews.publish', message: 'Publish a review' },
    help: /*i18n*/ {
      id: 'office.reviews.publish.help',
      message: 'Shows it on the page of its item, good or bad alike.',
    },
  },
  'reviews.decline': {
    label: /*i18n*/ { id: 'office.reviews.decline', message: 'Decline a review' },
    help: /*i18n*/ {
      id: 'office.reviews.decline.help',
      message: 'It is not shown, or no longer. An email gives its author your reason.',
    },
  },
  'stock.list': {
    label: /*i18n*/ { id: 'office.stock.list', message: 'Stock' },
    help: /*i18n*/ { id: 'office.stock.list.help', message: 'What is left, held and sold.' },
  },
  'stock.adjust': {
    label: /*i18n*/ { id: 'office.stock.adjust', message: 'Adjust stock' },
    help: /*i18n*/ {
      id: 'office.stock.adjust.help',
      message: 'Adds or removes units, with a reason.',
    },
  },
  'stock.count': {
    label: /*i18n*/ { id: 'office.stock.count', message: 'Count stock' },
    help: /*i18n*/ {
      id: 'office.stock.count.help',
      message: 'Enter what is on the shelf, parcels to send included.',
    },
  },
  'stock.log': {
    label: /*i18n*/ { id: 'office.stock.log', message: 'Stock history' },
    help: /*i18n*/ {
      id: 'office.stock.log.help',
      message: 'The changes of an option, newest first.',
    },
  },
  'items.list': {
    label: /*i18n*/ { id: 'office.items.list', message: 'Items' },
    help: /*i18n*/ {
      id: 'office.items.list.help',
      message: 'Every item of the shop, published or not.',
    },
  },
  'items.get': {
    label: /*i18n*/ { id: 'office.items.get', message: 'View an item' },
    help: /*i18n*/ {
      id: 'office.items.get.help',
      message: 'Texts, options, pictures and price of an item.',
    },
  },
  'items.create': {
    label: /*i18n*/ { id: 'office.items.create', message: 'Add an item' },
    help: /*i18n*/ {
      id: 'office.items.create.help',
      message: 'The item stays hidden until you publish it.',
    },
  },
  'items.set': {
    label: /*i18n*/ { id: 'office.items.set', message: 'Edit an item' },
    help: /*i18n*/ { id: 'office.items.set.help', message: 'Past orders keep the item as it was.' },
  },
  'items.relate': {
    label: /*i18n*/ { id: 'office.items.relate', message: 'Choose related items' },
    help: /*i18n*/ { id: 'office.items.relate.help', message: 'The items shown below this item.' },
  },
  'items.arrange': {
    label: /*i18n*/ { id: 'office.items.arrange', message: 'Arrange the items' },
    help: /*i18n*/ {
      id: 'office.items.arrange.help',
      message: 'The order of the items in the shop. Those you do not name come after.',
    },
  },
  'items.setBestSellers': {
    label: /*i18n*/ { id: 'office.items.setBestSellers', message: 'Choose the best sellers' },
    help: /*i18n*/ {
      id: 'office.items.setBestSellers.help',
      message: 'The best sellers of the home page, in their order. No other item is one.',
    },
  },
  'items.publish': {
    label: /*i18n*/ { id: 'office.items.publish', message: 'Publish an item' },
    help: /*i18n*/ {
      id: 'office.items.publish.help',
      message: 'Puts the item on sale, now or from a day on.',
    },
  },
  'items.unpublish': {
    label: /*i18n*/ { id: 'office.items.unpublish', message: 'Unpublish an item' },
    help: /*i18n*/ {
      id: 'office.items.unpublish.help',
      message: 'Takes the item out of the shop. Its orders stay.',
    },
  },
  'options.add': {
    label: /*i18n*/ { id: 'office.options.add', message: 'Add an option' },
    help: /*i18n*/ {
      id: 'office.options.add.help',
      message: 'Such as a size or colour, with its stock.',
    },
  },
  'options.set': {
    label: /*i18n*/ { id: 'office.options.set', message: 'Rename an option' },
    help: /*i18n*/ {
      id: 'office.options.set.help',
      message: 'Changes the name of an option in both languages.',
    },
  },
  'relays.import': {
    label: /*i18n*/ { id: 'office.relays.import', message: 'Import pickup points' },
    help: /*i18n*/ {
      id: 'office.relays.import.help',
      message: 'Replaces the list of pickup points. Counts first what would change.',
    },
  },
  'articles.list': {
    label: /*i18n*/ { id: 'office.articles.list', message: 'Blog articles' },
    help: /*i18n*/ {
      id: 'office.articles.list.help',
      message: 'Every blog article, published or not.',
    },
  },
  'articles.get': {
    label: /*i18n*/ { id: 'office.articles.get', message: 'View a blog article' },
    help: /*i18n*/ {
      id: 'office.articles.get.help',
      message: 'Texts, tags and cover of an article.',
    },
  },
  'articles.create': {
    label: /*i18n*/ { id: 'office.articles.create', message: 'Write an article' },
    help: /*i18n*/ {
      id: 'office.articles.create.help',
      message: 'The article stays hidden until you publish it.',
    },
  },
  'articles.set': {
    label: /*i18n*/ { id: 'office.articles.set', message: 'Edit a blog article' },
    help: /*i18n*/ {
      id: 'office.articles.set.help',
      message: 'The change shows within a second if it is published.',
    },
  },
  'articles.publish': {
    label: /*i18n*/ { id: 'office.articles.publish', message: 'Publish a blog article' },
    help: /*i18n*/ { id: 'office.articles.publish.help', message: 'Now or from a day on.' },
  },
  'articles.unpublish': {
    label: /*i18n*/ { id: 'office.articles.unpublish', message: 'Unpublish a blog article' },
    help: /*i18n*/ {
      id: 'office.articles.unpublish.help',
      message: 'The article is no longer on the site.',
    },
  },
  'articles.delete': {
    label: /*i18n*/ { id: 'office.articles.delete', message: 'Delete a draft' },
    help: /*i18n*/ {
      id: 'office.articles.delete.help',
      message: 'An article that was never published. It cannot be brought back.',
    },
  },
  'members.list': {
    label: /*i18n*/ { id: 'office.members.list', message: 'Members' },
    help: /*i18n*/ { id: 'office.members.list.help', message: 'Find a member by name or address.' },
  },
  'members.get': {
    label: /*i18n*/ { id: 'office.members.get', message: 'View a member' },
    help: /*i18n*/ {
      id: 'office.members.get.help',
      message: 'The account, orders and subscription of a member.',
    },
  },
  'members.export': {
    label: /*i18n*/ { id: 'office.members.export', message: 'Export a member’s data' },
    help: /*i18n*/ {
      id: 'office.members.export.help',
      message: 'A copy of all their data, to hand over to them. The export is recorded.',
    },
  },
  'members.erase': {
    label: /*i18n*/ { id: 'office.members.erase', message: 'Erase a member' },
    help: /*i18n*/ {
      id: 'office.members.erase.help',
      message: 'Deletes the account and ends the subscription. This cannot be undone.',
    },
  },
  'subscriptions.contracts': {
    label: /*i18n*/ {
      id: 'office.subscriptions.contracts',
      message: 'Contracts of a subscription',
    },
    help: /*i18n*/ {
      id: 'office.subscriptions.contracts.help',
      message: 'What a subscriber accepted, and when.',
    },
  },
  'gifts.send': {
    label: /*i18n*/ { id: 'office.gifts.send', message: 'Mark a gift as sent' },
    help: /*i18n*/ {
      id: 'office.gifts.send.help',
      message: 'The parallettes earned by three referrals have been sent.',
    },
  },
  'staff.list': {
    label: /*i18n*/ { id: 'office.staff.list', message: 'Team' },
    help: /*i18n*/ {
      id: 'office.staff.list.help',
      message: 'The people with access to this office, and their devices.',
    },
  },
  'shop.readPause': {
    label: /*i18n*/ { id: 'office.shop.readPause', message: 'Sales pause' },
    help: /*i18n*/ {
      id: 'office.shop.readPause.help',
      message: 'Whether sales are paused, since when, and what shoppers read.',
    },
  },
  'shop.setPause': {
    label: /*i18n*/ { id: 'office.shop.setPause', message: 'Pause or resume sales' },
    help: /*i18n*/ {
      id: 'office.shop.setPause.help',
      message:
        'While sales are paused, new purchases and subscriptions are refused. Those under way go on.',
    },
  },
  'shop.readFacts': {
    label: /*i18n*/ { id: 'office.shop.readFacts', message: 'Seller' },
    help: /*i18n*/ {
      id: 'office.shop.readFacts.help',
      message: 'Who sells, and what the law has the shop say of it.',
    },
  },
  'shop.setFacts': {
    label: /*i18n*/ { id: 'office.shop.setFacts', message: 'Change the seller’s facts' },
    help: /*i18n*/ {
      id: 'office.shop.setFacts.help',
      message: 'Terms, legal notice, emails and new invoices say them from then on.',
    },
  },
  'shop.readDelivery': {
    label: /*i18n*/ { id: 'office.shop.readDelivery', message: 'Delivery' },
    help: /*i18n*/ {
      id: 'office.shop.readDelivery.help',
      message: 'What delivery costs and how long it takes, by area.',
    },
  },
  'shop.setDelivery': {
    label: /*i18n*/ { id: 'office.shop.setDelivery', message: 'Change delivery' },
    help: /*i18n*/ {
      id: 'office.shop.setDelivery.help',
      message: 'What delivery to an area costs and how long it takes, from the next order on.',
    },
  },
  'faq.list': {
    label: /*i18n*/ { id: 'office.faq.list', message: 'Questions of the FAQ' },
    help: /*i18n*/ {
      id: 'office.faq.list.help',
      message: 'The site’s questions and your own, in the order of the page.',
    },
  },
  'faq.add': {
    label: /*i18n*/ { id: 'office.faq.add', message: 'Add a question to the FAQ' },
    help: /*i18n*/ {
      id: 'office.faq.add.help',
      message: 'It is shown last, as plain text. A blank line begins a paragraph.',
    },
  },
  'faq.set': {
    label: /*i18n*/ { id: 'office.faq.set', message: 'Change a question of the FAQ' },
    help: /*i18n*/ {
      id: 'office.faq.set.help',
      message: 'Question and answer in both languages, also of a question of the site.',
    },
  },
  'faq.move': {
    label: /*i18n*/ { id: 'office.faq.move', message: 'Move a question of the FAQ' },
    help: /*i18n*/ {
      id: 'office.faq.move.help',
      message: 'Your own question, one place up or down.',
    },
  },
  'faq.remove': {
    label: /*i18n*/ { id: 'office.faq.remove', message: 'Remove a question of the FAQ' },
    help: /*i18n*/ {
      id: 'office.faq.remove.help',
      message: 'It leaves the page in both languages. One of the site’s gets its first words back.',
    },
  },
  'staff.invite': {
    label: /*i18n*/ { id: 'office.staff.invite', message: 'Invite a person' },
    help: /*i18n*/ {
      id: 'office.staff.invite.help',
      message:
        'They get an email with a link that adds one device and is valid for 24 hours. The link shown here does the same: give it to that person only.',
    },
  },
  'staff.change': {
    label: /*i18n*/ { id: 'office.staff.change', message: 'Change access' },
    help: /*i18n*/ {
      id: 'office.staff.change.help',
      message: 'Roles, language, suspension. With other rights, their sessions end at once.',
    },
  },
  'staff.remove': {
    label: /*i18n*/ { id: 'office.staff.remove', message: 'Remove a person' },
    help: /*i18n*/ {
      id: 'office.staff.remove.help',
      message: 'With their devices and sessions. The journal keeps what they did.',
    },
  },
  'staff.removeDevice': {
    label: /*i18n*/ { id: 'office.staff.removeDevice', message: 'Remove a device' },
    help: /*i18n*/ {
      id: 'office.staff.removeDevice.help',
      message: 'For a device that is lost or replaced. Its sessions end at once.',
    },
  },
  'staff.endSessions': {
    label: /*i18n*/ { id: 'office.staff.endSessions', message: 'End sessions' },
    help: /*i18n*/ {
      id: 'office.staff.endSessions.help',
      message: 'The person has to sign in again with their device.',
    },
  },
  'orders.export': {
    label: /*i18n*/ { id: 'office.orders.export', message: 'Export orders' },
    help: /*i18n*/ {
      id: 'office.orders.export.help',
      message: 'The orders of a period as CSV, without names or addresses.',
    },
  },
  'payments.list': {
    label: /*i18n*/ { id: 'office.payments.list', message: 'Payments without an order' },
    help: /*i18n*/ {
      id: 'office.payments.list.help',
      message: 'Compares the payments at the provider with the orders. Changes nothing.',
    },
  },
  'payments.rebuild': {
    label: /*i18n*/ { id: 'office.payments.rebuild', message: 'Rebuild lost orders' },
    help: /*i18n*/ {
      id: 'office.payments.rebuild.help',
      message: 'Makes the orders of these payments again; without a payment, of all of them.',
    },
  },
  'payments.refund': {
    label: /*i18n*/ { id: 'office.payments.refund', message: 'Refund payments without an order' },
    help: /*i18n*/ {
      id: 'office.payments.refund.help',
      message: 'Refunds these payments in full. The buyers get no parcel.',
    },
  },
  'payments.openSales': {
    label: /*i18n*/ { id: 'office.payments.openSales', message: 'Sell again after a restore' },
    help: /*i18n*/ {
      id: 'office.payments.openSales.help',
      message: 'The shop sells again once every payment without an order is decided.',
    },
  },
  'books.months': {
    label: /*i18n*/ { id: 'office.books.months', message: 'Figures by month' },
    help: /*i18n*/ {
      id: 'office.books.months.help',
      message: 'Orders, refunds, subscriptions and VAT of the last two years.',
    },
  },
  'books.items': {
    label: /*i18n*/ { id: 'office.books.items', message: 'Sales by item' },
    help: /*i18n*/ {
      id: 'office.books.items.help',
      message:
        'Units sold, amounts without delivery, refunds and VAT of one month, by item, of subscriptions and by rate.',
    },
  },
  'books.invoices': {
    label: /*i18n*/ { id: 'office.books.invoices', message: 'Invoices of a month' },
    help: /*i18n*/ {
      id: 'office.books.invoices.help',
      message: 'The invoices and credit notes of the payments of one month.',
    },
  },
  'books.readVat': {
    label: /*i18n*/ { id: 'office.books.readVat', message: 'Is VAT charged?' },
    help: /*i18n*/ {
      id: 'office.books.readVat.help',
      message: 'What you answered, and the rate.',
    },
  },
  'books.setVat': {
    label: /*i18n*/ { id: 'office.books.setVat', message: 'Say whether VAT is charged' },
    help: /*i18n*/ {
      id: 'office.books.setVat.help',
      message:
        'Invoices are made from then on, also for earlier orders. Those already made stay as they are. Payments of subscriptions keep the rate of their day.',
    },
  },
  'books.export': {
    label: /*i18n*/ { id: 'office.books.export', message: 'Export the books' },
    help: /*i18n*/ {
      id: 'office.books.export.help',
      message: 'Every movement of money at the provider as CSV, for your accountant.',
    },
  },
  'checks.invariants': {
    label: /*i18n*/ { id: 'office.checks.invariants', message: 'Check all records' },
    help: /*i18n*/ {
      id: 'office.checks.invariants.help',
      message:
        'Whether stock, orders, payments and subscriptions agree. Takes a while in a large shop.',
    },
  },
  'checks.law': {
    label: /*i18n*/ { id: 'office.checks.law', message: 'Check legal facts' },
    help: /*i18n*/ {
      id: 'office.checks.law.help',
      message:
        'For the person who runs the server, in English: what the shop still lacks to be lawful.',
    },
  },
};

/** The label of a field of an input or output, by its name: a name means the same everywhere. @public */
export const FIELD_TEXTS: Readonly<Record<string, MessageDescriptor>> = {
  status: /*i18n*/ { id: 'office.field.status', message: 'State' },
  from: /*i18n*/ { id: 'office.field.from', message: 'From' },
  to: /*i18n*/ { id: 'office.field.to', message: 'To' },
  limit: /*i18n*/ { id: 'office.field.limit', message: 'At most' },
  search: /*i18n*/ { id: 'office.field.search', message: 'Search' },
  note: /*i18n*/ { id: 'office.field.note', message: 'Note' },
  sender: /*i18n*/ { id: 'office.field.sender', message: 'Sender' },
  isPrepared: /*i18n*/ { id: 'office.field.isPrepared', message: 'Prepared already' },
  event: /*i18n*/ { id: 'office.field.event', message: 'Event' },
  isAutomatic: /*i18n*/ { id: 'office.field.isAutomatic', message: 'Automatic' },
  changed: /*i18n*/ { id: 'office.field.changed', message: 'Changed' },
  doubtful: /*i18n*/ { id: 'office.field.doubtful', message: 'Numbers to check' },
  order: /*i18n*/ { id: 'office.field.order', message: 'Order' },
  orders: /*i18n*/ { id: 'office.field.orders', message: 'Orders' },
  carrier: /*i18n*/ { id: 'office.field.carrier', message: 'Carrier' },
  tracking: /*i18n*/ { id: 'office.field.tracking', message: 'Tracking number' },
  on: /*i18n*/ { id: 'office.field.on', message: 'Day' },
  held: /*i18n*/ { id: 'office.field.held', message: 'Held orders too: their parcels are gone' },
  reason: /*i18n*/ { id: 'office.field.reason', message: 'Reason' },
  why: /*i18n*/ { id: 'office.field.why', message: 'Why' },
  all: /*i18n*/ { id: 'office.field.all', message: 'Show all' },
  amountCents: /*i18n*/ { id: 'office.field.amountCents', message: 'Amount' },
  leftCents: /*i18n*/ { id: 'office.field.leftCents', message: 'Left to refund' },
  unitIsBack: /*i18n*/ {
    id: 'office.field.unitIsBack',
    message: 'The unit is back and can be sold again',
  },
  reference: /*i18n*/ { id: 'office.field.reference', message: 'Reference' },
  payment: /*i18n*/ { id: 'office.field.payment', message: 'Payment' },
  isAll: /*i18n*/ { id: 'office.field.isAll', message: 'Closed notices too' },
  declaration: /*i18n*/ { id: 'office.field.declaration', message: 'Notice' },
  about: /*i18n*/ { id: 'office.field.about', message: 'Contract' },
  noun: /*i18n*/ { id: 'office.field.noun', message: 'Kind' },
  contract: /*i18n*/ { id: 'office.field.contract', message: 'Contract' },
  network: /*i18n*/ { id: 'office.field.network', message: 'All from its network that day' },
  kind: /*i18n*/ { id: 'office.field.kind', message: 'Kind' },
  name: /*i18n*/ { id: 'office.field.name', message: 'Name' },
  email: /*i18n*/ { id: 'office.field.email', message: 'Email address' },
  locale: /*i18n*/ { id: 'office.field.locale', message: 'Language' },
  goods: /*i18n*/ { id: 'office.field.goods', message: 'Return' },
  keptCents: /*i18n*/ { id: 'office.field.keptCents', message: 'Amount kept' },
  isPaused: /*i18n*/ { id: 'office.field.isPaused', message: 'Sales are paused' },
  pausedSince: /*i18n*/ { id: 'office.field.pausedSince', message: 'Paused since' },
  salesPausedSince: /*i18n*/ { id: 'office.field.salesPausedSince', message: 'Sales paused since' },
  sentenceFr: /*i18n*/ { id: 'office.field.sentenceFr', message: 'Sentence for shoppers, French' },
  sentenceEn: /*i18n*/ { id: 'office.field.sentenceEn', message: 'Sentence for shoppers, English' },
  updatedAt: /*i18n*/ { id: 'office.field.updatedAt', message: 'Last change' },
  missingFacts: /*i18n*/ {
    id: 'office.field.missingFacts',
    message: 'Missing facts of the seller',
  },
  missingOnInvoices: /*i18n*/ {
    id: 'office.field.missingOnInvoices',
    message: 'Facts that hold the invoices back',
  },
  legalName: /*i18n*/ { id: 'office.field.legalName', message: 'Company name' },
  form: /*i18n*/ { id: 'office.field.form', message: 'Legal form' },
  capitalEuros: /*i18n*/ { id: 'office.field.capitalEuros', message: 'Capital, in euros' },
  registration: /*i18n*/ { id: 'office.field.registration', message: 'Registration' },
  vatNumber: /*i18n*/ { id: 'office.field.vatNumber', message: 'VAT number' },
  publicationDirector: /*i18n*/ {
    id: 'office.field.publicationDirector',
    message: 'Publication director',
  },
  telephone: /*i18n*/ { id: 'office.field.telephone', message: 'Telephone' },
  host: /*i18n*/ { id: 'office.field.host', message: 'Hosting company' },
  hostTelephone: /*i18n*/ { id: 'office.field.hostTelephone', message: 'Telephone of the host' },
  mediatorName: /*i18n*/ { id: 'office.field.mediatorName', message: 'Mediator' },
  mediatorAddress: /*i18n*/ {
    id: 'office.field.mediatorAddress',
    message: 'Address of the mediator',
  },
  mediatorUrl: /*i18n*/ { id: 'office.field.mediatorUrl', message: 'Website of the mediator' },
  returnAddress: /*i18n*/ { id: 'office.field.returnAddress', message: 'Address for returns' },
  returnPaidBy: /*i18n*/ { id: 'office.field.returnPaidBy', message: 'Who pays for returns' },
  producerIds: /*i18n*/ { id: 'office.field.producerIds', message: 'Producer register numbers' },
  fromDays: /*i18n*/ { id: 'office.field.fromDays', message: 'Promised, from day' },
  toDays: /*i18n*/ { id: 'office.field.toDays', message: 'Promised, to day' },
  usualFromDays: /*i18n*/ { id: 'office.field.usualFromDays', message: 'Usual, from day' },
  usualToDays: /*i18n*/ { id: 'office.field.usualToDays', message: 'Usual, to day' },
  areas: /*i18n*/ { id: 'office.field.areas', message: 'Areas' },
  questionFr: /*i18n*/ { id: 'office.field.questionFr', message: 'Question, French' },
  questionEn: /*i18n*/ { id: 'office.field.questionEn', message: 'Question, English' },
  answerFr: /*i18n*/ { id: 'office.field.answerFr', message: 'Answer, French' },
  answerEn: /*i18n*/ { id: 'office.field.answerEn', message: 'Answer, English' },
  entry: /*i18n*/ { id: 'office.field.entry', message: 'Question' },
  entries: /*i18n*/ { id: 'office.field.entries', message: 'Questions' },
  direction: /*i18n*/ { id: 'office.field.direction', message: 'Direction' },
  messages: /*i18n*/ { id: 'office.field.messages', message: 'Messages' },
  message: /*i18n*/ { id: 'office.field.message', message: 'Message' },
  text: /*i18n*/ { id: 'office.field.text', message: 'Text' },
  answers: /*i18n*/ { id: 'office.field.answers', message: 'Answers' },
  answeredDate: /*i18n*/ { id: 'office.field.answeredDate', message: 'Answered' },
  sentBy: /*i18n*/ { id: 'office.field.sentBy', message: 'Sent by' },
  isLowOnly: /*i18n*/ { id: 'office.field.isLowOnly', message: 'Low stock only' },
  option: /*i18n*/ { id: 'office.field.option', message: 'Option' },
  units: /*i18n*/ { id: 'office.field.units', message: 'Units' },
  item: /*i18n*/ { id: 'office.field.item', message: 'Item' },
  titleFr: /*i18n*/ { id: 'office.field.titleFr', message: 'Title in French' },
  titleEn: /*i18n*/ { id: 'office.field.titleEn', message: 'Title in English' },
  itemEn: /*i18n*/ { id: 'office.field.itemEn', message: 'Item in English' },
  optionEn: /*i18n*/ { id: 'office.field.optionEn', message: 'Option in English' },
  descriptionFr: /*i18n*/ { id: 'office.field.descriptionFr', message: 'Description in French' },
  descriptionEn: /*i18n*/ { id: 'office.field.descriptionEn', message: 'Description in English' },
  shownPriceCents: /*i18n*/ { id: 'office.field.shownPriceCents', message: 'Price' },
  picture: /*i18n*/ { id: 'office.field.picture', message: 'Picture' },
  version: /*i18n*/ { id: 'office.field.version', message: 'Version' },
  versions: /*i18n*/ { id: 'office.field.versions', message: 'Versions' },
  position: /*i18n*/ { id: 'office.field.position', message: 'Place in the shop' },
  bestSellerRank: /*i18n*/ { id: 'office.field.bestSellerRank', message: 'Best-seller rank' },
  vatPercent: /*i18n*/ {
    id: 'office.field.vatPercent',
    message: 'VAT rate of its own in percent',
  },
  optionTitleFr: /*i18n*/ {
    id: 'office.field.optionTitleFr',
    message: 'Name of the choice in French',
  },
  optionTitleEn: /*i18n*/ {
    id: 'office.field.optionTitleEn',
    message: 'Name of the choice in English',
  },
  makerName: /*i18n*/ { id: 'office.field.makerName', message: 'Maker' },
  makerAddress: /*i18n*/ { id: 'office.field.makerAddress', message: 'Maker’s address' },
  makerContact: /*i18n*/ { id: 'office.field.makerContact', message: 'Maker’s contact' },
  modelReference: /*i18n*/ { id: 'office.field.modelReference', message: 'Model reference' },
  warningsFr: /*i18n*/ { id: 'office.field.warningsFr', message: 'Warnings in French' },
  warningsEn: /*i18n*/ { id: 'office.field.warningsEn', message: 'Warnings in English' },
  use: /*i18n*/ { id: 'office.field.use', message: 'Use' },
  images: /*i18n*/ { id: 'office.field.images', message: 'Pictures' },
  options: /*i18n*/ { id: 'office.field.options', message: 'Options' },
  isSure: /*i18n*/ { id: 'office.field.isSure', message: 'I am sure, even if it is unusual' },
  url: /*i18n*/ { id: 'office.field.url', message: 'Web address' },
  optionTitle: /*i18n*/ { id: 'office.field.optionTitle', message: 'Option name' },
  stock: /*i18n*/ { id: 'office.field.stock', message: 'Stock' },
  changes: /*i18n*/ { id: 'office.field.changes', message: 'Changes' },
  related: /*i18n*/ { id: 'office.field.related', message: 'Related items' },
  points: /*i18n*/ { id: 'office.field.points', message: 'Pickup points' },
  id: /*i18n*/ { id: 'office.field.id', message: 'Number' },
  country: /*i18n*/ { id: 'office.field.country', message: 'Country' },
  number: /*i18n*/ { id: 'office.field.number', message: 'Number' },
  street: /*i18n*/ { id: 'office.field.street', message: 'Street' },
  postcode: /*i18n*/ { id: 'office.field.postcode', message: 'Postcode' },
  town: /*i18n*/ { id: 'office.field.town', message: 'Town' },
  hours: /*i18n*/ { id: 'office.field.hours', message: 'Opening hours' },
  article: /*i18n*/ { id: 'office.field.article', message: 'Blog article' },
  contentFr: /*i18n*/ { id: 'office.field.contentFr', message: 'Text in French' },
  contentEn: /*i18n*/ { id: 'office.field.contentEn', message: 'Text in English' },
  tags: /*i18n*/ { id: 'office.field.tags', message: 'Tags' },
  coverPictureUrl: /*i18n*/ { id: 'office.field.coverPictureUrl', message: 'Cover picture' },
  itemId: /*i18n*/ { id: 'office.field.itemId', message: 'Linked item' },
  date: /*i18n*/ { id: 'office.field.date', message: 'Date' },
  who: /*i18n*/ { id: 'office.field.who', message: 'Address or number' },
  again: /*i18n*/ { id: 'office.field.again', message: 'Once more' },
  identity: /*i18n*/ { id: 'office.field.identity', message: 'Identity checked by' },
  named: /*i18n*/ { id: 'office.field.named', message: 'Number or reference' },
  member: /*i18n*/ { id: 'office.field.member', message: 'Member' },
  roles: /*i18n*/ { id: 'office.field.roles', message: 'Roles' },
  staff: /*i18n*/ { id: 'office.field.staff', message: 'Person' },
  isSuspended: /*i18n*/ { id: 'office.field.isSuspended', message: 'Access suspended' },
  failedRefunds: /*i18n*/ { id: 'office.field.failedRefunds', message: 'Failed refunds' },
  disputes: /*i18n*/ { id: 'office.field.disputes', message: 'Disputes' },
  parcels: /*i18n*/ { id: 'office.field.parcels', message: 'Parcels to send' },
  areMoreParcels: /*i18n*/ {
    id: 'office.field.areMoreParcels',
    message: 'More parcels are waiting',
  },
  declarations: /*i18n*/ { id: 'office.field.declarations', message: 'Notices' },
  areMoreDeclarations: /*i18n*/ {
    id: 'office.field.areMoreDeclarations',
    message: 'More notices are waiting',
  },
  floods: /*i18n*/ { id: 'office.field.floods', message: 'Floods of notices' },
  lateCancellations: /*i18n*/ {
    id: 'office.field.lateCancellations',
    message: 'Cancellations for lateness',
  },
  givenBack: /*i18n*/ { id: 'office.field.givenBack', message: 'Refunded in full' },
  lowStock: /*i18n*/ { id: 'office.field.lowStock', message: 'Low stock' },
  withoutMaker: /*i18n*/ { id: 'office.field.withoutMaker', message: 'Items without maker' },
  hasWarnings: /*i18n*/ { id: 'office.field.hasWarnings', message: 'Has warnings' },
  underway: /*i18n*/ { id: 'office.field.underway', message: 'Parcels not marked as delivered' },
  oldestMessage: /*i18n*/ { id: 'office.field.oldestMessage', message: 'Oldest message' },
  lateMessages: /*i18n*/ { id: 'office.field.lateMessages', message: 'Late messages' },
  gifts: /*i18n*/ { id: 'office.field.gifts', message: 'Gifts to send' },
  pastDue: /*i18n*/ { id: 'office.field.pastDue', message: 'Subscriptions past due' },
  openPurchases: /*i18n*/ { id: 'office.field.openPurchases', message: 'Open purchases' },
  deadJobs: /*i18n*/ { id: 'office.field.deadJobs', message: 'Failed tasks' },
  deadJobErrors: /*i18n*/ { id: 'office.field.deadJobErrors', message: 'Recent failures' },
  broken: /*i18n*/ { id: 'office.field.broken', message: 'Broken rules' },
  orderId: /*i18n*/ { id: 'office.field.orderId', message: 'Order' },
  subscriptionId: /*i18n*/ { id: 'office.field.subscriptionId', message: 'Subscription' },
  intentId: /*i18n*/ { id: 'office.field.intentId', message: 'Payment' },
  failureCode: /*i18n*/ { id: 'office.field.failureCode', message: 'Cause of failure' },
  settledDate: /*i18n*/ { id: 'office.field.settledDate', message: 'Settled' },
  openedDate: /*i18n*/ { id: 'office.field.openedDate', message: 'Opened' },
  answerByDate: /*i18n*/ { id: 'office.field.answerByDate', message: 'Answer by' },
  orderDate: /*i18n*/ { id: 'office.field.orderDate', message: 'Bought' },
  preparedDate: /*i18n*/ { id: 'office.field.preparedDate', message: 'Prepared' },
  refundedCents: /*i18n*/ { id: 'office.field.refundedCents', message: 'Refunded' },
  usualBy: /*i18n*/ { id: 'office.field.usualBy', message: 'Usually delivered by' },
  promisedBy: /*i18n*/ { id: 'office.field.promisedBy', message: 'Promised by' },
  deliveryRequestedDate: /*i18n*/ {
    id: 'office.field.deliveryRequestedDate',
    message: 'Asked for',
  },
  stand: /*i18n*/ { id: 'office.field.stand', message: 'Standing' },
  declaredDate: /*i18n*/ { id: 'office.field.declaredDate', message: 'Declared' },
  followedUntil: /*i18n*/ { id: 'office.field.followedUntil', message: 'Last day' },
  answerBy: /*i18n*/ { id: 'office.field.answerBy', message: 'Answer by' },
  isOverdue: /*i18n*/ { id: 'office.field.isOverdue', message: 'Overdue' },
  isReturnAnnounced: /*i18n*/ { id: 'office.field.isReturnAnnounced', message: 'Return announced' },
  isReceiptLost: /*i18n*/ { id: 'office.field.isReceiptLost', message: 'Receipt not delivered' },
  due: /*i18n*/ { id: 'office.field.due', message: 'Due' },
  increase: /*i18n*/ { id: 'office.field.increase', message: 'Increase' },
  percent: /*i18n*/ { id: 'office.field.percent', message: 'Per cent' },
  firstId: /*i18n*/ { id: 'office.field.firstId', message: 'First' },
  count: /*i18n*/ { id: 'office.field.count', message: 'Count' },
  requestedDate: /*i18n*/ { id: 'office.field.requestedDate', message: 'Requested' },
  heldFor: /*i18n*/ { id: 'office.field.heldFor', message: 'Held for' },
  title: /*i18n*/ { id: 'office.field.title', message: 'Title' },
  remaining: /*i18n*/ { id: 'office.field.remaining', message: 'Left' },
  sentDate: /*i18n*/ { id: 'office.field.sentDate', message: 'Sent' },
  subject: /*i18n*/ { id: 'office.field.subject', message: 'Subject' },
  earnedDate: /*i18n*/ { id: 'office.field.earnedDate', message: 'Earned' },
  error: /*i18n*/ { id: 'office.field.error', message: 'Error' },
  law: /*i18n*/ { id: 'office.field.law', message: 'Rule' },
  detail: /*i18n*/ { id: 'office.field.detail', message: 'Detail' },
  more: /*i18n*/ { id: 'office.field.more', message: 'More' },
  isMoreExact: /*i18n*/ { id: 'office.field.isMoreExact', message: 'Exact count' },
  postDate: /*i18n*/ { id: 'office.field.postDate', message: 'Delivered' },
  cancelledDate: /*i18n*/ { id: 'office.field.cancelledDate', message: 'Cancelled' },
  area: /*i18n*/ { id: 'office.field.area', message: 'Area' },
  isAreaChecked: /*i18n*/ { id: 'office.field.isAreaChecked', message: 'Area checked' },
  firstName: /*i18n*/ { id: 'office.field.firstName', message: 'First name' },
  lastName: /*i18n*/ { id: 'office.field.lastName', message: 'Last name' },
  optionId: /*i18n*/ { id: 'office.field.optionId', message: 'Option' },
  priceCents: /*i18n*/ { id: 'office.field.priceCents', message: 'Price' },
  feeCents: /*i18n*/ { id: 'office.field.feeCents', message: 'Delivery' },
  cancelReason: /*i18n*/ { id: 'office.field.cancelReason', message: 'Reason for cancelling' },
  shippingAddress: /*i18n*/ { id: 'office.field.shippingAddress', message: 'Address' },
  relayId: /*i18n*/ { id: 'office.field.relayId', message: 'Pickup point id' },
  relay: /*i18n*/ { id: 'office.field.relay', message: 'Pickup point' },
  buyer: /*i18n*/ { id: 'office.field.buyer', message: 'Buyer' },
  account: /*i18n*/ { id: 'office.field.account', message: 'Payment account' },
  isBuyerTold: /*i18n*/ { id: 'office.field.isBuyerTold', message: 'Buyer informed' },
  wasHeldFor: /*i18n*/ { id: 'office.field.wasHeldFor', message: 'Was held for' },
  refund: /*i18n*/ { id: 'office.field.refund', message: 'Refund' },
  waitsFor: /*i18n*/ { id: 'office.field.waitsFor', message: 'Waits for' },
  state: /*i18n*/ { id: 'office.field.state', message: 'State' },
  isTaken: /*i18n*/ { id: 'office.field.isTaken', message: 'Taken up' },
  archivedAt: /*i18n*/ { id: 'office.field.archivedAt', message: 'Archived' },
  refunds: /*i18n*/ { id: 'office.field.refunds', message: 'Refunds' },
  review: /*i18n*/ { id: 'office.field.review', message: 'Review' },
  reviews: /*i18n*/ { id: 'office.field.reviews', message: 'Reviews' },
  rating: /*i18n*/ { id: 'office.field.rating', message: 'Stars' },
  boughtDate: /*i18n*/ { id: 'office.field.boughtDate', message: 'Bought' },
  writtenDate: /*i18n*/ { id: 'office.field.writtenDate', message: 'Written' },
  changedDate: /*i18n*/ { id: 'office.field.changedDate', message: 'Changed by its author' },
  decidedDate: /*i18n*/ { id: 'office.field.decidedDate', message: 'Decided' },
  isDemonstration: /*i18n*/ { id: 'office.field.isDemonstration', message: 'Demonstration data' },
  areMore: /*i18n*/ { id: 'office.field.areMore', message: 'There are more' },
  by: /*i18n*/ { id: 'office.field.by', message: 'By' },
  origin: /*i18n*/ { id: 'office.field.origin', message: 'Origin' },
  transferReference: /*i18n*/ {
    id: 'office.field.transferReference',
    message: 'Transfer reference',
  },
  isOwed: /*i18n*/ { id: 'office.field.isOwed', message: 'Still owed' },
  proof: /*i18n*/ { id: 'office.field.proof', message: 'Proof' },
  statement: /*i18n*/ { id: 'office.field.statement', message: 'Statement' },
  returnTracking: /*i18n*/ { id: 'office.field.returnTracking', message: 'Return tracking' },
  hasAccount: /*i18n*/ { id: 'office.field.hasAccount', message: 'Has an account' },
  decisions: /*i18n*/ { id: 'office.field.decisions', message: 'Possible decisions' },
  floodCount: /*i18n*/ { id: 'office.field.floodCount', message: 'From the same network' },
  withdrawal: /*i18n*/ { id: 'office.field.withdrawal', message: 'Withdrawal' },
  deliveredDate: /*i18n*/ { id: 'office.field.deliveredDate', message: 'Delivered' },
  replacement: /*i18n*/ { id: 'office.field.replacement', message: 'Replacement' },
  replacements: /*i18n*/ { id: 'office.field.replacements', message: 'Replacements' },
  createdDate: /*i18n*/ { id: 'office.field.createdDate', message: 'Created' },
  goodsPlace: /*i18n*/ { id: 'office.field.goodsPlace', message: 'Where the goods are' },
  goodsCents: /*i18n*/ { id: 'office.field.goodsCents', message: 'Price of the goods' },
  near: /*i18n*/ { id: 'office.field.near', message: 'Possible contracts' },
  events: /*i18n*/ { id: 'office.field.events', message: 'History' },
  isOfAddress: /*i18n*/ { id: 'office.field.isOfAddress', message: 'Of this address' },
  isNumbered: /*i18n*/ { id: 'office.field.isNumbered', message: 'Number quoted' },
  madeOn: /*i18n*/ { id: 'office.field.madeOn', message: 'Made on' },
  accountEmail: /*i18n*/ { id: 'office.field.accountEmail', message: 'Account’s address' },
  isOver: /*i18n*/ { id: 'office.field.isOver', message: 'Over' },
  at: /*i18n*/ { id: 'office.field.at', message: 'At' },
  facts: /*i18n*/ { id: 'office.field.facts', message: 'Details' },
  isTold: /*i18n*/ { id: 'office.field.isTold', message: 'Email sent' },
  closed: /*i18n*/ { id: 'office.field.closed', message: 'Closed' },
  refundCents: /*i18n*/ { id: 'office.field.refundCents', message: 'Refund' },
  sold: /*i18n*/ { id: 'office.field.sold', message: 'Sold' },
  waiting: /*i18n*/ { id: 'office.field.waiting', message: 'To send' },
  published: /*i18n*/ { id: 'office.field.published', message: 'Published' },
  difference: /*i18n*/ { id: 'office.field.difference', message: 'Difference' },
  toSend: /*i18n*/ { id: 'office.field.toSend', message: 'To send' },
  adjustments: /*i18n*/ { id: 'office.field.adjustments', message: 'Adjustments' },
  items: /*i18n*/ { id: 'office.field.items', message: 'Items' },
  publishedAt: /*i18n*/ { id: 'office.field.publishedAt', message: 'Published' },
  relatedItemIds: /*i18n*/ { id: 'office.field.relatedItemIds', message: 'Related items' },
  removed: /*i18n*/ { id: 'office.field.removed', message: 'Tags removed' },
  before: /*i18n*/ { id: 'office.field.before', message: 'Before' },
  towns: /*i18n*/ { id: 'office.field.towns', message: 'Towns' },
  articles: /*i18n*/ { id: 'office.field.articles', message: 'Blog articles' },
  creationDate: /*i18n*/ { id: 'office.field.creationDate', message: 'Created' },
  members: /*i18n*/ { id: 'office.field.members', message: 'Members' },
  activated: /*i18n*/ { id: 'office.field.activated', message: 'Activated' },
  subscribed: /*i18n*/ { id: 'office.field.subscribed', message: 'Subscribed' },
  address: /*i18n*/ { id: 'office.field.address', message: 'Address' },
  createdAt: /*i18n*/ { id: 'office.field.createdAt', message: 'Created' },
  isActivated: /*i18n*/ { id: 'office.field.isActivated', message: 'Activated' },
  subscriptions: /*i18n*/ { id: 'office.field.subscriptions', message: 'Subscriptions' },
  plan: /*i18n*/ { id: 'office.field.plan', message: 'Plan' },
  activatedAt: /*i18n*/ { id: 'office.field.activatedAt', message: 'Activated' },
  paidUntil: /*i18n*/ { id: 'office.field.paidUntil', message: 'Paid until' },
  copiedAt: /*i18n*/ { id: 'office.field.copiedAt', message: 'Copied' },
  data: /*i18n*/ { id: 'office.field.data', message: 'Data' },
  contracts: /*i18n*/ { id: 'office.field.contracts', message: 'Contracts' },
  memberId: /*i18n*/ { id: 'office.field.memberId', message: 'Member' },
  beganAt: /*i18n*/ { id: 'office.field.beganAt', message: 'Began' },
  endsOn: /*i18n*/ { id: 'office.field.endsOn', message: 'Ends on' },
  immediateStartAt: /*i18n*/ {
    id: 'office.field.immediateStartAt',
    message: 'Immediate start asked on',
  },
  terms: /*i18n*/ { id: 'office.field.terms', message: 'Terms' },
  device: /*i18n*/ { id: 'office.field.device', message: 'Device' },
  devices: /*i18n*/ { id: 'office.field.devices', message: 'Devices' },
  label: /*i18n*/ { id: 'office.field.label', message: 'Device name' },
  lastUsedDate: /*i18n*/ { id: 'office.field.lastUsedDate', message: 'Last used' },
  isInvited: /*i18n*/ { id: 'office.field.isInvited', message: 'Invited' },
  lastBackupDate: /*i18n*/ { id: 'office.field.lastBackupDate', message: 'Last backup' },
  lastSeenDate: /*i18n*/ { id: 'office.field.lastSeenDate', message: 'Last seen' },
  link: /*i18n*/ { id: 'office.field.link', message: 'Invitation link' },
  isEmailed: /*i18n*/ { id: 'office.field.isEmailed', message: 'Sent by email' },
  expiresDate: /*i18n*/ { id: 'office.field.expiresDate', message: 'Expires' },
  ended: /*i18n*/ { id: 'office.field.ended', message: 'Ended' },
  style: /*i18n*/ { id: 'office.field.style', message: 'Format' },
  csv: /*i18n*/ { id: 'office.field.csv', message: 'CSV' },
  since: /*i18n*/ { id: 'office.field.since', message: 'From day' },
  checked: /*i18n*/ { id: 'office.field.checked', message: 'Payments checked' },
  withoutOrder: /*i18n*/ { id: 'office.field.withoutOrder', message: 'Payments without an order' },
  ordersWithoutMoney: /*i18n*/ {
    id: 'office.field.ordersWithoutMoney',
    message: 'Orders without their payment',
  },
  foreign: /*i18n*/ { id: 'office.field.foreign', message: 'Of another shop' },
  restoredFrom: /*i18n*/ {
    id: 'office.field.restoredFrom',
    message: 'Restored from the backup of',
  },
  paidDate: /*i18n*/ { id: 'office.field.paidDate', message: 'Paid' },
  description: /*i18n*/ { id: 'office.field.description', message: 'Description' },
  advice: /*i18n*/ { id: 'office.field.advice', message: 'What you can do' },
  attempt: /*i18n*/ { id: 'office.field.attempt', message: 'Purchase' },
  sumCents: /*i18n*/ { id: 'office.field.sumCents', message: 'Sum' },
  paidAt: /*i18n*/ { id: 'office.field.paidAt', message: 'Paid' },
  payments: /*i18n*/ { id: 'office.field.payments', message: 'Payments' },
  isLinked: /*i18n*/ { id: 'office.field.isLinked', message: 'Linked to the account' },
  leftAlone: /*i18n*/ { id: 'office.field.leftAlone', message: 'Left alone because' },
  isPending: /*i18n*/ { id: 'office.field.isPending', message: 'Not confirmed yet' },
  wasPaused: /*i18n*/ { id: 'office.field.wasPaused', message: 'Sales were paused' },
  vat: /*i18n*/ {
    id: 'office.field.vat',
    message: 'VAT rate in percent where a payment has none of its own',
  },
  regime: /*i18n*/ { id: 'office.field.regime', message: 'VAT' },
  rates: /*i18n*/ { id: 'office.field.rates', message: 'By VAT rate' },
  netCents: /*i18n*/ { id: 'office.field.netCents', message: 'Without VAT' },
  ratePercent: /*i18n*/ { id: 'office.field.ratePercent', message: 'Rate in percent' },
  months: /*i18n*/ { id: 'office.field.months', message: 'Months' },
  isVatUnanswered: /*i18n*/ {
    id: 'office.field.isVatUnanswered',
    message: 'Say whether you charge VAT',
  },
  month: /*i18n*/ { id: 'office.field.month', message: 'Month' },
  after: /*i18n*/ { id: 'office.field.after', message: 'After number' },
  soldCents: /*i18n*/ { id: 'office.field.soldCents', message: 'Sold' },
  subscriptionCents: /*i18n*/ {
    id: 'office.field.subscriptionCents',
    message: 'Paid for subscriptions',
  },
  disputedCents: /*i18n*/ { id: 'office.field.disputedCents', message: 'Disputed' },
  subscriptionPercent: /*i18n*/ {
    id: 'office.field.subscriptionPercent',
    message: 'Rate of subscriptions in percent',
  },
  newSubscriptions: /*i18n*/ { id: 'office.field.newSubscriptions', message: 'New subscriptions' },
  activeSubscriptions: /*i18n*/ {
    id: 'office.field.activeSubscriptions',
    message: 'Active subscriptions',
  },
  invoices: /*i18n*/ { id: 'office.field.invoices', message: 'Invoices' },
  creditNotes: /*i18n*/ { id: 'office.field.creditNotes', message: 'Credit notes' },
  vatCents: /*i18n*/ { id: 'office.field.vatCents', message: 'VAT' },
  issuedOn: /*i18n*/ { id: 'office.field.issuedOn', message: 'Issued' },
  missing: /*i18n*/ { id: 'office.field.missing', message: 'Missing' },
  isTrackingDoubtful: /*i18n*/ {
    id: 'office.field.isTrackingDoubtful',
    message: 'Check the number: it looks unlike the carrier’s',
  },
  isRelayMoved: /*i18n*/ {
    id: 'office.field.isRelayMoved',
    message: 'The pickup point has moved since',
  },
  guarantees: /*i18n*/ { id: 'office.field.guarantees', message: 'Guarantees' },
  damageBy: /*i18n*/ { id: 'office.field.damageBy', message: 'Damage reported by' },
  defectServiceBy: /*i18n*/ { id: 'office.field.defectServiceBy', message: 'Defect reported by' },
  conformityBy: /*i18n*/ { id: 'office.field.conformityBy', message: 'Legal guarantee until' },
};

/** The label of a selectable value, by its wire name. @public */
export const VALUE_TEXTS: Readonly<Record<string, MessageDescriptor>> = {
  buyer: /*i18n*/ { id: 'office.value.buyer', message: 'The buyer' },
  seller: /*i18n*/ { id: 'office.value.seller', message: 'The shop' },
  waiting: /*i18n*/ { id: 'office.value.waiting', message: 'Not delivered' },
  held: /*i18n*/ { id: 'office.value.held', message: 'Held' },
  sent: /*i18n*/ { id: 'office.value.sent', message: 'Sent' },
  cancelled: /*i18n*/ { id: 'office.value.cancelled', message: 'Cancelled' },
  'orders.hold': /*i18n*/ { id: 'office.value.orders.hold', message: 'Held' },
  'orders.askForDelivery': /*i18n*/ {
    id: 'office.value.orders.askForDelivery',
    message: 'The buyer asked for delivery',
  },
  'orders.askToCancel': /*i18n*/ {
    id: 'office.value.orders.askToCancel',
    message: 'The buyer cancelled: late',
  },
  pending: /*i18n*/ { id: 'office.value.pending', message: 'To read' },
  published: /*i18n*/ { id: 'office.value.published', message: 'Published' },
  declined: /*i18n*/ { id: 'office.value.declined', message: 'Declined' },
  unanswered: /*i18n*/ { id: 'office.value.unanswered', message: 'To answer' },
  answered: /*i18n*/ { id: 'office.value.answered', message: 'Answered' },
  delivered: /*i18n*/ { id: 'office.value.delivered', message: 'Delivered' },
  colissimo: /*i18n*/ { id: 'office.value.colissimo', message: 'Colissimo' },
  chronopost: /*i18n*/ { id: 'office.value.chronopost', message: 'Chronopost' },
  mondial_relay: /*i18n*/ { id: 'office.value.mondial_relay', message: 'Mondial Relay' },
  franchise: /*i18n*/ {
    id: 'office.value.franchise',
    message: 'No VAT: franchise (article 293 B)',
  },
  charged: /*i18n*/ { id: 'office.value.charged', message: 'VAT is charged' },
  invoice: /*i18n*/ { id: 'office.value.invoice', message: 'Invoice' },
  credit_note: /*i18n*/ { id: 'office.value.credit_note', message: 'Credit note' },
  other: /*i18n*/ { id: 'office.value.other', message: 'Other' },
  accounts: /*i18n*/ { id: 'office.value.accounts', message: 'Accounts' },
  claim: /*i18n*/ { id: 'office.value.claim', message: 'Claim' },
  authority: /*i18n*/ { id: 'office.value.authority', message: 'Request of an authority' },
  'buyer-asks': /*i18n*/ { id: 'office.value.buyer-asks', message: 'The buyer asks' },
  order: /*i18n*/ { id: 'office.value.order', message: 'Order' },
  subscription: /*i18n*/ { id: 'office.value.subscription', message: 'Subscription' },
  withdrawal: /*i18n*/ { id: 'office.value.withdrawal', message: 'Withdrawal' },
  termination: /*i18n*/ { id: 'office.value.termination', message: 'Termination' },
  fr: /*i18n*/ { id: 'office.value.fr', message: 'French' },
  en: /*i18n*/ { id: 'office.value.en', message: 'English' },
  asNew: /*i18n*/ { id: 'office.value.asNew', message: 'As new: everything is refunded' },
  keep: /*i18n*/ { id: 'office.value.keep', message: 'Damaged: a sum is kept' },
  notOurs: /*i18n*/ { id: 'office.value.notOurs', message: 'Not our item' },
  damaged: /*i18n*/ { id: 'office.value.damaged', message: 'Damaged' },
  lost: /*i18n*/ { id: 'office.value.lost', message: 'Lost' },
  wrong_item: /*i18n*/ { id: 'office.value.wrong_item', message: 'Wrong item' },
  defective: /*i18n*/ { id: 'office.value.defective', message: 'Defective' },
  replacement: /*i18n*/ { id: 'office.value.replacement', message: 'Replacement' },
  refunded: /*i18n*/ { id: 'office.value.refunded', message: 'Refunded' },
  delivery: /*i18n*/ { id: 'office.value.delivery', message: 'Delivery' },
  return: /*i18n*/ { id: 'office.value.return', message: 'Return' },
  loss: /*i18n*/ { id: 'office.value.loss', message: 'Loss' },
  count: /*i18n*/ { id: 'office.value.count', message: 'Count' },
  strength: /*i18n*/ { id: 'office.value.strength', message: 'Strength' },
  balance: /*i18n*/ { id: 'office.value.balance', message: 'Balance' },
  mobility: /*i18n*/ { id: 'office.value.mobility', message: 'Mobility' },
  juggling: /*i18n*/ { id: 'office.value.juggling', message: 'Juggling' },
  endurance: /*i18n*/ { id: 'office.value.endurance', message: 'Endurance' },
  'answered-from-address': /*i18n*/ {
    id: 'office.value.answered-from-address',
    message: 'Answered from the account’s address',
  },
  'order-facts': /*i18n*/ { id: 'office.value.order-facts', message: 'Facts of an order' },
  document: /*i18n*/ { id: 'office.value.document', message: 'Identity document' },
  'restored-backup': /*i18n*/ { id: 'office.value.restored-backup', message: 'Restored backup' },
  owner: /*i18n*/ { id: 'office.value.owner', message: 'Owner' },
  preparer: /*i18n*/ { id: 'office.value.preparer', message: 'Preparer' },
  main: /*i18n*/ { id: 'office.value.main', message: 'Main' },
  bis: /*i18n*/ { id: 'office.value.bis', message: 'Second' },
  rebuild: /*i18n*/ { id: 'office.value.rebuild', message: 'Rebuild or refund' },
  refund_only: /*i18n*/ { id: 'office.value.refund_only', message: 'Refund' },
  not_carried: /*i18n*/ {
    id: 'office.value.not_carried',
    message: 'the payment does not carry its order',
  },
  not_taken: /*i18n*/ {
    id: 'office.value.not_taken',
    message: 'the money is not there, was refunded or is disputed',
  },
  other_sum: /*i18n*/ {
    id: 'office.value.other_sum',
    message: 'price and delivery do not add up to the sum',
  },
  other_item: /*i18n*/ { id: 'office.value.other_item', message: 'the item or option has changed' },
  up: /*i18n*/ { id: 'office.value.up', message: 'up' },
  site: /*i18n*/ { id: 'office.value.site', message: 'the site’s question and words' },
  changed: /*i18n*/ { id: 'office.value.changed', message: 'the site’s question, your words' },
  own: /*i18n*/ { id: 'office.value.own', message: 'your own question' },
  down: /*i18n*/ { id: 'office.value.down', message: 'down' },
  sold_out: /*i18n*/ { id: 'office.value.sold_out', message: 'sold out' },
  enough: /*i18n*/ { id: 'office.value.enough', message: 'enough was rebuilt automatically today' },
  buying: /*i18n*/ { id: 'office.value.buying', message: 'the buyer is buying right now' },
  bought_again: /*i18n*/ {
    id: 'office.value.bought_again',
    message: 'the buyer has bought it again',
  },
  known: /*i18n*/ { id: 'office.value.known', message: 'a purchase exists already' },
  being_refunded: /*i18n*/ { id: 'office.value.being_refunded', message: 'it is being refunded' },
  unreadable: /*i18n*/ { id: 'office.value.unreadable', message: 'the provider did not answer' },
  changed_meanwhile: /*i18n*/ {
    id: 'office.value.changed_meanwhile',
    message: 'it has changed meanwhile',
  },
  has_order: /*i18n*/ { id: 'office.value.has_order', message: 'it has its order' },
  nothing_left: /*i18n*/ { id: 'office.value.nothing_left', message: 'nothing of it is left' },
  on_its_way: /*i18n*/ { id: 'office.value.on_its_way', message: 'its refund is on its way' },
  disputed: /*i18n*/ { id: 'office.value.disputed', message: 'disputed' },
};

/** The error message of a field, by the kind of problem. @public */
export const PROBLEM_TEXTS: Readonly<Record<string, MessageDescriptor>> = {
  missing: /*i18n*/ { id: 'office.problem.missing', message: 'Fill this in.' },
  length: /*i18n*/ {
    id: 'office.problem.length',
    message: 'Enter {minimum} to {maximum} characters.',
  },
  tooShort: /*i18n*/ {
    id: 'office.problem.tooShort',
    message: 'Enter at least {limit, plural, one {# character} other {# characters}}.',
  },
  tooLong: /*i18n*/ {
    id: 'office.problem.tooLong',
    message: 'Enter at most {limit, plural, one {# character} other {# characters}}.',
  },
  tooFew: /*i18n*/ { id: 'office.problem.tooFew', message: 'Choose at least {limit}.' },
  tooMany: /*i18n*/ { id: 'office.problem.tooMany', message: 'Choose at most {limit}.' },
  tooSmall: /*i18n*/ { id: 'office.problem.tooSmall', message: 'Enter {limit} or more.' },
  tooBig: /*i18n*/ { id: 'office.problem.tooBig', message: 'Enter {limit} or less.' },
  choice: /*i18n*/ { id: 'office.problem.choice', message: 'Choose one of the values.' },
  number: /*i18n*/ { id: 'office.problem.number', message: 'Enter a whole number.' },
  invalid_email_message: /*i18n*/ {
    id: 'office.problem.email',
    message: 'Enter an address such as name@example.fr, without accents or spaces.',
  },
  telephone: /*i18n*/ {
    id: 'office.problem.telephone',
    message: 'Enter a telephone number, such as +33 1 23 45 67 89 or 3639.',
  },
  date: /*i18n*/ { id: 'office.problem.date', message: 'Enter a day.' },
  url: /*i18n*/ { id: 'office.problem.url', message: 'Enter a web address.' },
  tracking: /*i18n*/ {
    id: 'office.problem.tracking',
    message: 'Enter 4 to 40 letters and digits.',
  },
  trackingOfEach: /*i18n*/ {
    id: 'office.problem.trackingOfEach',
    message: 'Give one tracking number per order, or none.',
  },
  notSame: /*i18n*/ { id: 'office.problem.notSame', message: 'This is not the same as above.' },
  return: /*i18n*/ {
    id: 'office.problem.return',
    message: 'A return needs its order, and one unit that comes in.',
  },
  other: /*i18n*/ { id: 'office.problem.other', message: 'This is not accepted.' },
};

const CATALOG: Catalog = { fr: french, en: english };

/** The texts of one language. */
export type OfficeTexts = {
  /** Returns the label and help of an operation such as `orders.send`; undefined for an unknown one. */
  operation: (name: string) => { label: string; help: string } | undefined;
  /** Returns the label of a field such as `amountCents`; undefined for an unknown one. */
  field: (name: string) => string | undefined;
  /** Returns the label of a value such as `mondial_relay`; undefined for a value shown unchanged. */
  value: (name: string) => string | undefined;
  /** Returns the error message of a field; a general one for an unknown problem. */
  problem: (name: string, facts?: Readonly<Record<string, unknown>>) => string;
};

/** Returns the texts of the office in a language. Create them per call. */
export function officeTexts(locale: Locale): OfficeTexts {
  const i18n = createI18n(locale, CATALOG);
  const textIn = (texts: Readonly<Record<string, MessageDescriptor>>) => (name: string) => {
    const text = Object.hasOwn(texts, name) ? texts[name] : undefined;
    return text === undefined ? undefined : i18n._(text.id);
  };
  return {
    operation: (name) => {
      const text = Object.hasOwn(OPERATION_TEXTS, name) ? OPERATION_TEXTS[name] : undefined;
      if (text === undefined) return undefined;
      return { label: i18n._(text.label.id), help: i18n._(text.help.id) };
    },
    field: textIn(FIELD_TEXTS),
    value: textIn(VALUE_TEXTS),
    problem: (name, facts) => {
      const text = Object.hasOwn(PROBLEM_TEXTS, name) ? PROBLEM_TEXTS[name] : undefined;
      return i18n._(text?.id ?? 'office.problem.other', { ...facts });
    },
  };
}
