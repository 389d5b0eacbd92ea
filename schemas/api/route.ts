import { Type, type Static, type TSchema } from 'typebox';
import { ID_SOURCE } from '#schemas/metadata/value.ts';
import type { Action } from './actions.ts';

/** One call of the wire: where it is, what goes in, what comes out, and the action the actor must be allowed. */
export interface Route<
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Reply extends TSchema = TSchema,
  A extends Action = Action,
> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path with `{name}` parameters, as in OpenAPI. */
  readonly path: string;
  /** One English line for the OpenAPI page. */
  readonly summary: string;
  readonly action: A;
  /** How the body travels; JSON when absent. */
  readonly encoding?: 'json' | 'form' | 'multipart';
  /** A GET that changes something for the signed-in user: it must come from our own pages as every other write must. */
  readonly writes?: true;
  /** Gives a file and writes nothing: other sites may lead to it. */
  readonly isFile?: true;
  /** The entries of `values` may also be sent beside the other keys, without `values`: so SPEC §3 writes its payloads. */
  readonly flatValues?: true;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** The `data` of a `{code: 0, msg, data}` reply. */
  readonly reply: Reply;
}

/** Declares a route and keeps the exact types of its parts. */
export const route = <P extends TSchema, Q extends TSchema, B extends TSchema, R extends TSchema, A extends Action>(
  definition: Route<P, Q, B, R, A>,
): Route<P, Q, B, R, A> => definition;

/** The types that a caller and a handler of a route share. */
export type ParamsOf<R extends Route> = R extends Route<infer P, TSchema, TSchema, TSchema> ? Static<P> : never;
export type QueryOf<R extends Route> = R extends Route<TSchema, infer Q, TSchema, TSchema> ? Static<Q> : never;
export type BodyOf<R extends Route> = R extends Route<TSchema, TSchema, infer B, TSchema> ? Static<B> : never;
export type ReplyOf<R extends Route> = R extends Route<TSchema, TSchema, TSchema, infer D> ? Static<D> : never;

/** What every reply looks like; `code` 0 is success. */
export const Envelope = Type.Object({ code: Type.Integer(), msg: Type.String(), data: Type.Unknown() });
export type Envelope = Static<typeof Envelope>;

/** Greatest whole number of a column of ours that holds one: what a caller sends beyond it is refused before a query. */
export const MAX_INTEGER = 2_147_483_647;

/** Version of something that is there. */
export const Version = Type.Integer({ minimum: 1, maximum: MAX_INTEGER });

/** Version that an edit started from; 0 for something new. */
export const BaseVersion = Type.Integer({ minimum: 0, maximum: MAX_INTEGER });

/** The id of a record on the wire: digits as text. */
export const RecordId = Type.String({ pattern: ID_SOURCE, description: '记录编号' });
