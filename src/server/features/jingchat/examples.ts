import type { Examples } from '#schemas/api/jingchat.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { valueType } from '#generators/field-types/registry.ts';
import { isDate, isNumeric } from '#shared/assistant/field-facts.ts';
import type { AskableObject } from '#shared/assistant/vocabulary.ts';
import { Failure } from '#shared/errors.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Services } from '#server/services.ts';
import type { Assistant } from './service.ts';

type Deps = Pick<Services, 'catalog' | 'now'>;

const MAX_OBJECTS = 4;
const MAX_OF_OBJECT = 3;
/** Place of an object that has none in the menu. */
const LAST = Number.MAX_SAFE_INTEGER;

interface Kept {
  readonly day: string;
  readonly examples: Promise<Examples>;
}

/**
 * Questions that users of one kind can ask: made of the fields of the lists that are open to them, of values that records
 * hold, and asked once before they are offered. What is not answered, or answered by nothing, is no example.
 */
export class ExampleMaker {
  readonly #deps: Deps;
  readonly #assistant: Assistant;
  /** By the map of what users of one kind may ask about: a change of the metadata makes another map. */
  readonly #kept = new WeakMap<ReadonlyMap<string, AskableObject>, Kept>();

  constructor(deps: Deps, assistant: Assistant) {
    this.#deps = deps;
    this.#assistant = assistant;
  }

  async examples(actor: Actor): Promise<Examples> {
    const askable = this.#assistant.askable(actor);
    const day = shanghaiDay(this.#deps.now());
    const known = this.#kept.get(askable);
    if (known?.day === day) return known.examples;
    const examples = this.#make(askable, actor);
    this.#kept.set(askable, { day, examples });
    const made = await examples.catch((error: unknown) => {
      this.#kept.delete(askable);
      throw error;
    });
    // Records may come before the day is over.
    if (made.length === 0) this.#kept.delete(askable);
    return made;
  }

  async #make(askable: ReadonlyMap<string, AskableObject>, actor: Actor): Promise<Examples> {
    const made: Examples = [];
    const place = ({ apiName }: AskableObject) => this.#deps.catalog.object(apiName).definition;
    const listed = [...askable.values()]
      .filter((object) => place(object).route !== undefined)
      .toSorted((one, other) => (place(one).position ?? LAST) - (place(other).position ?? LAST));
    for (const object of listed) {
      if (made.length >= MAX_OBJECTS) break;
      const questions = await this.#questions(object, actor);
      if (questions.length > 0) made.push({ object: object.label, questions });
    }
    return made;
  }

  async #questions(object: AskableObject, actor: Actor): Promise<string[]> {
    const kept: string[] = [];
    if (!(await this.#hasRecords(object, actor))) return kept;
    for (const candidate of await this.#candidates(object, actor)) {
      if (kept.length >= MAX_OF_OBJECT) break;
      for (const question of candidate) {
        if (!(await this.#isAnswered(question, object, actor))) continue;
        kept.push(question);
        break;
      }
    }
    return kept;
  }

  /** One kind of question each, in several ways to say it. */
  async #candidates(object: AskableObject, actor: Actor): Promise<readonly (readonly string[])[]> {
    const { label } = object;
    const fields = object.listed.flatMap(
      (apiName) => object.fields.find((field) => field.apiName === apiName && !field.config?.expression) ?? [],
    );
    const rank = ({ config }: FieldDefinition) => config?.askRank ?? LAST;
    const choices = fields
      .filter((field) => valueType(field).options !== undefined)
      .toSorted((a, b) => rank(a) - rank(b));
    const [amount] = fields.filter((field) => isNumeric(field) && !isDate(field)).toSorted((a, b) => rank(a) - rank(b));
    const date = fields.filter(isDate).toSorted((a, b) => rank(a) - rank(b))[0];
    const [first, second = first] = choices;
    const value = first && (await this.#commonest(object, first, actor));
    return [
      // 创业投资基金的基金 says the object twice.
      value === undefined || value.includes(label) ? [] : [`${value}的${label}有哪些`],
      amount
        ? [`${amount.label}最高的10个${label}`, `${amount.label}最高的10条${label}`, `${label}${amount.label}前十`]
        : [],
      second
        ? [
            `各${second.shortLabel ?? second.label}的${label}数量`,
            `各${second.label}的${label}数量`,
            `按${second.label}统计${label}数量`,
          ]
        : [],
      date ? [`近一年${label}有多少`, `${date.label}在近一年的${label}有多少`] : [],
    ];
  }

  /** Of no records nothing is answered, in whatever words it is asked. */
  async #hasRecords({ apiName }: AskableObject, actor: Actor): Promise<boolean> {
    const found = await this.#assistant.run({ object: apiName, limit: 1 }, actor).catch(unavailable);
    return found === undefined || found.kind !== 'records' || found.total > 0;
  }

  /** What most records hold in a field. */
  async #commonest(object: AskableObject, field: FieldDefinition, actor: Actor): Promise<string | undefined> {
    const found = await this.#assistant
      .run(
        {
          object: object.apiName,
          group: { by: field.apiName },
          measures: [{ fn: 'count' }],
          sort: [{ measure: 0, order: 'desc' }],
          limit: 1,
        },
        actor,
      )
      .catch(unavailable);
    return found?.kind === 'figures' ? found.rows[0]?.label : undefined;
  }

  async #isAnswered(question: string, object: AskableObject, actor: Actor): Promise<boolean> {
    const reading = await this.#assistant.read(question, actor);
    if (reading.kind !== 'answer' || reading.plan.object !== object.apiName) return false;
    const result = await this.#assistant.run(reading.plan, actor).catch(unavailable);
    if (!result) return false;
    return result.kind === 'records' ? result.total > 0 : result.rows.some(({ values }) => values.some(isSaying));
  }
}

const isSaying = (value: string | null): boolean => value !== null && value !== '0';

/** What takes too long, or cannot be grouped by now, is no example. */
function unavailable(error: unknown): undefined {
  if (error instanceof Failure) return undefined;
  throw error;
}
