import type { NotePerson } from '#schemas/api/notes.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { NoteRow } from './queries.ts';

export interface PlaceDeps {
  readonly catalog: Catalog;
  readonly records: {
    /** The id that a record has now, where a user may open it; throws where they may not. */
    readonly openable: (objectApiName: string, id: string, actor: Member) => Promise<{ readonly id: string }>;
    /** Names of records by id; those that are not open to a user are left out. */
    readonly namesOf: (objectApiName: string, ids: readonly string[], actor: Member) => Promise<readonly NotePerson[]>;
  };
  /** A user with the rights of this moment; undefined where the account is closed or frozen. */
  readonly memberOf: (accountId: string) => Promise<Member | undefined>;
}

/** The record that a note is on. */
export interface NotePlace {
  readonly objectApiName: string;
  readonly recordId: string;
}

export const placeKey = ({ object_api_name: apiName, record_id: id }: NoteRow): string => `${apiName} ${id}`;

/** Records that notes are on, as their readers may open them. */
export class NotePlaces {
  readonly #deps: PlaceDeps;

  constructor(deps: PlaceDeps) {
    this.#deps = deps;
  }

  /** @throws Failure where there is no such record, or it is closed to the user */
  async open({ objectApiName, recordId }: NotePlace, actor: Member): Promise<NotePlace> {
    const { catalog, records } = this.#deps;
    if (catalog.object(objectApiName).isSystem) throw new Failure('INVALID_BODY', '这里不能写笔记');
    return { objectApiName, recordId: (await records.openable(objectApiName, recordId, actor)).id };
  }

  async mayOpen(place: NotePlace, accountId: string): Promise<boolean> {
    const member = await this.#deps.memberOf(accountId);
    if (!member) return false;
    try {
      await this.open(place, member);
      return true;
    } catch (error) {
      if (error instanceof Failure) return false;
      throw error;
    }
  }

  /** Names of the records of notes, by `placeKey`; those that the user may not open are left out. */
  async names(rows: readonly NoteRow[], actor: Member): Promise<ReadonlyMap<string, string>> {
    const names = new Map<string, string>();
    for (const [key, [row]] of Map.groupBy(rows, placeKey)) {
      if (!row) continue;
      const place = { objectApiName: row.object_api_name, recordId: row.record_id };
      if (await this.mayOpen(place, actor.id)) names.set(key, await this.nameOf(place, actor));
    }
    return names;
  }

  /** The name of a record that the user may open; its number where the list that says names is closed to them. */
  async nameOf({ objectApiName, recordId }: NotePlace, actor: Member): Promise<string> {
    const unnamed = `#${recordId}`;
    try {
      const [named] = await this.#deps.records.namesOf(objectApiName, [recordId], actor);
      return named?.name || unnamed;
    } catch (error) {
      if (error instanceof Failure) return unnamed;
      throw error;
    }
  }
}
