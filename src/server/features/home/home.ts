import type { Home, ShownBlock, HomeFault } from '#schemas/api/home.ts';
import { DUTIES } from '#schemas/metadata/duty.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import { Failure, FAILURES, type FailureName } from '#shared/errors.ts';
import { type Actor, isMember, isStaff, kindText } from '#shared/policy/actor.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { isPublished } from '#server/core/catalog/published.ts';
import type { Db } from '#server/db/database.ts';
import type { BlockDefinition, BlockDeps, BlockResult, HomeSource, Look } from './base/block.ts';
import { allBlocks, blocksFor } from './base/definitions.ts';
import { Kept } from './base/kept.ts';
import { selectionOf } from './base/selection.ts';
import { chartBlock } from './blocks/chart.ts';
import { countBlock, recordsBlock } from './blocks/records.ts';
import { noteLook } from './queries.ts';

export interface HomeDeps extends BlockDeps {
  readonly db: Db;
  /** Blocks that are built in, by their kinds. */
  readonly sources: Readonly<Record<string, HomeSource>>;
  /** Ends after so many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<unknown>;
  readonly report: (error: unknown) => void;
}

/** How long the page waits for its blocks, and for those that are asked for by themselves, in milliseconds. */
const PATIENCE_MS = 180;
const LONG_PATIENCE_MS = 20_000;
/** Since when things are new to a user who looks for the first time. */
const FIRST_LOOK_MS = 14 * DAY_MS;
/** A list that is closed to the user: the block is not for them. */
const CLOSED: ReadonlySet<FailureName> = new Set(['SESSION_INVALID', 'FORBIDDEN', 'VIP_REQUIRED']);
/** Who could see every field. */
const ALL_SEEING: Actor = { id: '0', name: '', roles: ['staff'], duties: DUTIES, vipType: 3 };

type Read = (deps: BlockDeps, definition: BlockDefinition, look: Look) => Promise<BlockResult>;
const OF_RECORDS: Readonly<Record<string, Read>> = { list: recordsBlock, count: countBlock, chart: chartBlock };

/** The first page: blocks that staff define, each read as its lists are, beside one another and each failing alone. */
export class HomePage {
  readonly #deps: HomeDeps;
  readonly #kept: Kept<BlockResult>;

  constructor(deps: HomeDeps) {
    this.#deps = deps;
    this.#kept = new Kept(deps.now);
  }

  /** `only`: ids of blocks that were slow; `admit` as in Look. A block that is slow again, or fails, says so and leaves the others as they are. */
  async read(actor: Actor, only?: readonly string[], admit?: () => void): Promise<Home> {
    const { db, now, wait } = this.#deps;
    const at = now();
    const [definitions, before] = await Promise.all([
      blocksFor(this.#deps, actor),
      isMember(actor) ? noteLook(db, actor.id, at) : null,
    ]);
    const sinceAt = before ?? new Date(at.getTime() - FIRST_LOOK_MS);
    const look: Look = { actor, sinceAt, since: shanghaiDay(sinceAt), ...(admit && { admit }) };
    const wanted = definitions.filter(({ id }) => only === undefined || only.includes(id));
    const patience = wait(only === undefined ? PATIENCE_MS : LONG_PATIENCE_MS).then(() => 'slow' as const);
    const blocks = await Promise.all(wanted.map((one) => this.#block(one, look, patience)));
    return {
      blocks: blocks.filter((block) => block !== undefined),
      lastLook: before?.toISOString() ?? null,
      asOf: at.toISOString(),
    };
  }

  /** Definitions that no user could be shown: of an object or a field that is not there, or with a condition that is none. */
  async faults(): Promise<HomeFault[]> {
    const look: Look = { actor: ALL_SEEING, since: shanghaiDay(this.#deps.now()), sinceAt: this.#deps.now() };
    const found = (await allBlocks(this.#deps)).map(async (definition): Promise<HomeFault[]> => {
      const { id, values } = definition;
      const failure = await failureOf(this.#read(definition, look));
      if (!(failure instanceof Failure) || !isFault(failure)) return [];
      return [{ id, title: values.title ?? '', message: failure.message, objectApiName: BINDINGS.homeBlock.object }];
    });
    return (await Promise.all(found)).flat();
  }

  async #block(definition: BlockDefinition, look: Look, patience: Promise<'slow'>): Promise<ShownBlock | undefined> {
    const { id, values } = definition;
    const head = {
      id,
      title: values.title ?? '',
      width: (values.width ?? 'half') as ShownBlock['width'],
      ...(values.help !== undefined && { help: values.help }),
    };
    try {
      const result = await Promise.race([this.#read(definition, look), patience]);
      if (result === 'slow') return { ...head, slow: true };
      if (result === undefined) return undefined;
      if ('content' in result) return { ...head, content: result.content };
      const empty = emptyOf(definition);
      return empty && { ...head, empty };
    } catch (error) {
      return this.#refused(definition, look, error, head);
    }
  }

  async #refused(definition: BlockDefinition, look: Look, error: unknown, head: Omit<ShownBlock, 'refused'>) {
    if (!(error instanceof Failure)) {
      this.#deps.report(error);
      return { ...head, refused: { code: FAILURES.INTERNAL.code, message: '这一块暂时无法显示，请稍后再试' } };
    }
    if (CLOSED.has(error.failure)) return undefined;
    if (!isFault(error)) return { ...head, refused: { code: error.code, message: error.message } };
    const { actor } = look;
    if (isStaff(actor)) return { ...head, refused: { code: error.code, message: `定义有误：${error.message}` } };
    // What would fit if the user saw more is closed to the user.
    const isClosed = (await failureOf(this.#read(definition, { ...look, actor: ALL_SEEING }))) === undefined;
    return isClosed ? undefined : { ...head, refused: { code: error.code, message: '这一块的内容有误，请联系客服' } };
  }

  async #read(definition: BlockDefinition, look: Look): Promise<BlockResult> {
    const { kind = '' } = definition.values;
    const source = this.#deps.sources[kind];
    if (source) return source(look, definition);
    const read = OF_RECORDS[kind];
    if (!read) return undefined;
    const { object, isShared } = selectionOf(this.#deps, definition, look);
    if (read === recordsBlock && isPublished(object)) look.admit?.();
    if (!isShared) return read(this.#deps, definition, look);
    const key = [
      definition.id,
      JSON.stringify(definition.values),
      object.version,
      shanghaiDay(this.#deps.now()),
      kindText(look.actor),
    ].join(' ');
    return this.#kept.get(key, () => read(this.#deps, definition, look));
  }
}

/** What a promise fails with; undefined where it does not. */
const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

const isFault = ({ failure }: Failure): boolean => failure === 'INVALID_QUERY' || failure === 'UNKNOWN_OBJECT';

/** What an empty block says; a block that says nothing is left out. */
function emptyOf({ values: { emptyWords: words, emptyAction: label, emptyLink: path } }: BlockDefinition) {
  if (words === undefined) return undefined;
  return { words, ...(label !== undefined && path !== undefined && { way: { label, path } }) };
}
