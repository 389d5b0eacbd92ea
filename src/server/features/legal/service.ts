import {
  AGREED_KINDS,
  type AskedConsent,
  type LegalEdition,
  type LegalKind,
  type LegalText,
} from '#schemas/api/legal.ts';
import { Failure } from '#shared/errors.ts';
import { type Actor, isMember, type Member } from '#shared/policy/actor.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import type { Database } from '#server/db/database.ts';
import { accountMadeAt, consentsOf, insertConsent, publishedVersions, type VersionRow } from './queries.ts';

export interface LegalDeps {
  readonly database: Pick<Database, 'db'>;
  readonly now: () => Date;
}

/** A first consent so soon after the account was made belongs to the sign-up. */
const SIGN_UP_MS = DAY_MS;

const editionOf = ({ kind, number, title, summary, published_at: at }: VersionRow): LegalEdition => ({
  kind,
  number: number ?? 0,
  title,
  summary,
  publishedAt: new Date(at ?? 0).toISOString(),
});

/** Terms and policies as users read them and agree to them. */
export class LegalTexts {
  readonly #deps: LegalDeps;

  constructor(deps: LegalDeps) {
    this.#deps = deps;
  }

  /** @throws Failure UNKNOWN_RECORD where there is no such version. */
  async read(kind: LegalKind, number: number | undefined, actor: Actor): Promise<LegalText> {
    const { db } = this.#deps.database;
    const versions = await publishedVersions(db, [kind]);
    const [current] = versions;
    const found = number === undefined ? current : versions.find((version) => version.number === number);
    if (!found) throw new Failure('UNKNOWN_RECORD', '这份文件或这个版本不存在');
    const consents = isMember(actor) ? await consentsOf(db, actor.id) : undefined;
    return {
      ...editionOf(found),
      body: found.body,
      isCurrent: found.id === current?.id,
      editions: versions.map(editionOf),
      agreedAt: consents?.get(found.id) ?? null,
    };
  }

  /** The versions that hold and that an account has not agreed to; where nothing is published nothing is asked. */
  async asked(actor: Member): Promise<AskedConsent[]> {
    return (await this.#open(actor)).map(({ version, isChange }) => ({ ...editionOf(version), isChange }));
  }

  /** @throws Failure CONFLICT where a version was shown that does not hold any more. */
  async agree(shown: readonly Pick<LegalEdition, 'kind' | 'number'>[], actor: Member): Promise<AskedConsent[]> {
    const { database, now } = this.#deps;
    const versions = await publishedVersions(database.db, AGREED_KINDS);
    const ids = shown.map(({ kind, number }) => {
      const current = versions.find((version) => version.kind === kind);
      if (current?.number !== number) throw new Failure('CONFLICT', '协议刚刚更新，请重新阅读后再同意');
      return current.id;
    });
    const at = now();
    const [madeAt, before] = await Promise.all([
      accountMadeAt(database.db, actor.id),
      consentsOf(database.db, actor.id),
    ]);
    const isNew = before.size === 0 && madeAt !== undefined && at.getTime() - madeAt.getTime() < SIGN_UP_MS;
    await insertConsent(database.db, actor.id, ids, { at, way: isNew ? 'signUp' : 'signIn' });
    return this.asked(actor);
  }

  async #open(actor: Member) {
    const { db } = this.#deps.database;
    const [versions, consents] = await Promise.all([publishedVersions(db, AGREED_KINDS), consentsOf(db, actor.id)]);
    return AGREED_KINDS.flatMap((kind) => {
      const [version, ...earlier] = versions.filter((one) => one.kind === kind);
      if (!version || consents.has(version.id)) return [];
      return [{ version, isChange: earlier.some(({ id }) => consents.has(id)) }];
    });
  }
}
