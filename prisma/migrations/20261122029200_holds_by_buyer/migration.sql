-- What a buyer holds is read at every purchase: without these, among the open orders of everybody.
CREATE INDEX "orders_holds_by_account_idx" ON "orders" ("account_id") WHERE "status" IN ('creating', 'pending_payment') AND "account_id" IS NOT NULL;
CREATE INDEX "orders_holds_by_token_idx" ON "orders" ("buyer_token_hash") WHERE "status" IN ('creating', 'pending_payment') AND "buyer_token_hash" IS NOT NULL;
