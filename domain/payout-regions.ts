const EEA = [
  ...['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IS', 'IT', 'LI'],
  ...['LT', 'LU', 'LV', 'MT', 'NL', 'NO', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'],
];

/** True if money from one country (ISO 3166-1) to another leaves its payment region; the EEA is one region. */
export function isCrossBorder(from: string, to: string): boolean {
  return regionOf(from) !== regionOf(to);
}

const regionOf = (country: string) => (EEA.includes(country.toUpperCase()) ? 'EEA' : country.toUpperCase());
