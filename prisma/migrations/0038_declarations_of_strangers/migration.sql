-- What a stranger declares is in the way of nothing that a contract's owner declares: of what is not proved
-- there may be several open ones beside it. Both indexes are replaced in one transaction, so that there is no
-- moment without them; the table has a row for each withdrawal and termination, which are few.

-- decision 057: the release before inserts with ON CONFLICT DO NOTHING, whichever index there is
DROP INDEX "declaration_open_of_order";
-- decision 057: likewise
DROP INDEX "declaration_open_of_subscription";
-- decision 057: in the same transaction, on a small table
CREATE UNIQUE INDEX "declaration_open_of_order" ON "declaration" ("kind", "order_id")
  WHERE "closed_at" IS NULL AND "proof" <> 'none';
-- decision 057: likewise
CREATE UNIQUE INDEX "declaration_open_of_subscription" ON "declaration" ("kind", "subscription_id")
  WHERE "closed_at" IS NULL AND "proof" <> 'none';
