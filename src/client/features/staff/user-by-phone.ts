import { findUsers } from '#schemas/generated/api/staff.ts';
import type { Api } from '#client/lib/api.ts';

/** The uid of the user with a phone number, typed whole; undefined where there is none. */
export async function userByPhone(api: Api, phone: string): Promise<string | undefined> {
  const { list } = await api.call(findUsers, { body: { word: phone.trim() } });
  return list.length === 1 ? list[0]?.uid : undefined;
}
