import type { Parameters } from './parameters.ts';

/**
 * A test that a record is on a list that this account may read: its own, or one shared with it. Records of which object
 * a list is of is checked where the condition is; of one that was closed to the account since then none is on it.
 */
export function isListed(listId: string, reader: string | undefined, parameters: Parameters): string {
  const [list, account] = [parameters.add(listId, 'bigint'), parameters.add(reader ?? null, 'bigint')];
  const shared = `exists (select from list_share s where s.list_id = l.id and s.account_id = ${account})`;
  const open = `select from list l where l.id = ${list} and l.removed_at is null and (l.owner_id = ${account} or ${shared})`;
  return `(id in (select record_id from list_item where list_id = ${list}) and exists (${open}))`;
}
