import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { tableOf } from '#generators/storage.ts';
import { allObjects } from '#server/core/catalog/queries.ts';
import { placeOf } from '#server/core/records/sealed-values.ts';
import type { Db } from '#server/db/database.ts';
import { phonePlace } from '#server/db/seal-phones.ts';
import { CHECK_PLACE } from '#server/db/vault-check.ts';
import { grantPlace } from '#server/features/chat/exchange/grants.ts';
import { casePlace } from '#server/features/identity/email-proof.ts';
import { secretPlace } from '#server/features/open/webhooks/base.ts';
import { emailPlace } from '#server/platform/accounts/email.ts';
import type { SealedKind } from '#server/platform/keys/sealed-kind.ts';
import { cardPlace, purchasePlace } from '#server/platform/contact-cards/contact-cards.ts';
import { draftPlace } from '#server/platform/drafts/drafts.ts';
import { secretPlace as factorPlace } from '#server/platform/second-factor/second-factors.ts';

/** Columns of the product's own tables that hold sealed values, and where each value was sealed. */
const SEALED_KINDS: readonly SealedKind[] = [
  { table: 'vault_check', column: 'sealed', keys: [], place: () => CHECK_PLACE },
  {
    table: 'account',
    column: 'phone_sealed',
    keys: ['id'],
    place: ([id]) => phonePlace(id),
    index: { column: 'phone_index', kind: 'phone' },
  },
  {
    table: 'account',
    column: 'email_sealed',
    keys: ['id'],
    place: ([id]) => emailPlace(id),
    index: { column: 'email_index', kind: 'email' },
  },
  {
    table: 'identity_case',
    column: 'email_sealed',
    keys: ['id'],
    place: ([id]) => casePlace(id),
    index: { column: 'email_index', kind: 'email' },
  },
  {
    table: 'identity_draft',
    column: 'sealed',
    keys: ['account_id', 'object_api_name', 'company_id'],
    place: ([accountId, objectApiName, companyId]) => draftPlace({ accountId, objectApiName, companyId }),
  },
  {
    table: 'contact_card',
    column: 'sealed',
    keys: ['kind', 'account_id'],
    place: ([kind, accountId]) => cardPlace(kind as Parameters<typeof cardPlace>[0], accountId),
  },
  {
    table: 'contact_purchase',
    column: 'sealed',
    keys: ['viewer_id', 'target_id'],
    place: ([viewerId, targetId]) => purchasePlace(viewerId, targetId),
  },
  {
    table: 'chat_grant',
    column: 'sealed',
    keys: ['viewer_id', 'owner_id', 'kind'],
    place: ([viewerId, ownerId, kind]) =>
      grantPlace({ viewerId, ownerId, kind: kind as Parameters<typeof grantPlace>[0]['kind'] }),
  },
  { table: 'webhook', column: 'secret_sealed', keys: ['account_id'], place: ([id]) => secretPlace(id) },
  { table: 'webhook', column: 'former_sealed', keys: ['account_id'], place: ([id]) => secretPlace(id) },
  { table: 'second_factor', column: 'secret_sealed', keys: ['account_id'], place: ([id]) => factorPlace(id) },
  { table: 'second_factor', column: 'pending_sealed', keys: ['account_id'], place: ([id]) => factorPlace(id) },
];

/** Columns that keep whole rows of objects, with the column that says which record a row is of. */
const KEPT_ROWS = [
  { table: 'merge', column: 'loser_row', key: 'loser_id' },
  { table: 'merge', column: 'survivor_row', key: 'survivor_id' },
  { table: 'merge', column: 'merged_row', key: 'survivor_id' },
  { table: 'gone_record', column: 'row', key: 'record_id' },
] as const;

function kindsOf(definition: ObjectDefinition): SealedKind[] {
  const { source, apiName, fields } = definition;
  if (source !== undefined) return [];
  return fields.filter(isSealed).flatMap((field) => {
    const place: SealedKind['place'] = ([id]) => placeOf({ objectApiName: apiName, field, id });
    const inRows = { objectApiName: apiName, field: field.apiName };
    return [
      { table: tableOf(definition), column: field.apiName, keys: ['id'], place },
      ...KEPT_ROWS.map(({ table, column, key }) => ({ table, column, keys: [key], place, inRows })),
    ];
  });
}

/** All columns of a database that hold sealed values, those of its objects with them. */
export async function sealedKinds(db: Db): Promise<SealedKind[]> {
  const objects = await allObjects(db);
  return [...SEALED_KINDS, ...objects.flatMap(({ definition }) => kindsOf(definition))];
}
