import type { NewDeal, NewInstitution } from '#schemas/api/pipeline.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { decideOn } from '#shared/policy/decide.ts';
import { seesRecord } from '#server/core/lists/rows-of.ts';
import type { Db } from '#server/db/database.ts';
import { lockAccountForLimit } from '#server/platform/limits/account-lock.ts';
import { companiesOf, recordNames } from '#server/platform/parties/queries.ts';
import { type PipelineDeps, refused, refuseBadDay } from './pipeline.ts';
import { type ContactRow, countContacts, hasKey, insertContact, isFollowed, lockMembers } from './queries.ts';

/** Entries of one list at most. */
const MAX_ENTRIES = 1000;

type Subject = Pick<ContactRow, 'side' | 'company_id' | 'project_id' | 'institution_id' | 'title' | 'state'>;

/** Puts institutions and deals on lists, each once. */
export class Additions {
  readonly #deps: PipelineDeps;

  constructor(deps: PipelineDeps) {
    this.#deps = deps;
  }

  /** @throws Failure UNKNOWN_RECORD for a company of others; INVALID_BODY by field; CONFLICT where it is there already. */
  async institution(body: NewInstitution, actor: Member): Promise<null> {
    return this.#add(body, actor, async (trx) => {
      const company_id = await this.#companyOf(trx, body.company ?? null, actor);
      await lockMembers(trx, company_id);
      const institution_id = body.institution ?? null;
      const typed = body.institutionName?.trim() ?? '';
      if (institution_id === null && typed === '') throw refused('institution', '请选择机构，或填写机构名称');
      const title =
        institution_id === null
          ? typed
          : await this.#nameOf(trx, BINDINGS.institution.object, institution_id, 'institution', actor);
      return { side: 'company', company_id, project_id: null, institution_id, title, state: 'todo' };
    });
  }

  /** @throws Failure as `institution` does. */
  async deal(body: NewDeal, actor: Member): Promise<null> {
    return this.#add(body, actor, async (trx) => {
      const project_id = body.project ?? null;
      const company_id = body.company ?? null;
      if ((project_id === null) === (company_id === null))
        throw refused('project', '请选择融资项目或企业，填写其中一项');
      const title =
        project_id === null
          ? await this.#nameOf(trx, BINDINGS.company.object, company_id ?? '', 'company', actor)
          : await this.#nameOf(trx, BINDINGS.project.object, project_id, 'project', actor);
      return { side: 'investor', company_id, project_id, institution_id: null, title, state: 'watching' };
    });
  }

  async #add(
    { clientKey, nextStep, nextOn, note }: NewDeal,
    actor: Member,
    subjectOf: (trx: Db) => Promise<Subject>,
  ): Promise<null> {
    const { database, now } = this.#deps;
    refuseBadDay(nextOn);
    await database.db.transaction().execute(async (trx) => {
      await lockAccountForLimit(trx, actor.id);
      const client_key = `${actor.id}:${clientKey}`;
      if (await hasKey(trx, client_key)) return;
      const subject = { ...(await subjectOf(trx)), account_id: actor.id };
      if (await isFollowed(trx, subject)) throw new Failure('CONFLICT', `“${subject.title}”已在跟进列表中`);
      if ((await countContacts(trx, subject)) >= MAX_ENTRIES)
        throw new Failure('TOO_MANY_REQUESTS', `跟进列表最多 ${MAX_ENTRIES} 条，请先移出不再跟进的记录`);
      const at = now();
      const plan = { next_step: nextStep?.trim() ?? '', next_on: nextOn ?? null, note: note?.trim() ?? '' };
      await insertContact(trx, { ...subject, ...plan, client_key, moved_at: at, created_at: at, updated_at: at });
    });
    return null;
  }

  async #companyOf(trx: Db, company: string | null, actor: Member): Promise<string> {
    const own = await companiesOf(trx, actor.id);
    const [only] = own;
    if (only === undefined) throw new Failure('FORBIDDEN', '完成企业认证后即可使用融资跟进');
    if (company === null && own.length > 1) throw refused('company', '您代表多家企业，请选择企业');
    if (company !== null && !own.includes(company)) throw new Failure('UNKNOWN_RECORD', '企业不存在');
    return company ?? only;
  }

  /** The name of a record that the actor may list. @throws Failure INVALID_BODY, or what closes the list to the actor. */
  async #nameOf(trx: Db, apiName: string, id: string, field: string, actor: Member): Promise<string> {
    const { catalog, reader, now } = this.#deps;
    const object = catalog.object(apiName);
    const { table, definition } = object;
    const closed = decideOn(actor, definition, 'list');
    if (closed) throw new Failure(closed);
    const name = (await recordNames(trx, table, definition.nameField, [id])).get(id);
    const isSeen = await seesRecord({ reader, now }, object, id, actor);
    if (name === undefined || !isSeen) throw refused(field, '所选记录不存在');
    return name;
  }
}
