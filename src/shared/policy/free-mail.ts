const ADDRESS = /^[^\s@]+@([^\s@]+\.[^\s@.]+)$/;

/** An address as it is compared and kept: what a full-width keyboard typed is the same address. */
export const plainAddress = (address: string): string => address.normalize('NFKC').trim().toLowerCase();

/** Whether a text has the form of a mail address; only a mail that arrives proves that there is one. */
export const isMailAddress = (address: string): boolean => ADDRESS.test(plainAddress(address));

/**
 * Why a mail address cannot vouch for where a user works, in words; undefined when it can.
 * @param freeMail Domains where anyone can have an address, with all below them.
 */
export function freeMailComplaint(address: string, freeMail: readonly string[]): string | undefined {
  const domain = ADDRESS.exec(plainAddress(address))?.[1];
  if (domain === undefined) return '邮箱格式不正确';
  const isFree = freeMail.some((each) => domain === each || domain.endsWith(`.${each}`));
  return isFree ? `请使用机构的工作邮箱，不支持 ${domain} 等个人邮箱` : undefined;
}
