import { findUsers } from '#schemas/generated/api/staff.ts';
import { identityWords } from '#shared/policy/role-words.ts';
import type { Api } from '#client/lib/api.ts';
import type { RecordFinder } from '#client/lib/lookup-store.ts';

/** Finds users by a part of the name or username, by UID or by the whole phone number, which travels in no address. */
export const userFinder =
  (api: Api): RecordFinder =>
  async (word) => {
    const { list } = await api.call(findUsers, { body: { word } });
    return list.map(({ uid, name, username, identityRoles, staff }) => {
      const role = staff ? '运营人员' : identityWords(identityRoles);
      return { id: uid, name: `${name}（${username} · ${role} · UID ${uid}）` };
    });
  };
