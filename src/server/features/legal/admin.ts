import type { changeLegal, draftLegal } from '#schemas/api/legal.ts';
import type { BodyOf } from '#schemas/api/route.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { deleteDraft, insertDraft, lockVersion, nextNumber, updateDraft, type VersionRow } from './queries.ts';
import type { LegalDeps } from './service.ts';

/** Terms and policies as staff write them: drafts that are changed until they are published. */
export class LegalDrafts {
  readonly #deps: LegalDeps;

  constructor(deps: LegalDeps) {
    this.#deps = deps;
  }

  async draft({ kind, title, summary, body, clientKey }: BodyOf<typeof draftLegal>, actor: Member) {
    const at = this.#deps.now();
    const id = await insertDraft(this.#deps.database.db, {
      kind,
      title,
      summary: summary ?? '',
      body,
      created_at: at,
      created_by: actor.id,
      updated_at: at,
      client_key: clientKey,
    });
    return { id };
  }

  /** @throws Failure UNKNOWN_RECORD; CONFLICT for what is published, or was changed meanwhile. */
  async change(id: string, { version, title, summary, body }: BodyOf<typeof changeLegal>) {
    await this.#onDraft(id, version, (trx) =>
      updateDraft(trx, id, {
        ...(title !== undefined && { title }),
        ...(summary !== undefined && { summary: summary ?? '' }),
        ...(body !== undefined && { body }),
        updated_at: this.#deps.now(),
      }),
    );
    return { id };
  }

  /** The draft holds from now on. @throws Failure as `change` does */
  publish(id: string, version: number, actor: Member): Promise<void> {
    return this.#onDraft(id, version, async (trx, draft) => {
      const at = this.#deps.now();
      const number = await nextNumber(trx, draft.kind);
      await updateDraft(trx, id, { number, published_at: at, published_by: actor.id, updated_at: at });
      const target = { kind: 'legal', id };
      const details = { kind: draft.kind, number };
      await writeAudit(trx, { action: 'legal.published', actor, target, reason: draft.title, details }, at);
    });
  }

  /** @throws Failure as `change` does */
  discard(id: string, version: number): Promise<void> {
    return this.#onDraft(id, version, (trx) => deleteDraft(trx, id));
  }

  #onDraft(id: string, version: number, work: (trx: Db, draft: VersionRow) => Promise<void>): Promise<void> {
    return this.#deps.database.db.transaction().execute(async (trx) => {
      const draft = await lockVersion(trx, id);
      if (!draft) throw new Failure('UNKNOWN_RECORD');
      if (draft.published_at !== null) throw new Failure('CONFLICT', '已发布的版本不能修改，请新建版本');
      if (draft.version !== version) throw new Failure('CONFLICT');
      await work(trx, draft);
    });
  }
}
