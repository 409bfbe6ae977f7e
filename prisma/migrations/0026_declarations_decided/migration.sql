-- What the shop owner is shown of declarations, and what retention takes from declarations.
-- Indexes only: a process of the release before works beside them. By hand: Prisma writes no partial ones.

CREATE INDEX IF NOT EXISTS "declaration_receipt_lost" ON "declaration_event" ("at")
  WHERE "kind" = 'receipt_lost';

-- Whose words and addresses are still there.
CREATE INDEX IF NOT EXISTS "declaration_with_words" ON "declaration" ("closed_at")
  WHERE "statement" IS NOT NULL;
CREATE INDEX IF NOT EXISTS "declaration_with_email" ON "declaration" ("email")
  WHERE "email" IS NOT NULL;
