-- AlterTable
ALTER TABLE "payments" ADD COLUMN     "invoice_id" TEXT,
ADD COLUMN     "invoice_number" TEXT,
ADD COLUMN     "invoice_pdf_url" TEXT,
ADD COLUMN     "invoice_url" TEXT,
ADD COLUMN     "tax_amount" INTEGER NOT NULL DEFAULT 0;

-- What follows cannot be said in schema.prisma.

ALTER TABLE "payments" ADD CONSTRAINT "payments_tax_check" CHECK ("tax_amount" >= 0 AND "tax_amount" <= "amount");
ALTER TABLE "payments" ADD CONSTRAINT "payments_invoice_check" CHECK (("invoice_id" IS NULL) = ("invoice_number" IS NULL));
