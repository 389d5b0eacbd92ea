import { type Focus, MIN_PERSON_NAME } from '#schemas/api/profile.ts';
import { MAX_PICTURE_BYTES } from '#schemas/api/uploads.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue, RecordValues } from '#schemas/metadata/value.ts';
import { boundValues } from '#shared/bindings/bound-values.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { cleanName, passesForPlatform } from '#shared/policy/display-names.ts';
import type { Database } from '#server/db/database.ts';
import type { AccountChanges } from '#server/platform/accounts/account-changes.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { fileProblems, takeFiles } from '#server/core/files/taken-files.ts';
import { idByClientKey } from '#server/core/records/client-key-queries.ts';
import { formContext } from '#server/core/records/judgement.ts';
import { recordsByIds, type StoredRecord } from '#server/core/records/queries.ts';
import type { RecordWriter } from '#server/core/records/record-writer.ts';
import { FOCUS, FOCUS_KEY } from '#server/core/records/user-focus.ts';
import { changeAccount } from './queries.ts';

export interface ProfileServiceDeps {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly writer: RecordWriter;
  readonly changes: AccountChanges;
  /** The name of the platform, which no user may have. */
  readonly productName: string;
  readonly now: () => Date;
}

/** What a picture of a person may be. */
const AVATAR: FieldDefinition = {
  apiName: 'avatar',
  type: 'image',
  label: '头像',
  config: { accept: 'image/png,image/jpeg,image/webp', maxSize: MAX_PICTURE_BYTES },
};

const pictureOf = (url: string | undefined): FieldValue => (url ? { url, name: '头像' } : null);

interface Own {
  readonly name?: string;
  readonly intro?: string;
  readonly avatar?: string;
}

/**
 * The profile that users write themselves: the account’s own words, and the industries and phases that are followed.
 */
export class ProfileService {
  readonly #deps: ProfileServiceDeps;

  constructor(deps: ProfileServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Changes what is given; the picture is taken so that it is not swept.
   * @throws Failure INVALID_BODY naming `name` when it is blank or passes for the platform, `avatar` when it is no picture
   * that was uploaded here.
   */
  async edit({ name, intro, avatar }: Own, actor: Member): Promise<void> {
    const { database, changes, now } = this.#deps;
    const accountId = actor.id;
    const change = {
      ...(name !== undefined && { name: personName(name, this.#deps.productName) }),
      ...(intro !== undefined && { intro: intro.trim() }),
      ...(avatar !== undefined && { avatar: avatar === '' ? null : avatar }),
    };
    await database.db.transaction().execute(async (trx) => {
      const taken = await takeFiles(trx, [avatar], { accountId, isStaff: false }, now());
      const [problem] = fileProblems([AVATAR], undefined, { avatar: pictureOf(avatar) }, taken, false);
      if (problem) throw new Failure('INVALID_BODY', problem.message, [problem]);
      if (!(await changeAccount(trx, accountId, change))) throw new Failure('SESSION_INVALID');
    });
    await changes.announce(accountId);
  }

  /** What a person follows. */
  async focus(actor: Member): Promise<Focus> {
    return focusOf(await this.#followed(actor));
  }

  /**
   * Sets what a person follows, as comma lists; makes the record when there is none.
   * @throws Failure INVALID_BODY naming the field for values that are no options, or too many.
   */
  async follow(given: Readonly<Record<string, string>>, actor: Member): Promise<Focus> {
    const { writer, now } = this.#deps;
    const context = formContext(actor, now());
    const lists = Object.entries(given).map(([field, list]) => [field, valuesOf(list)]);
    const values: RecordValues = Object.fromEntries(lists);
    // Made with its values at once: what is refused leaves no empty record. Where another call made it meanwhile, that
    // one is given back, and is changed below like one that was there.
    const record = (await this.#followed(actor)) ?? (await writer.create(FOCUS, FOCUS_KEY, values, context));
    return focusOf(await writer.update(FOCUS, record.id, record.version, values, context));
  }

  async #followed(actor: Member): Promise<StoredRecord | undefined> {
    const { database, catalog } = this.#deps;
    const object = catalog.object(FOCUS);
    const id = await idByClientKey(database.db, object, `${actor.id}:${FOCUS_KEY}`);
    const [record] = id === undefined ? [] : await recordsByIds(database.db, database.vault, object, [id], false);
    return record;
  }
}

function focusOf(record: StoredRecord | undefined): Focus {
  const { industries = [], phases = [], areas = [] } = boundValues(BINDINGS.focus, record?.values ?? {});
  return {
    id: record?.id ?? null,
    focusIndustry: [...industries],
    focusPhase: [...phases],
    focusArea: [...areas],
  };
}

const valuesOf = (list: string): string[] => [
  ...new Set(
    list
      .split(',')
      .map((value) => value.trim())
      .filter((value) => value !== ''),
  ),
];

function personName(typed: string, product: string): string {
  const name = cleanName(typed);
  if ([...name].length < MIN_PERSON_NAME) refuse('name', `姓名至少 ${MIN_PERSON_NAME} 个字`);
  if (passesForPlatform(name, product)) refuse('name', '不能使用这个名字，请勿使用平台或系统账号的名称');
  return name;
}

function refuse(field: string, message: string): never {
  throw new Failure('INVALID_BODY', message, [{ field, message }]);
}
