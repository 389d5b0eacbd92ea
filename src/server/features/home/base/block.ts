import type { ShownBlock, HomeContent } from '#schemas/api/home.ts';
import type { BINDINGS } from '#schemas/bindings.ts';
import type { BoundValues } from '#shared/bindings/bound-values.ts';
import type { Actor } from '#shared/policy/actor.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { RecordReader } from '#server/core/lists/record-reader.ts';
import type { AggregateReader } from '#server/core/aggregates/reader.ts';

export type BlockValues = BoundValues<typeof BINDINGS.homeBlock>;

/** The definition of a block, as staff keep it. */
export interface BlockDefinition {
  readonly id: string;
  readonly values: BlockValues;
}

/** What blocks are read with. */
export interface BlockDeps {
  readonly catalog: Catalog;
  readonly reader: RecordReader;
  readonly aggregates: AggregateReader;
  readonly now: () => Date;
}

/** Who looks, and since when things are new to them. */
export interface Look {
  readonly actor: Actor;
  /** YYYY-MM-DD of Asia/Shanghai: the day of the last look, or some days ago where there was none. */
  readonly since: string;
  /** The same as an instant. */
  readonly sinceAt: Date;
  /** Asked before published records are read. @throws Failure where the user has read all they may today */
  readonly admit?: () => void;
}

/** What became of a block: content, nothing to show, or undefined where the block is not for the user at all. */
export type BlockResult =
  | { readonly content: HomeContent }
  | { readonly isEmpty: true; readonly empty?: ShownBlock['empty'] }
  | undefined;

/** What a built-in block shows. */
export type HomeSource = (look: Look, definition: BlockDefinition) => Promise<BlockResult>;
