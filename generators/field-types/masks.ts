/** A number without its middle: 199****0001. Short ones keep two digits only. */
export function maskedNumber(number: string): string {
  const local = number.startsWith('+86') ? number.slice(3) : number;
  return local.length < 8 ? `****${local.slice(-2)}` : `${local.slice(0, 3)}****${local.slice(-4)}`;
}

/** An address without its name: l***@example.com. */
export function maskedEmail(address: string): string {
  const [name = '', host = ''] = address.split('@');
  return `${[...name][0] ?? ''}***@${host}`;
}
