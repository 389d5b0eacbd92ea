import type { Album, AlbumPicture } from '#schemas/api/albums.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FileValue } from '#schemas/metadata/value.ts';
import { Failure } from '#shared/errors.ts';
import { type Actor, isMember, isStaff } from '#shared/policy/actor.ts';
import { mayReadField } from '#shared/policy/decide.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { ownFile } from '#server/core/files/own-files.ts';
import { seesRecord } from '#server/core/lists/rows-of.ts';
import type { RecordReader } from '#server/core/lists/record-reader.ts';
import type { Db } from '#server/db/database.ts';
import { isCompanyMember } from '#server/platform/parties/queries.ts';
import { RecordValuesReader } from '#server/platform/parties/record-values.ts';
import { hasProjectIn } from './queries.ts';

export interface AlbumDeps {
  readonly database: { readonly db: Db };
  readonly catalog: Catalog;
  readonly reader: RecordReader;
  readonly now: () => Date;
}

const PROJECT = BINDINGS.project.object;
const COMPANY = BINDINGS.companyCard.object;
const [RAISING] = BINDINGS.project.fields.status.options;

/** The same for an album that is closed and for one that is not there: strangers learn nothing of projects that are not public. */
const closed = () => new Failure('UNKNOWN_RECORD', '相册不存在或尚未公开');

/** What an album is of. */
interface Subject {
  readonly name: string;
  readonly companyId: string;
  /** Investors are being looked for: what the company shows is public. */
  readonly isRaising: boolean;
}

/**
 * Albums of projects: the pictures that a company put into those fields of its record that the metadata calls pictures of the
 * album. Nothing else of the record leaves by this way but names.
 */
export class Albums {
  readonly #deps: AlbumDeps;
  readonly #records: RecordValuesReader;

  constructor(deps: AlbumDeps) {
    this.#deps = deps;
    this.#records = new RecordValuesReader(deps);
  }

  /** @throws Failure UNKNOWN_RECORD for one that this user may not see, as for one that is not there. */
  async read(objectApiName: string, id: string, actor: Actor): Promise<Album> {
    const { database } = this.#deps;
    const subject = await this.#subject(objectApiName, id);
    if (!subject) throw closed();
    const { name, companyId, isRaising: isOpen } = subject;
    const isOwn = isStaff(actor) || (isMember(actor) && (await isCompanyMember(database.db, companyId, actor.id)));
    const object = this.#deps.catalog.object(objectApiName);
    const sees = isOwn || (await seesRecord(this.#deps, object, id, actor));
    if (!sees || (!isOwn && !isOpen)) throw closed();
    const company = await this.#records.bound(BINDINGS.companyCard, companyId);
    if (!company) throw closed();
    const pictures = await this.#pictures(companyId, actor);
    return { name, ccid: companyId, company: company.name, isOwn, isOpen, pictures };
  }

  async #subject(objectApiName: string, id: string): Promise<Subject | undefined> {
    const { database, catalog } = this.#deps;
    if (objectApiName === COMPANY) {
      const company = await this.#records.bound(BINDINGS.companyCard, id);
      const isRaising = company !== undefined && (await hasProjectIn(database.db, catalog, id, RAISING));
      return company && { name: company.name, companyId: id, isRaising };
    }
    if (objectApiName !== PROJECT) return undefined;
    const project = await this.#records.bound(BINDINGS.project, id);
    const { company, status } = project?.values ?? {};
    return project && company && { name: project.name, companyId: company.id, isRaising: status === RAISING };
  }

  async #pictures(companyId: string, actor: Actor): Promise<AlbumPicture[]> {
    const fields = this.#deps.catalog.object(COMPANY).fields.filter((field) => mayReadField(actor, field));
    const shown = fields.filter(({ config }) => config?.album === true);
    const captions = new Set(fields.map(({ apiName }) => apiName));
    const captionOf = ({ config }: FieldDefinition) =>
      config?.captionField !== undefined && captions.has(config.captionField) ? config.captionField : undefined;
    const names = shown.flatMap((field) => [field.apiName, captionOf(field) ?? []].flat());
    const record: Readonly<Record<string, unknown>> = (await this.#records.of(COMPANY, companyId, names)) ?? {};
    return shown.flatMap((field) => {
      const picture = record[field.apiName] as FileValue | null | undefined;
      const caption = record[captionOf(field) ?? ''];
      // A picture on another host would tell it who looks.
      if (!picture || ownFile(picture)?.bucket !== 'public') return [];
      return [{ url: picture.url, caption: typeof caption === 'string' ? caption : '' }];
    });
  }
}
