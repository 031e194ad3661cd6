import type { Seller } from '../../../base/payment-settings';
import type { Findings } from '../../findings/contract/findings';
import { isSample } from '../../run-kinds/sandbox';
import { formatDate } from './wording';

/** A sale to certify. `sha256` is the hash of the findings that the buyer downloads. */
export interface CertifiedSale {
  title: string;
  opportunityId: string;
  orderId: string;
  owner: string;
  soldAt: Date;
  sha256: string;
  seller: Seller;
  publicUrl: string;
}

export type CertificateModel = ReturnType<typeof certificateModel>;

/** One page that states what was sold, to which buyer, and that it was sold only once. Pure. */
export function certificateModel(sale: CertifiedSale, findings: Pick<Findings, 'mode' | 'provenance'>) {
  const { title, opportunityId, orderId, owner, sha256, seller, publicUrl } = sale;
  const day = formatDate(sale.soldAt.toISOString());
  const name = seller.name ?? 'Newsletter Opportunity Intelligence';
  return {
    banner: bannerOf(findings),
    runId: orderId,
    title,
    statement: [
      `${name} sold this opportunity once, to the owner named here. It left the catalog on ${day}.`,
      'We have not sold it to anyone else and will not sell it again.',
    ],
    rows: [
      { label: 'Owner', value: owner },
      { label: 'Date of sale', value: day },
      { label: 'Order', value: orderId },
      { label: 'Opportunity', value: opportunityId },
      { label: 'Seller', value: [name, ...seller.address].join(', ') },
      ...(seller.register === null ? [] : [{ label: 'Register', value: seller.register }]),
      ...(seller.taxId === null ? [] : [{ label: 'Tax number', value: seller.taxId }]),
    ],
    sha256,
    fingerprint: 'SHA-256 of findings.json in your data file.',
    validity: `This certificate is void if the payment is refunded or charged back. Its owner can check its status at\n${publicUrl}/account/purchases/${orderId}`,
  };
}

function bannerOf(findings: Pick<Findings, 'mode' | 'provenance'>): string | null {
  if (isSample(findings)) return 'Example: the opportunity is invented, and no exclusive right was sold.';
  return findings.mode === 'test' ? 'Test mode: no exclusive right was sold.' : null;
}
