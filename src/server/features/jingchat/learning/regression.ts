import { DUTIES } from '#schemas/metadata/duty.ts';
import type { Reading } from '#shared/assistant/plan.ts';
import type { Member } from '#shared/policy/actor.ts';
import { SVIP } from '#shared/policy/actor.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { Services } from '#server/services.ts';
import type { ExampleMaker } from '#server/features/jingchat/examples.ts';
import type { Assistant } from '#server/features/jingchat/service.ts';
import { usefulQuestions, type UsefulQuestion } from './queries.ts';

type Deps = Pick<Services, 'database' | 'catalog' | 'now'> & {
  readonly assistant: Pick<Assistant, 'read' | 'trial'>;
  readonly examples: Pick<ExampleMaker, 'examples'>;
};

/** Questions of users that are tried at most, the latest first. */
const MOST_TRIED = 300;

const member = (kind: Pick<Member, 'roles' | 'duties' | 'vipType'>): Member => ({ id: '0', name: '', ...kind });

/** Whose examples are tried: to this kind of user most is open. */
const ASKER = member({ roles: ['staff'], duties: DUTIES, vipType: SVIP });

/** What was asked, without what the answer says of it. */
function meaningOf(reading: Reading): string {
  switch (reading.kind) {
    case 'answer':
      return inOrder(reading.plan);
    case 'ask':
      return inOrder(reading.choices.map(({ plan }) => plan));
    case 'explain':
      return inOrder([reading.sentence, reading.plan]);
    case 'partly':
      return inOrder(['partly', reading.unknown]);
    case 'decline':
      return inOrder(['decline', reading.topic ?? '']);
  }
}

/** As text with the entries of objects in one order: databases give them back in another. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );

/**
 * Questions that are answered well, tried on a change before it is made: those whose answers users called useful, as they
 * were read then, and the examples that are made of the metadata.
 */
export class Regression {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The questions that would be read otherwise with the metadata of another catalog. */
  async changedBy(catalog: Catalog): Promise<string[]> {
    const { database, now, examples } = this.#deps;
    // A question is read with the day on which it was asked: 去年 means other days later.
    let at = now();
    const trial = (of: Catalog) => this.#deps.assistant.trial(of, () => at);
    const [present, coming] = [trial(this.#deps.catalog), trial(catalog)];
    const changed = new Set<string>();
    for (const { question, kept, before, asker, asked_at: askedAt } of await usefulQuestions(database.db, MOST_TRIED)) {
      at = new Date(askedAt);
      const ask = async (of: Assistant) => meaningOf(await of.read(question, member(asker), before ?? undefined));
      const next = await ask(coming);
      // What is read as it was when it was of use is no loss, whatever it is read as today.
      if (isReading(kept) && next === meaningOf(kept)) continue;
      if (next !== (await ask(present))) changed.add(question);
    }
    at = now();
    for (const { questions } of await examples.examples(ASKER))
      for (const question of questions) {
        const next = meaningOf(await coming.read(question, ASKER));
        if (next !== meaningOf(await this.#deps.assistant.read(question, ASKER))) changed.add(question);
      }
    return [...changed];
  }
}

const isReading = (kept: UsefulQuestion['kept']): kept is Reading =>
  kept.kind !== 'failed' && kept.kind !== 'model' && kept.kind !== 'stopped';
