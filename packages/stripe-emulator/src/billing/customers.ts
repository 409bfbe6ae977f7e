import type { Stripe } from 'stripe';

import { idOf, type Account } from '../account.ts';
import { missingParamError, paramError, unknownObjectError } from '../api/api-error.ts';
import { checkedMetadata, readCurrency } from '../api/fields.ts';
import { LIST_PARAMS, pageOf } from '../api/list-page.ts';
import { pathId, type Call, type Operation } from '../api/operation.ts';
import type { Params } from '../api/params.ts';
import { useMethod } from '../cards/payment-methods.ts';
import { objectOf } from '../object.ts';
import { changeBalance } from './balance.ts';

const CUSTOMER_PARAMS = ['email', 'metadata', 'invoice_settings', 'expand'] as const;

/** Called before a customer is deleted, to end its subscriptions. */
export type OnCustomerDeleted = (account: Account, customer: Stripe.Customer) => void;

function createCustomer({ account, params }: Call): Stripe.Customer {
  const id = account.newId('cus');
  const customer = objectOf<Stripe.Customer>({
    id,
    object: 'customer',
    balance: 0,
    created: account.clock.nowSeconds(),
    currency: null,
    delinquent: false,
    email: null,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: { default_payment_method: null },
    livemode: false,
    metadata: {},
    next_invoice_sequence: 1,
  });
  applyChanges(account, customer, params);
  account.store.customers.set(id, customer);
  account.emit('customer.created', customer);
  return customer;
}

function applyChanges(account: Account, customer: Stripe.Customer, params: Params): void {
  // Validate everything before the first change.
  const metadata = checkedMetadata(params, customer.metadata);
  const defaultMethod = params.text('invoice_settings[default_payment_method]');
  if (defaultMethod !== undefined) {
    customer.invoice_settings.default_payment_method = requireOwnMethod(
      account,
      customer.id,
      defaultMethod,
    );
  }
  customer.email = params.text('email') ?? customer.email;
  customer.metadata = metadata;
}

/**
 * Returns the id of a default payment method, null to clear it. @throws if it is not attached to the customer.
 */
export function requireOwnMethod(
  account: Account,
  customerId: string,
  methodId: string,
): string | null {
  if (methodId === '') return null;
  const method = useMethod(account, methodId);
  if (idOf(method.customer) === customerId) return method.id;
  throw paramError(
    'default_payment_method',
    `The customer does not have a payment method with the ID ${methodId}. The payment method must be attached to the customer.`,
    'resource_missing',
  );
}

function requireCustomer(call: Call): Stripe.Customer {
  const customer = call.account.store.customers.get(pathId(call));
  if (!customer) throw unknownObjectError('customer', pathId(call));
  return customer;
}

function readCustomer(call: Call): object {
  const id = pathId(call);
  const isDeleted = call.account.store.deletedCustomers.has(id);
  return isDeleted ? { id, object: 'customer', deleted: true } : requireCustomer(call);
}

function deleteCustomer(call: Call, onDeleted: OnCustomerDeleted): object {
  const { account } = call;
  const customer = requireCustomer(call);
  onDeleted(account, customer);
  for (const method of account.store.paymentMethods.values()) {
    if (idOf(method.customer) !== customer.id) continue;
    method.customer = null;
    account.store.spentMethods.add(method.id);
  }
  account.store.customers.delete(customer.id);
  account.store.deletedCustomers.add(customer.id);
  account.emit('customer.deleted', customer);
  return { id: customer.id, object: 'customer', deleted: true };
}

function createBalanceTransaction(call: Call): object {
  const customer = requireCustomer(call);
  const { params } = call;
  const amount = params.integer('amount');
  if (amount === undefined) throw missingParamError('amount');
  const currency = readCurrency(params);
  if (customer.currency != null && customer.currency !== currency) {
    throw paramError('currency', `This customer's currency is ${customer.currency}.`);
  }
  const metadata = checkedMetadata(params);
  customer.currency = currency;
  const transaction = changeBalance(call.account, customer, {
    amount,
    type: 'adjustment',
    invoiceId: null,
    description: params.text('description') ?? null,
    metadata,
  });
  call.account.emit('customer.updated', customer);
  return transaction;
}

export function customerOperations(onDeleted: OnCustomerDeleted): readonly Operation[] {
  return [
    {
      name: 'customers.create',
      method: 'POST',
      path: '/v1/customers',
      accepts: CUSTOMER_PARAMS,
      run: createCustomer,
    },
    {
      name: 'customers.retrieve',
      method: 'GET',
      path: '/v1/customers/:id',
      accepts: ['expand'],
      run: readCustomer,
    },
    {
      name: 'customers.update',
      method: 'POST',
      path: '/v1/customers/:id',
      accepts: CUSTOMER_PARAMS,
      run(call) {
        const customer = requireCustomer(call);
        applyChanges(call.account, customer, call.params);
        call.account.emit('customer.updated', customer);
        return customer;
      },
    },
    {
      name: 'customers.delete',
      method: 'DELETE',
      path: '/v1/customers/:id',
      accepts: [],
      run: (call) => deleteCustomer(call, onDeleted),
    },
    {
      name: 'customers.list',
      method: 'GET',
      path: '/v1/customers',
      accepts: [...LIST_PARAMS, 'email'],
      run({ account, params }) {
        const email = params.text('email');
        const customers = [...account.store.customers.values()].filter(
          (customer) => email === undefined || customer.email === email,
        );
        return pageOf(customers, params, '/v1/customers');
      },
    },
    {
      name: 'customers.create_balance_transaction',
      method: 'POST',
      path: '/v1/customers/:id/balance_transactions',
      accepts: ['amount', 'currency', 'description', 'metadata', 'expand'],
      run: createBalanceTransaction,
    },
    {
      name: 'customers.list_balance_transactions',
      method: 'GET',
      path: '/v1/customers/:id/balance_transactions',
      accepts: LIST_PARAMS,
      run(call) {
        const { id } = requireCustomer(call);
        const transactions = [...call.account.store.customerBalanceTransactions.values()].filter(
          (transaction) => idOf(transaction.customer) === id,
        );
        return pageOf(transactions, call.params, `/v1/customers/${id}/balance_transactions`);
      },
    },
  ];
}
