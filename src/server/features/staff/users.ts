import { ID_SOURCE } from '#schemas/metadata/value.ts';
import type { StaffUser } from '#schemas/api/staff.ts';
import type { Database } from '#server/db/database.ts';
import { mobileNumber, mobileNumberOrNone } from '#server/platform/accounts/phone.ts';
import { usersBy } from './queries.ts';

/** More than these are not listed: a word that finds so many says too little. */
const MAX_FOUND = 20;
const IS_UID = new RegExp(ID_SOURCE);

/** A number as staff type it, with its country code or without. */
function numberIn(word: string): string | undefined {
  if (!word.startsWith('+')) return mobileNumberOrNone(word);
  try {
    return mobileNumber(word.slice(1), '');
  } catch {
    return undefined;
  }
}

/** Users that a word means, newest first. A phone number is only ever compared by its index. */
export async function usersNamed({ db, vault }: Pick<Database, 'db' | 'vault'>, word: string): Promise<StaffUser[]> {
  const typed = word.trim();
  if (typed === '') return [];
  const number = numberIn(typed);
  const wanted = {
    word: typed,
    uid: IS_UID.test(typed) ? typed : undefined,
    phoneIndexes: number === undefined ? [] : vault.indexes(number, 'phone'),
  };
  const rows = await usersBy(db, wanted, MAX_FOUND);
  return rows.map(({ id, username, name, roles }) => ({
    uid: id,
    username,
    name,
    identityRoles: roles.filter((role) => role !== 'staff'),
    staff: roles.includes('staff'),
  }));
}
