import type { Sites } from '../stand-ins/internet/internet';

/** Addresses of the stand-ins on loopback. */
export interface StandIns {
  agents: string;
  payments: string;
  mail: string;
}

const portOf = (address: string) => Number(new URL(address).port);

/** Puts the stand-ins at the vendors' own host names, which the SDKs call by default. */
export function sitesOf({ agents, payments, mail }: StandIns): Sites {
  const vendors = {
    'api.anthropic.com': portOf(agents),
    'api.stripe.com': portOf(payments),
    'api.resend.com': portOf(mail),
  };
  return { vendors, samples: portOf(agents) };
}
