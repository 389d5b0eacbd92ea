// `npm run ask -- "question" [--as ROLE] [--plan]`: answers one question and prints what it was taken for, the rows and the
// timings. `npm run ask -- --eval FILE.jsonl [--metadata FILE.json] [--as ROLE] [--all]` asks a whole file of questions whose
// answers are known and prints how many were right. With `--metadata` the objects and records are those of that file.
import { DUTIES } from '#schemas/metadata/duty.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { type Answer, Assistant } from '#server/features/jingchat/service.ts';
import { openServices, type Services } from '#server/services.ts';
import { evaluateOne, readGoldQuestions, rowsOf, scoreOf } from './ask/evaluate.ts';
import { type GivenObjects, readGivenObjects, wholeObject, writeGivenRecords } from './ask/given-objects.ts';
import { openOwnDatabase, readArguments, readGivenFile, runCommand, UsageError } from './command-line.ts';

const USAGE =
  '用法：npm run ask -- "问题" [--as 身份] [--plan]，或 npm run ask -- --eval 问题.jsonl [--metadata 对象.json] [--all]';

/** Accounts that a question may be asked as. The id is that of no account. */
const ACTORS: Readonly<Record<string, Actor>> = {
  visitor: { id: null, name: '', roles: [], vipType: 0 },
  member: { id: '0', name: '', roles: [], vipType: 0 },
  founder: { id: '0', name: '', roles: ['START_UP'], vipType: 0 },
  investor: { id: '0', name: '', roles: ['ORG_INVESTOR'], vipType: 0 },
  svip: { id: '0', name: '', roles: ['ORG_INVESTOR'], vipType: 3 },
  staff: { id: '0', name: '', roles: ['staff'], duties: DUTIES, vipType: 3 },
};

function actorOf(role: string): Actor {
  const actor = ACTORS[role];
  if (!actor) throw new UsageError(`没有身份“${role}”，可用：${Object.keys(ACTORS).join('、')}\n${USAGE}`);
  return actor;
}

/** What is asked: the database of the product, or the objects of a file in a database of their own, in memory. */
async function prepare(
  database: Database,
  objects: readonly ObjectDefinition[],
  given: GivenObjects | undefined,
): Promise<Services> {
  const shipped = {
    objects: [...shippedObjects(), ...objects],
    optionSets: [...shippedOptionSets(), ...(given?.optionSets ?? [])],
  };
  const services = await openServices(database, shipped, () => new Date());
  if (!given) return services;
  await writeGivenRecords(services.writer, objects, given.records ?? {}, services.now());
  await services.derived.drain();
  return services;
}

function print(
  { reading, result, timings }: Answer,
  definitionOf: (apiName: string) => ObjectDefinition,
  isPlan: boolean,
): void {
  if (reading.kind === 'partly') console.log(`没有理解：${reading.unknown.map((word) => `“${word}”`).join('、')}`);
  if (reading.kind === 'explain') console.log(reading.sentence);
  if (reading.kind === 'decline') console.log(reading.reason);
  if (reading.kind === 'ask')
    console.log(`${reading.question}${reading.choices.map(({ label }) => `\n  ${label}`).join('')}`);
  if (reading.kind === 'answer') {
    if (isPlan) console.log(JSON.stringify(reading.plan, null, 2));
    for (const assumption of reading.assumptions) console.log(assumption);
    const rows = result ? rowsOf(result, reading.plan, definitionOf(reading.plan.object)) : [];
    if (result?.kind === 'records') console.log(`共 ${result.total}${result.totalIsExact ? '' : ' 以上'} 条`);
    for (const row of rows) console.log(`  ${row.join('\t')}`);
  }
  const { values, parse, query } = timings;
  const stages = [
    `查名称 ${values.toFixed(1)}`,
    `理解 ${parse.toFixed(1)}`,
    ...(query === undefined ? [] : [`查询 ${query.toFixed(1)}`]),
  ];
  console.log(`用时（毫秒）：${stages.join('，')}`);
}

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;

await runCommand(async () => {
  const { values, positionals } = readArguments(
    USAGE,
    {
      as: { type: 'string' },
      plan: { type: 'boolean' },
      eval: { type: 'string' },
      metadata: { type: 'string' },
      all: { type: 'boolean' },
    },
    1,
  );
  const [question] = positionals;
  if ((question === undefined) === (values.eval === undefined)) throw new UsageError(USAGE);
  const actor = actorOf(values.as ?? 'svip');
  const gold = values.eval === undefined ? [] : readGoldQuestions(readGivenFile(values.eval), values.eval);
  const given =
    values.metadata === undefined ? undefined : readGivenObjects(readGivenFile(values.metadata), values.metadata);
  const objects = given?.objects.map(wholeObject);
  const database = given ? await openDatabase({}) : await openOwnDatabase();
  try {
    const services = await prepare(database, objects ?? [], given);
    await services.hints.stop();
    await services.search.jobs.stop();
    const assistant = new Assistant(
      services,
      () => performance.now(),
      objects?.map(({ apiName }) => apiName),
    );
    const definitionOf = (apiName: string) => services.catalog.object(apiName).definition;
    if (question !== undefined) return print(await assistant.ask(question, actor), definitionOf, values.plan === true);
    const evaluated = [];
    for (const one of gold) {
      const each = await evaluateOne(assistant, one, actor, definitionOf);
      evaluated.push(each);
      if (values.all || each.verdict === 'wrong')
        console.log(`${each.verdict}\t${one.question}\t${JSON.stringify(each.answer.reading)}`);
    }
    const { questions, counts, precision, coverage, silentWrong } = scoreOf(gold, evaluated);
    console.log(
      `问题 ${questions}：正确 ${counts.right}，反问 ${counts.asked}，未答 ${counts.declined}，错误 ${counts.wrong}`,
    );
    console.log(`准确率 ${percent(precision)}，覆盖率 ${percent(coverage)}，未说明的错误 ${percent(silentWrong)}`);
  } finally {
    await database.close();
  }
});
