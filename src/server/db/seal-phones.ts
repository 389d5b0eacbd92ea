import { sql } from 'kysely';
import { maskedNumber } from '#shared/validation/masked-value.ts';
import type { Db } from './database.ts';
import type { Vault } from './vault.ts';

/** Where the number of an account is sealed. */
export const phonePlace = (accountId: string): string => `account.phone:${accountId}`;

/** The number of an account as its columns keep it: to be found by, to be opened, and to be shown without its middle. */
export const phoneColumns = (vault: Vault, accountId: string, number: string) => ({
  phone_index: vault.index(number, 'phone'),
  phone_sealed: vault.seal(number, phonePlace(accountId)),
  phone_masked: maskedNumber(number),
});

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

/** Masks the numbers of before they were kept masked. */
export async function maskPhones(trx: Db, vault: Vault): Promise<void> {
  const { rows } = await sql<{ id: string; sealed: string }>`
    select id, phone_sealed as sealed from account where phone_sealed is not null`.execute(trx);
  for (const { id, sealed } of rows) {
    const masked = maskedNumber(vault.open(sealed, phonePlace(id)));
    await trx.updateTable('account').set({ phone_masked: masked }).where('id', '=', id).execute();
  }
}
