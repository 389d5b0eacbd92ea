import { expect, test } from 'vitest';
import { DUTIES } from '#schemas/metadata/duty.ts';
import { evaluateOne, scoreOf } from '#server/commands/ask/evaluate.ts';
import { wholeObject, writeGivenRecords } from '#server/commands/ask/given-objects.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { Assistant } from '#server/features/jingchat/service.ts';
import { openServices } from '#server/services.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { ownQuestions, questionSets } from '#tests/support/assistant/question-sets.ts';
import { openSampleAssistant } from '#tests/support/assistant/open-sample.ts';
import { openShippedDatabase } from '#tests/support/databases/kept-databases.ts';

const INVESTOR: Actor = { id: '1', name: '', roles: ['ORG_INVESTOR'], vipType: 3 };
const MEMBER: Actor = { id: '1', name: '', roles: [], vipType: 0 };
const ACTORS: Readonly<Record<string, Actor>> = {
  visitor: { ...MEMBER, id: null },
  member: MEMBER,
  founder: { ...MEMBER, roles: ['START_UP'] },
  investor: { ...MEMBER, roles: ['ORG_INVESTOR'] },
  svip: INVESTOR,
  staff: { ...MEMBER, roles: ['staff'], duties: DUTIES, vipType: 3 },
};
/** The day on which the right answers to questions about 今年 and 近三年 were worked out. */
const TODAY = new Date('2026-11-24T04:00:00Z');

test('questions about objects of ten domains, known by their labels alone, are answered rightly or not at all', async () => {
  const sets = questionSets().map((set) => ({ ...set, objects: set.given.objects.map(wholeObject) }));
  const store = await openShippedDatabase();
  try {
    const objects = [...shippedObjects(), ...sets.flatMap((set) => set.objects)];
    const services = await openServices(store.database, { objects, optionSets: shippedOptionSets() }, () => TODAY);
    const definitionOf = (apiName: string) => services.catalog.object(apiName).definition;
    const gold = sets.flatMap(({ questions }) => questions);
    const evaluated = [];
    for (const { given, objects: own, questions } of sets) {
      await writeGivenRecords(services.writer, own, given.records ?? {}, TODAY);
      const names = own.map(({ apiName }) => apiName);
      const assistant = new Assistant(services, () => 0, names);
      for (const one of questions) evaluated.push(await evaluateOne(assistant, one, INVESTOR, definitionOf));
    }
    const { questions, precision, coverage, silentWrong } = scoreOf(gold, evaluated);
    expect(questions).toBe(545);
    expect(precision).toBeGreaterThanOrEqual(0.99);
    expect(coverage).toBeGreaterThanOrEqual(0.835);
    expect(silentWrong).toBeLessThanOrEqual(0.005);
  } finally {
    await store.drop();
  }
});

test('questions about what the product has are answered rightly, or not at all, with the rights of who asks', async () => {
  const { store, services, assistant } = await openSampleAssistant();
  try {
    const definitionOf = (apiName: string) => services.catalog.object(apiName).definition;
    const gold = ownQuestions();
    const evaluated = [];
    for (const one of gold) {
      const actor = ACTORS[one.as];
      if (!actor) throw new Error(`there is no account ${one.as}`);
      evaluated.push(await evaluateOne(assistant, one, actor, definitionOf));
    }
    const { questions, precision, coverage, silentWrong } = scoreOf(gold, evaluated);
    expect(questions).toBe(340);
    expect(precision).toBeGreaterThanOrEqual(0.99);
    expect(coverage).toBeGreaterThanOrEqual(0.88);
    expect(silentWrong).toBeLessThanOrEqual(0.005);
  } finally {
    await store.drop();
  }
});
