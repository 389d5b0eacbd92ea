import { FEED_TYPES } from '#schemas/generated/api/notices.ts';
import { systemAccountName } from '#shared/chat/system-accounts.ts';
import { CLOSED_NAME } from './closed-account.ts';

/**
 * Characters that a name cannot show: control, zero-width and direction-changing ones, tags, and letters that are drawn as
 * nothing. With them two names that look alike are not the same, or a name is read in another order than it was checked in.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}\u2800]/gu;
/** Spaces of every width. */
const SPACES = /\p{Zs}+/gu;

/** Words of the platform about itself. A person's name may neither begin nor end with one. */
const OWN_WORDS = [
  '系统',
  '官方',
  '客服',
  '平台',
  '管理员',
  '运营人员',
  '小助手',
  '工作人员',
  'admin',
  'administrator',
  'official',
  'system',
];

/** A name as it is kept: without what cannot be seen, with plain single spaces. */
export const cleanName = (typed: string): string => typed.replace(HIDDEN, '').replace(SPACES, ' ').trim();

/** Does a text hold what a reader cannot see? Line breaks count: names have none. */
export const hasHidden = (text: string): boolean => text.search(HIDDEN) >= 0;

/** What is compared: full-width and circled forms as plain ones, without case, spaces and signs between the letters. */
const folded = (name: string): string =>
  cleanName(name.normalize('NFKC'))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The names of the platform's own accounts. */
const ownNames = (product: string): string[] =>
  [product, '平台助手', CLOSED_NAME, ...FEED_TYPES.map((type) => systemAccountName(type, product))].map(folded);

/**
 * Whether this, as the name of a user, could be mistaken for the platform itself. `product` is what the platform is
 * called.
 */
export function passesForPlatform(name: string, product: string): boolean {
  const text = folded(name);
  const words = [...ownNames(product), ...OWN_WORDS].filter((word) => word !== '');
  return words.some((word) => text.startsWith(word) || text.endsWith(word));
}

/** The same for the name of an organisation, in which words like 平台 and 系统 are common: only whole names of ours are. */
export function organisationPassesForPlatform(name: string, product: string): boolean {
  const text = folded(name);
  const own = ownNames(product).filter((word) => word !== '');
  return (
    own.includes(text) || OWN_WORDS.includes(text) || own.some((word) => OWN_WORDS.includes(text.replace(word, '')))
  );
}
