import type { Queryable } from '../../prisma/client';

/** Numbered invoice of a payment at the provider. */
export interface PaymentInvoice {
  id: string;
  number: string;
  url: string | null;
  pdfUrl: string | null;
}

/** Records the invoice of a payment whose invoice was not known when it was settled; the first stays. */
export async function recordInvoice(tx: Queryable, paymentId: string, invoice: PaymentInvoice): Promise<void> {
  await tx.query({
    name: 'payment-invoice',
    text: `UPDATE payments SET invoice_id = $2, invoice_number = $3, invoice_url = $4, invoice_pdf_url = $5,
                  updated_at = now()
           WHERE id = $1 AND invoice_id IS NULL`,
    values: [paymentId, ...invoiceValues(invoice)],
  });
}

/** Values of the four columns of an invoice; null where there is none. */
export function invoiceValues(invoice: PaymentInvoice | null): (string | null)[] {
  return [invoice?.id ?? null, invoice?.number ?? null, invoice?.url ?? null, invoice?.pdfUrl ?? null];
}
