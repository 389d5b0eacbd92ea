/** Where the mail address of an account is sealed. */
export const emailPlace = (accountId: string): string => `account.email:${accountId}`;

/** An address as its owner may see it where others look over the shoulder: l***@example.com. */
export function maskedEmail(address: string): string {
  const [name = '', host = ''] = address.split('@');
  return `${[...name][0] ?? ''}***@${host}`;
}
