// `npm run rollups -- --check`: compares every roll-up and look-up with a fresh count and prints what differs; with
// `--repair` it writes what is right. Ends with 1 where a value was wrong.
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { checkDerived, type WrongValue } from '#server/core/derived/check.ts';
import { openServices } from '#server/services.ts';
import { openOwnDatabase, readArguments, runCommand, UsageError } from './command-line.ts';

const USAGE = '用法：npm run rollups -- --check [--repair] [--object 对象标识]';
/** More than these are counted and not printed. */
const PRINTED = 20;

const inWords = ({ objectApiName, id, field, kept, counted }: WrongValue): string =>
  `${objectApiName}#${id} ${field}：保存为 ${JSON.stringify(kept ?? null)}，应为 ${JSON.stringify(counted ?? null)}`;

await runCommand(async () => {
  const { values } = readArguments(USAGE, {
    check: { type: 'boolean' },
    repair: { type: 'boolean' },
    object: { type: 'string' },
  });
  if (!values.check) throw new UsageError(USAGE);
  const database = await openOwnDatabase();
  try {
    const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
    const services = await openServices(database, shipped, () => new Date());
    if (values.object !== undefined) services.catalog.storedObject(values.object);
    await services.formulas.jobs.fill();
    await services.derived.drain();
    let wrong = 0;
    const compared = await checkDerived(services, {
      objectApiName: values.object,
      repair: values.repair,
      onWrong: (value) => {
        if ((wrong += 1) <= PRINTED) console.log(inWords(value));
      },
    });
    await services.hints.stop();
    console.log(`核对了 ${compared} 条记录，${wrong} 个值不对${wrong > 0 && values.repair ? '，已改正' : ''}`);
    return wrong > 0 ? 1 : 0;
  } finally {
    await database.close();
  }
});
