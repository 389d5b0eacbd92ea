import { globSync, readFileSync } from 'node:fs';
import { importGraph, type Graph } from './import-graph.ts';

const TESTS = 'tests/{api,contract,regression}/**/*.test.ts';
/** Tests about what a database itself does: how it stores, changes and finds records. All others ask both the same. */
const OF_DATABASES = [
  'tests/api/{backup,database,lists,metadata,processes,records,search,sealed,system}/**/*.test.ts',
  'tests/contract/{conditions/*,converted-amounts,definitions-*,field-*,names-of-fields,operators}.test.ts',
];
/** … and tests that say that they are for the embedded one alone. */
const EMBEDDED_ALONE = /\b(?:runIf\(!|skipIf\()onPostgres\)/;
/** What opens a database. */
const DATABASES = /^(src\/server\/db\/|tests\/support\/databases\/)/;
/** Another process may open the database of the environment, which no import shows. */
const PROCESSES = /'node:(child_process|worker_threads|cluster)'/;
/** … unless each process that a test starts is given no address of one. */
const STARTED = /(?<!\.)\b(?:exec|execSync|execFile|execFileSync|spawn|spawnSync|fork|Worker)\(/g;
const WITHOUT_ADDRESS = /\bDATABASE_URL: ''/g;

function reachedFrom(start: string, graph: Graph): ReadonlySet<string> {
  const reached = new Set([start]);
  for (const file of reached) for (const next of graph.get(file) ?? []) reached.add(next);
  return reached;
}

const count = (source: string, what: RegExp): number => source.match(what)?.length ?? 0;

/** Whether a file that a test reaches may open a database. */
function mayOpen(file: string, test: string, source: string): boolean {
  if (DATABASES.test(file)) return true;
  if (!PROCESSES.test(source)) return false;
  return file !== test || count(source, STARTED) > count(source, WITHOUT_ADDRESS);
}

/**
 * Tests of the API that come to no database, by what they and all below them import: on another database they would do
 * the same again.
 */
export function testsWithoutDatabase(): readonly string[] {
  const graph = importGraph('{schemas,generators,sample,src,tests}');
  const sources = new Map<string, string>();
  const sourceOf = (file: string): string => {
    const source = sources.get(file) ?? readFileSync(file, 'utf8');
    sources.set(file, source);
    return source;
  };
  return globSync(TESTS)
    .filter((test) => [...reachedFrom(test, graph)].every((file) => !mayOpen(file, test, sourceOf(file))))
    .toSorted();
}

/** Tests that run on the embedded database as well where the whole suite runs on PostgreSQL. */
export function testsOfBothDatabases(): readonly string[] {
  const without = new Set(testsWithoutDatabase());
  const alone = globSync(TESTS).filter((test) => EMBEDDED_ALONE.test(readFileSync(test, 'utf8')));
  return [...new Set([...globSync(OF_DATABASES), ...alone])].filter((test) => !without.has(test)).toSorted();
}
