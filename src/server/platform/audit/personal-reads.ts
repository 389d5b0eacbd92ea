import type { PersonalRead } from '#schemas/api/route.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Member } from '#shared/policy/actor.ts';
import { isPersonal } from '#shared/policy/personal-objects.ts';
import { MINUTE_MS } from '#shared/time/durations.ts';
import type { Db } from '#server/db/database.ts';
import { type AuditEntry, writeAudit } from './audit-log.ts';

interface PersonalReadsDeps {
  readonly db: Db;
  /** The definition of an object; undefined for a name that none has. */
  readonly definitionOf: (objectApiName: string) => Pick<ObjectDefinition, 'source' | 'access'> | undefined;
  readonly now: () => Date;
}

/** What a call says of whom it reads: its parameters, its query and its body. */
export type CallParts = Readonly<Record<string, unknown>>;

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/**
 * Writes into the audit log which member of staff read what of other users, and what with the eyes of which kind of them. A page asks several times for the same, and a
 * list is paged through: of each user of staff and each subject there is one entry a minute.
 */
export class PersonalReads {
  readonly #deps: PersonalReadsDeps;
  readonly #written = new Map<string, Promise<void>>();
  #minute = 0;

  constructor(deps: PersonalReadsDeps) {
    this.#deps = deps;
  }

  /** Resolves when the entry is there: nothing is shown without it. */
  async note(actor: Member, { kind, by }: PersonalRead, parts: CallParts): Promise<void> {
    const target = kind === 'record' ? this.#recordOf(parts) : { kind, id: text(by && parts[by]) ?? '*' };
    if (!target) return;
    const as = text(parts['as']);
    const what = as === undefined ? { action: 'personal.read' } : { action: 'viewpoint.taken', details: { as } };
    const now = this.#deps.now();
    const minute = Math.floor(now.getTime() / MINUTE_MS);
    if (minute !== this.#minute) this.#written.clear();
    this.#minute = minute;
    const key = JSON.stringify([actor.id, target, what]);
    const written = this.#written.get(key) ?? this.#write({ actor, target, reason: '', ...what }, now);
    this.#written.set(key, written);
    try {
      await written;
    } catch (error) {
      this.#written.delete(key);
      throw error;
    }
  }

  /**
   * A record, or the list of an object; undefined where the object is none that says something of users, unless it is looked at
   * with the eyes of others.
   */
  #recordOf(parts: CallParts): AuditEntry['target'] | undefined {
    const object = text(parts['objectApiName']) ?? '';
    const definition = this.#deps.definitionOf(object);
    if (!definition || (parts['as'] === undefined && !isPersonal(definition))) return undefined;
    const id = text(parts['id']);
    return id === undefined ? { kind: 'object', id: object } : { kind: 'record', id: `${object}/${id}` };
  }

  #write(entry: AuditEntry, now: Date): Promise<void> {
    return this.#deps.db.transaction().execute((trx) => writeAudit(trx, entry, now));
  }
}
