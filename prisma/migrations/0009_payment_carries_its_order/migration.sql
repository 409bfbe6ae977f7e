-- What a payment carries of its order, and what was given back of it.

-- A keyed hash of the buyer's address, as it goes to the provider with the payment: the same for
-- every try of an attempt. Null for attempts of a release before, and once the account is gone.
ALTER TABLE "purchase_attempt" ADD COLUMN "buyer_hash" TEXT;

-- What the provider said last was given back of the payment, in cents; null while it was nothing.
ALTER TABLE "orders" ADD COLUMN "refunded_cents" INTEGER;
