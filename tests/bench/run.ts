// `npm run bench [-- name …]`: measures ours beside rivals and limits in the same run and prints one table. Each bench has
// a process of its own, so that none pays for the garbage of another.
import { execFile } from 'node:child_process';
import { availableParallelism, cpus, totalmem } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Row, table } from './row.ts';

const BENCHES: Readonly<Record<string, string>> = {
  list: 'list.ts',
  record: 'record.ts',
  'row-limits': 'row-limits.ts',
  'list-busy': 'list-busy.ts',
  metrics: 'metrics.ts',
  'lists-more': 'lists-more.ts',
  export: 'export.ts',
  'view-urls': 'view-urls.ts',
  access: 'access.ts',
  'add-field': 'add-field.ts',
  search: 'search.ts',
  forms: 'forms/form-bench.ts',
  editor: 'editor/editor-bench.ts',
  grid: 'grid/grid-bench.ts',
  rules: 'rules.ts',
  agreement: 'rule-agreement.ts',
  import: 'import.ts',
  start: 'start.ts',
  memory: 'memory.ts',
  'first-visit': 'first-visit.ts',
  rollups: 'rollups.ts',
  'rollups-million': 'rollups-million.ts',
  'rollups-kills': 'rollups-kills.ts',
  duplicates: 'duplicates.ts',
  matching: 'matching.ts',
  visits: 'visits.ts',
  home: 'home.ts',
  alerts: 'alerts.ts',
  'alerts-embedded': 'alerts-embedded.ts',
  assistant: 'assistant.ts',
  'open-delta': 'open-delta.ts',
  'match-lists': 'match-lists.ts',
  'metadata-push': 'metadata-push.ts',
  backup: 'backup.ts',
  impact: 'impact.ts',
  'sign-in': 'sign-in.ts',
  'chat-send': 'chat/send.ts',
  'chat-push': 'chat/push.ts',
  'chat-writes': 'chat/writes.ts',
  'chat-streams': 'chat/streams.ts',
  'chat-restart': 'chat/restart.ts',
  'chat-history': 'chat/history.ts',
  'chat-kills': 'chat/kills.ts',
  'chat-room': 'chat/room.ts',
};

const MARK = 'bench rows: ';
// Processes that a bench starts on one PostgreSQL must open each other's sealed values.
process.env['SECRET_KEY'] ??= Buffer.alloc(32, 'bench').toString('base64');
const [first = '', ...rest] = process.argv.slice(2);

if (first === '--one') {
  const { run } = (await import(`./${BENCHES[rest[0] ?? ''] ?? ''}`)) as { run: () => Promise<Row[]> };
  console.log(MARK + JSON.stringify(await run()));
  process.exit(0);
}

const wanted = [first, ...rest].filter(Boolean);
const unknown = wanted.find((name) => !(name in BENCHES));
if (unknown !== undefined) {
  console.error(`No bench is called ${unknown}. There are: ${Object.keys(BENCHES).join(', ')}`);
  process.exit(1);
}

async function measure(name: string): Promise<Row[]> {
  const child = promisify(execFile)(process.execPath, [import.meta.filename, '--one', name], { maxBuffer: 1 << 26 });
  const { stdout } = await child;
  const line = stdout.split('\n').find((text) => text.startsWith(MARK));
  return line ? (JSON.parse(line.slice(MARK.length)) as Row[]) : [];
}

const rows: Row[] = [];
for (const name of wanted.length > 0 ? wanted : Object.keys(BENCHES)) {
  console.error(`measuring ${name} …`);
  try {
    rows.push(...(await measure(name)));
  } catch (error) {
    console.error(`${name} could not be measured: ${(error as Error).message.slice(0, 2000)}`);
    process.exitCode = 1;
  }
}
const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB`;
console.log(
  `${new Date().toISOString().slice(0, 10)}, ${machine}, Node ${process.versions.node}, ${path.basename(process.cwd())}\n`,
);
console.log(table(rows));
