import { formatMoney } from '../../platform/format-money';
import { escape, shell } from './pages';
import type { Invoice } from './world';

function linesOf(invoice: Invoice): [string, string][] {
  const { currency } = invoice;
  const money = (amount: number) => formatMoney({ amount, currency });
  return [
    ...invoice.hidden.items.map((item): [string, string] => [item.description, money(item.amount_subtotal)]),
    ...invoice.total_taxes.map((tax): [string, string] => [`Tax (${tax.tax_behavior})`, money(tax.amount)]),
    ['Total', money(invoice.total)],
  ];
}

/** Page of a paid invoice. */
export function invoicePage(invoice: Invoice): string {
  const lines = linesOf(invoice).map(([name, sum]) => `<li><span>${escape(name)}</span><span>${sum}</span></li>`);
  return shell(
    `Invoice ${invoice.number}`,
    `<main class="single"><section class="card"><h1 class="title">Invoice ${invoice.number}</h1>
<p>Paid by ${escape(invoice.customer_email ?? 'the customer')}</p><ul class="items">${lines.join('')}</ul>
<p><a href="${invoice.invoice_pdf}">Download as PDF</a></p></section></main>`,
  );
}

/** The same as a PDF of one page; a Latin-1 string. */
export function invoicePdf(invoice: Invoice): string {
  const lines = [`Invoice ${invoice.number}`, ...linesOf(invoice).map(([name, sum]) => `${name}: ${sum}`)];
  const shown = lines.map((line) => `(${line.replace(/[^\x20-\x7e]/g, '?').replace(/[\\()]/g, '\\$&')}) Tj T*`);
  const content = `BT /F1 12 Tf 16 TL 72 760 Td ${shown.join(' ')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const at = pdf.length;
    pdf += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const count = objects.length + 1;
  return `${pdf}xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
}
