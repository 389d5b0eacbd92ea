import { sql } from 'kysely';
import type { Db } from './database.ts';
import type { Vault } from './vault.ts';

/** Where the number of an account is sealed. */
export const phonePlace = (accountId: string): string => `account.phone:${accountId}`;

/** Numbers of before they were sealed were of the mainland and bore no country code. */
export async function sealPhones(trx: Db, vault: Vault): Promise<void> {
  const { rows } = await sql<{ id: string; phone: string }>`
    select id, phone from account where phone is not null`.execute(trx);
  for (const { id, phone } of rows) {
    const number = phone.startsWith('+') ? phone : `+86${phone}`;
    await trx
      .updateTable('account')
      .set({ phone_index: vault.index(number, 'phone'), phone_sealed: vault.seal(number, phonePlace(id)) })
      .where('id', '=', id)
      .execute();
  }
}
