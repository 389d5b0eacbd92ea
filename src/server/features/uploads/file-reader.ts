import type { Bucket } from '#schemas/api/uploads.ts';
import { Failure } from '#shared/errors.ts';
import { type Actor, hasDuty } from '#shared/policy/actor.ts';
import { nameOfType } from '#server/core/files/file-name.ts';
import { placesWithReaders } from '#server/core/files/file-places.ts';
import { recordsNaming } from '#server/core/files/naming-queries.ts';
import { fileAddress, ownFile } from '#server/core/files/own-files.ts';
import type { FileRow } from '#server/core/files/queries.ts';
import type { StoredBytes } from '#server/platform/files/file-store.ts';
import { fileById, isGranted } from '#server/platform/files/queries.ts';
import type { UploadDeps } from './service.ts';
import { type AddressSignature, AddressSigner } from './signed-addresses.ts';

/** A file that a user may have. */
export interface OpenedFile extends StoredBytes {
  readonly mime: string;
  readonly name: string;
}

const ID = /^[0-9a-f]{32}$/;

/** A record that is closed to the user names nothing to them. */
function orClosed(error: unknown): undefined {
  if (!(error instanceof Failure) || error.failure === 'UNAVAILABLE') throw error;
}

const unknownFile = () => new Failure('UNKNOWN_RECORD', '文件不存在');

/**
 * Gives files again: public ones to everyone, private ones from signed addresses, which only users who may read the
 * file get.
 */
export class FileReader {
  readonly #deps: UploadDeps;
  readonly #addresses: AddressSigner;

  constructor(deps: UploadDeps) {
    this.#deps = deps;
    this.#addresses = new AddressSigner(deps.database.vault);
  }

  /** A public file, or where it is to be fetched. @throws Failure UNKNOWN_RECORD */
  async openPublic(id: string): Promise<OpenedFile | string> {
    const { database } = this.#deps;
    const row = ID.test(id) ? await fileById(database.db, id) : undefined;
    if (row?.bucket === 'public' && row.hosted_path !== null) return this.#visitAddress(row, row.hosted_path);
    return this.#read(row, 'public');
  }

  /** A private file at a signed address. @throws Failure UNKNOWN_RECORD, the same whatever is wrong with the address. */
  async openSigned(id: string, signed: AddressSignature): Promise<OpenedFile> {
    if (!this.#addresses.isGood(id, signed, this.#deps.now())) throw unknownFile();
    return this.#read(await fileById(this.#deps.database.db, id), 'private');
  }

  /**
   * Where this user fetches a private file. @throws Failure UNKNOWN_RECORD, the same whether it is missing or not
   * theirs.
   */
  async signedAddress(id: string, actor: Actor): Promise<string> {
    const { database, now } = this.#deps;
    if (!ID.test(id)) throw unknownFile();
    const row = await fileById(database.db, id);
    const mayRead = await this.#mayReadPrivate(row, id, actor);
    if (row?.bucket !== 'private' || !mayRead) throw unknownFile();
    return row.hosted_path === null ? this.#addresses.sign(id, now()) : this.#visitAddress(row, row.hosted_path);
  }

  #visitAddress({ bucket }: FileRow, path: string): string {
    const { hosted, now } = this.#deps;
    if (!hosted) throw unknownFile();
    return hosted.visitAddress({ bucket, path }, now());
  }

  async #read(row: FileRow | undefined, bucket: Bucket): Promise<OpenedFile> {
    const found = row?.bucket === bucket ? await this.#deps.store.read(row) : undefined;
    if (!row || !found) throw unknownFile();
    return { ...found, mime: row.mime, name: nameOfType(row.name, row.mime) };
  }

  /** The same is asked of the database whether there is such a file or not, until a record names it. */
  async #mayReadPrivate(row: FileRow | undefined, id: string, actor: Actor): Promise<boolean> {
    const granted = actor.id !== null && (await isGranted(this.#deps.database.db, id, actor.id));
    const isOwn = actor.id !== null && row?.owner_id === actor.id;
    return granted || isOwn || hasDuty(actor, 'data', 'audit') || (await this.#isNamedTo(actor, id));
  }

  /** Does a record that this user may open name the file in a field that they may read? */
  async #isNamedTo(actor: Actor, id: string): Promise<boolean> {
    const { database, catalog, readRecord } = this.#deps;
    const address = fileAddress({ bucket: 'private', id });
    for (const named of await recordsNaming(database.db, placesWithReaders(catalog), address)) {
      const read = await readRecord(named.objectApiName, named.id, actor).catch(orClosed);
      if (ownFile(read?.record[named.field])?.id === id) return true;
    }
    return false;
  }
}
