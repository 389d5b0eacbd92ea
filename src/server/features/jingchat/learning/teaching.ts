import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { OptionSet, SelectOption } from '#schemas/metadata/option-set.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { fold } from '#shared/text/fold.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { lockStaffActor } from '#server/platform/staff-actions/staff-action.ts';
import type { Services } from '#server/services.ts';
import { deleteWord, lockWord, targetOf, wordOf, type WordTarget } from './queries.ts';
import type { Regression } from './regression.ts';

export type TeachingDeps = Pick<Services, 'database' | 'catalog' | 'metadata' | 'now'> & {
  readonly regression: Regression;
};

/** The definition that has the word, with the version that it follows. */
type Change =
  | { readonly object: ObjectDefinition; readonly version: number }
  | { readonly optionSet: OptionSet; readonly version: number };

/** Questions that a refusal names. */
const NAMED = 5;

/** Makes words that meant nothing other names of what the metadata has. */
export class Teaching {
  readonly #deps: TeachingDeps;

  constructor(deps: TeachingDeps) {
    this.#deps = deps;
  }

  /**
   * The word is understood in the next request of every process; the history of the metadata takes it back.
   * @throws Failure UNKNOWN_RECORD; INVALID_BODY; CONFLICT where questions would be read otherwise and no reason is given.
   */
  async teach(id: string, targetId: string, because: string, actor: Member) {
    const { database, catalog, metadata, now, regression } = this.#deps;
    const reason = because.trim();
    const [found, target] = await Promise.all([wordOf(database.db, id), targetOf(database.db, targetId)]);
    if (!found) throw new Failure('UNKNOWN_RECORD', '这个词不存在，可能已经设为同义词');
    if (!target) throw refused('target', '请重新选择这个词的含义');
    const { word } = found;
    const change = await this.#change(word, target);
    const would = catalog.imagined(
      'object' in change ? [change.object] : [],
      'optionSet' in change ? [change.optionSet] : [],
    );
    const changed = await regression.changedBy(would);
    if (changed.length > 0 && reason === '') throw refusedFor(changed);
    const at = now();
    const within = async (trx: Db) => {
      await lockStaffActor(trx, actor, 'data');
      if (!(await lockWord(trx, id))) throw new Failure('CONFLICT', '这个词已由他人处理');
      await deleteWord(trx, word);
      const details = { word, target: target.name, changed };
      const entry = { action: 'assistant.taught', target: { kind: 'jingchatWord', id }, reason, details };
      await writeAudit(trx, { actor, ...entry }, at);
    };
    if ('object' in change) await metadata.save(change.object, change.version, actor.id, { within });
    else await metadata.saveOptionSet(change.optionSet, change.version, actor.id, { within });
    return { said: [`“${word}”已设为“${target.name}”的同义词`, ...changed.map((text) => `理解有变化：${text}`)] };
  }

  async #change(word: string, { object: apiName, field, optionSet, option }: WordTarget): Promise<Change> {
    const { catalog } = this.#deps;
    if (optionSet !== null) {
      await catalog.refreshOptionSet(optionSet);
      const set = catalog.optionSet(optionSet);
      const { version, ...definition } = set;
      return { optionSet: { ...definition, options: withAlias(set.options, option, word) }, version };
    }
    await catalog.refresh(apiName ?? '');
    const { saved } = catalog.object(apiName ?? '');
    const object =
      field === null
        ? { ...saved, synonyms: withWord(saved.synonyms, word) }
        : { ...saved, fields: saved.fields.map((one) => (one.apiName === field ? called(one, option, word) : one)) };
    return { object, version: saved.version };
  }
}

const called = (field: FieldDefinition, option: string | null, word: string): FieldDefinition =>
  option === null
    ? { ...field, config: { ...field.config, synonyms: withWord(field.config?.synonyms, word) } }
    : { ...field, selectOptions: withAlias(field.selectOptions ?? [], option, word) };

const withAlias = (options: readonly SelectOption[], value: string | null, word: string): SelectOption[] =>
  options.map((one) => (one.value === value ? { ...one, aliases: withWord(one.aliases, word) } : one));

const withWord = (words: readonly string[] = [], word: string): string[] =>
  words.some((one) => fold(one) === fold(word)) ? [...words] : [...words, word];

const refused = (field: string, message: string) => new Failure('INVALID_BODY', message, [{ field, message }]);

function refusedFor(changed: readonly string[]): Failure {
  const named = changed.slice(0, NAMED).map((text) => `“${text}”`);
  const more = changed.length > NAMED ? `等 ${changed.length} 个问题` : '';
  const message = `设置后，${named.join('、')}${more}的理解会改变。仍要设置，请填写理由`;
  return new Failure('CONFLICT', message, [{ field: 'reason', message }], { changed: [...changed] });
}
