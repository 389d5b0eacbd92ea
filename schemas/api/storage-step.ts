import { Type, type Static } from 'typebox';

/** One step of a storage change, in the order it runs; `sql` is shown to staff before it does. */
export const StorageStep = Type.Object({
  kind: Type.Union([
    Type.Literal('createTable'),
    Type.Literal('addColumn'),
    Type.Literal('addFilledColumn'),
    Type.Literal('dropDefault'),
    Type.Literal('fillColumn'),
    Type.Literal('sealColumn'),
    Type.Literal('keepFilled'),
    Type.Literal('convertColumn'),
    Type.Literal('prepareColumn'),
    Type.Literal('recastValues'),
    Type.Literal('keepColumn'),
    Type.Literal('takeColumn'),
    Type.Literal('dropColumn'),
    Type.Literal('createIndex'),
    Type.Literal('dropIndex'),
    Type.Literal('renameColumn'),
    Type.Literal('renameIndex'),
    Type.Literal('createSequence'),
    Type.Literal('advanceSequence'),
  ]),
  table: Type.String(),
  target: Type.String(),
  sql: Type.String(),
  /** Index work runs after the transaction. */
  deferred: Type.Boolean(),
  /** How many columns the fields of a new table take. */
  columns: Type.Optional(Type.Integer()),
});
export type StorageStep = Static<typeof StorageStep>;
