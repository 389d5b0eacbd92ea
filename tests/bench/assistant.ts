import pg from 'pg';
import { readQuestion } from '#shared/assistant/read-question.ts';
import { vocabularyOf } from '#shared/assistant/vocabulary.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { createApp } from '#server/app.ts';
import { storeSample } from '#server/commands/seed/store-sample.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { Assistant } from '#server/features/jingchat/service.ts';
import { openServices, type Services } from '#server/services.ts';
import { ASK } from '#tests/support/assistant/asking.ts';
import { signInBy } from '#tests/support/account/people.ts';
import { fromOwnPage } from '#tests/support/app/from-own-page.ts';
import { openTestDatabase } from '#tests/support/databases/database.ts';
import { prng } from '#tests/support/prng.ts';
import { listen } from './load.ts';
import { withCompanies } from './million-companies.ts';
import { insertAskers } from './queries.ts';
import { type Row, table } from './row.ts';

const QUESTIONS = Number(process.env['BENCH_QUESTIONS'] ?? 200);
/** Of one user, who may ask no more within an hour. */
const OF_ONE = 50;
const ASKERS = 50;
const WARM_UP = 10;
const ACTOR = { id: '0', name: '', roles: ['ORG_INVESTOR'], vipType: 3 };
const SIZE = `${Number(process.env['BENCH_ROWS'] ?? 1_000_000).toLocaleString('en')} companies`;

const at = (times: readonly number[], share: number): number =>
  times.toSorted((one, other) => one - other)[Math.floor((times.length - 1) * share)] ?? Number.NaN;
const shown = (times: readonly number[]): string =>
  `p95 ${at(times, 0.95).toFixed(1)} ms, median ${at(times, 0.5).toFixed(1)} ms`;

/** Questions of the kinds that users ask, each with values of its own. */
function questions(count: number): string[] {
  const random = prng(20_261_125);
  const name = () => `示例企业${random.int(1, 1_000_000)}`;
  const year = () => random.int(2006, 2025);
  const place = () => random.pick(['北京', '上海', '广东', '浙江', '江苏', '四川']);
  const kinds = [
    () => `${name()}的成立日期`,
    () => `介绍一下${name()}`,
    () => `${name()}和${name()}哪个融资总额高`,
    () => `${place()}有多少家企业`,
    () => `${year()}年成立的企业有哪些`,
    () => `${place()}${year()}年成立的企业融资总额最高的10家`,
    () => `${year()}年以后成立的运营中的企业有多少家`,
    () => `${place()}的企业按运营状态分布`,
  ];
  return Array.from({ length: count }, (_, index) => kinds[index % kinds.length]?.() ?? name());
}

/** Reading statements as the driver gets them, of all connections, to be run again by the driver alone. */
class Recorder {
  readonly #query: unknown = Reflect.get(pg.Client.prototype, 'query');
  #statements: { text: string; values: unknown[] }[] = [];

  begin(): void {
    const noted = this.#statements;
    const query = this.#query as (...sent: unknown[]) => unknown;
    pg.Client.prototype.query = function record(this: pg.Client, ...sent: unknown[]) {
      const [first, second] = sent;
      const config = typeof first === 'string' ? { text: first } : (first as { text?: string; values?: unknown[] });
      const values = config.values ?? (Array.isArray(second) ? (second as unknown[]) : []);
      if (/^[\s(]*(?:select|with)\b/iu.test(config.text ?? '')) noted.push({ text: config.text ?? '', values });
      return query.apply(this, sent);
    } as typeof pg.Client.prototype.query;
  }

  /** Milliseconds that the driver alone takes for what was recorded since `begin`. */
  async replay(client: pg.PoolClient): Promise<number> {
    pg.Client.prototype.query = this.#query as typeof pg.Client.prototype.query;
    const statements = this.#statements.filter(({ text }) => !/for update|advisory/iu.test(text));
    this.#statements = [];
    const started = performance.now();
    for (const { text, values } of statements) await client.query({ text, values, rowMode: 'array' });
    return performance.now() - started;
  }
}

/** Asks one question over HTTP: milliseconds until the first byte and until the last, and what kind of answer it was. */
async function askOverHttp(url: string, cookie: string, question: string) {
  const started = performance.now();
  const reply = await fetch(url + ASK, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ question }),
  });
  let first: number | undefined;
  let text = '';
  const decoder = new TextDecoder();
  for await (const piece of reply.body ?? []) {
    first ??= performance.now() - started;
    text += decoder.decode(piece, { stream: true });
  }
  const whole = performance.now() - started;
  const kind = /"content":\{"kind":"(\w+)"/u.exec(text)?.[1] ?? `status ${reply.status}`;
  return { first: first ?? whole, whole, kind };
}

async function opened(services: Services) {
  const app = fromOwnPage(await createApp(services, {}));
  const port = await listen(app);
  const signedIn = async (username: string) => (await signInBy({ app, services }, username)).cookie;
  return { app, url: `http://127.0.0.1:${port}`, signedIn };
}

async function measure(services: Services): Promise<Row[]> {
  await services.search.jobs.stop();
  const asked = questions(QUESTIONS);
  const assistant = new Assistant(services, () => performance.now());
  const recorder = new Recorder();
  const client = await services.database.pool.connect();
  const [parse, values, bareValues]: [number[], number[], number[]] = [[], [], []];
  const vocabulary = vocabularyOf([...assistant.askable(ACTOR).values()]);
  for (const question of asked.slice(0, WARM_UP)) await assistant.values(question, ACTOR);
  for (const question of asked) {
    recorder.begin();
    let started = performance.now();
    const known = await assistant.values(question, ACTOR);
    values.push(performance.now() - started);
    bareValues.push(await recorder.replay(client));
    started = performance.now();
    readQuestion(question, vocabulary, known, shanghaiDay(services.now()));
    parse.push(performance.now() - started);
  }
  const { app, url, signedIn } = await opened(services);
  const users = Math.ceil((QUESTIONS + WARM_UP) / OF_ONE);
  await insertAskers(services.database.pool, users);
  const cookies = await Promise.all(Array.from({ length: users }, (_, index) => signedIn(`asker-${index}`)));
  const [first, whole, bareWhole]: [number[], number[], number[]] = [[], [], []];
  const kinds = new Map<string, number>();
  for (const [index, question] of [...asked.slice(0, WARM_UP), ...asked].entries()) {
    recorder.begin();
    const answer = await askOverHttp(url, cookies[Math.floor(index / OF_ONE)] ?? '', question);
    const bare = await recorder.replay(client);
    if (index < WARM_UP) continue;
    kinds.set(answer.kind, (kinds.get(answer.kind) ?? 0) + 1);
    first.push(answer.first);
    whole.push(answer.whole);
    bareWhole.push(bare);
  }
  client.release();
  await app.close();
  console.log(`answers: ${JSON.stringify(Object.fromEntries(kinds))}`);
  const failed = kinds.get('failed') ?? 0;
  const ratio = (ours: readonly number[], limit: readonly number[]) =>
    `${(at(ours, 0.5) / at(limit, 0.5)).toFixed(1)} ×`;
  return [
    {
      name: `a question to the assistant understood, its values known, ${QUESTIONS} questions`,
      ours: shown(parse),
      ratio: '–',
      target: 'p95 ≤ 10 ms',
      met: at(parse, 0.95) <= 10,
    },
    {
      name: `names and values of a question looked up, ${SIZE}, PostgreSQL`,
      ours: shown(values),
      limit: `${shown(bareValues)} the same statements by the bare driver`,
      ratio: ratio(values, bareValues),
      target: 'p95 ≤ 60 ms',
      met: at(values, 0.95) <= 60,
    },
    {
      name: `the whole answer over HTTP, the same, ${failed} failed`,
      ours: shown(whole),
      limit: `${shown(bareWhole)} its reading statements by the bare driver`,
      ratio: ratio(whole, bareWhole),
      target: 'p95 ≤ 800 ms',
      met: at(whole, 0.95) <= 800 && failed === 0,
    },
    { name: 'its first byte', ours: shown(first), ratio: '–', target: 'p95 ≤ 100 ms', met: at(first, 0.95) <= 100 },
  ];
}

/** Fifty users who ask at the same moment, of the sample data in the embedded database. */
async function atOnce(): Promise<Row> {
  const store = await openTestDatabase();
  const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
  const now = new Date('2026-11-21T04:00:00Z');
  const services = await openServices(store.database, shipped, () => now);
  await storeSample(services, now, () => undefined);
  await insertAskers(store.database.pool, ASKERS);
  const { app, url, signedIn } = await opened(services);
  const cookies: string[] = [];
  for (let index = 0; index < ASKERS; index += 1) cookies.push(await signedIn(`asker-${index}`));
  const asked = [
    '北京有多少家企业',
    '融资总额最高的10家企业',
    '各轮次的交易数',
    '近一年成立的企业有哪些',
    '人工智能企业有多少家',
  ];
  const answers = await Promise.all(
    cookies.map((cookie, index) => askOverHttp(url, cookie, asked[index % asked.length] ?? '')),
  );
  await app.close();
  await store.drop();
  const failed = answers.filter(({ kind }) => kind !== 'number' && kind !== 'list' && kind !== 'groups');
  console.log(`not answered: ${JSON.stringify(failed)}`);
  const times = answers.map(({ whole }) => whole);
  return {
    name: `${ASKERS} users who ask at the same moment, the first questions of the process, embedded database`,
    ours: `${failed.length} unanswered, last answer ${Math.max(...times).toFixed(0)} ms, median ${at(times, 0.5).toFixed(0)} ms`,
    ratio: '–',
    target: '0 unanswered within 5 s a stage',
    met: failed.length === 0,
  };
}

/** Measures the assistant: at a million companies on PostgreSQL, and fifty users at once on the embedded database. */
export const run = async (): Promise<Row[]> => [await atOnce(), ...(await withCompanies(measure))];

if (import.meta.main) console.log(table(await run()));
