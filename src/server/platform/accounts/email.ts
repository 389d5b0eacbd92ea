/** Where the mail address of an account is sealed. */
export const emailPlace = (accountId: string): string => `account.email:${accountId}`;
