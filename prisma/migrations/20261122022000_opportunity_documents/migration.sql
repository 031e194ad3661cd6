-- Documents of an opportunity name its buyer, so they are made when they are asked for (docs/decisions/documents-in-the-database.md).
-- What an import rendered has no reader left.
ALTER TABLE "opportunities" DROP COLUMN "dossier_html", DROP COLUMN "dossier_pdf";

-- The front page says the lowest price of what is on offer.
CREATE INDEX "opportunities_price_idx" ON "opportunities" ("mode", "price_amount")
  WHERE "status" IN ('available', 'reserved');
