import { str, type CleanedEnv } from 'envalid';

/** Settings that say who sells, for receipts and legal pages. */
export const sellerSettings = {
  SELLER_NAME: str({ default: undefined, desc: 'Name of the seller, on legal pages and receipts' }),
  SELLER_ADDRESS: str({ default: undefined, desc: 'Postal address of the seller; a semicolon begins a new line' }),
  SELLER_EMAIL: str({ default: undefined, desc: 'E-mail address of the seller for customers and authorities' }),
  SELLER_REGISTER: str({ default: undefined, desc: 'Register and number of the seller, where there is one' }),
  SELLER_TAX_ID: str({ default: undefined, desc: 'Tax or VAT number of the seller, where there is one' }),
};

/** Who sells, as the operator has set it; null is what is not set. */
export interface Seller {
  name: string | null;
  /** Lines of the postal address. */
  address: readonly string[];
  email: string | null;
  register: string | null;
  taxId: string | null;
}

/** The seller of these settings. */
export function sellerOf(env: Pick<CleanedEnv<typeof sellerSettings>, keyof typeof sellerSettings>): Seller {
  return {
    name: env.SELLER_NAME || null,
    address: (env.SELLER_ADDRESS ?? '')
      .split(/[;\n]/)
      .map((line) => line.trim())
      .filter(Boolean),
    email: env.SELLER_EMAIL || null,
    register: env.SELLER_REGISTER || null,
    taxId: env.SELLER_TAX_ID || null,
  };
}

/** Settings without which the legal pages cannot say who sells. */
export function missingOf({ name, address, email }: Seller): (keyof typeof sellerSettings)[] {
  return [
    ...(name === null ? (['SELLER_NAME'] as const) : []),
    ...(address.length === 0 ? (['SELLER_ADDRESS'] as const) : []),
    ...(email === null ? (['SELLER_EMAIL'] as const) : []),
  ];
}
