import { Type, type Static, type TSchema } from 'typebox';
import { ID_SOURCE } from '#schemas/metadata/value.ts';
import type { Action } from './actions.ts';

/** What a caller needs of a route: where it is and how the body travels. The schemas are there as types alone. */
export interface Call<
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Reply extends TSchema = TSchema,
> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path with `{name}` parameters, as in OpenAPI. */
  readonly path: string;
  /** How the body travels; JSON when absent. */
  readonly encoding?: 'json' | 'form' | 'multipart';
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** The `data` of a `{code: 0, msg, data}` reply. */
  readonly reply?: Reply;
}

/** That a call is to end. Days of Asia/Shanghai, YYYY-MM-DD. */
export interface Ending {
  /** The day from which callers are to use something else. */
  readonly since: string;
  /** The day on which it is there no longer. */
  readonly sunset: string;
  /** Path of what takes its place. */
  readonly instead?: string;
}

/** What of other users a call shows staff. Each such read is in the audit log. */
export interface PersonalRead {
  /** What is read, as the log names its targets; of records, those of objects that say something of users. */
  readonly kind: 'account' | 'identity' | 'report' | 'record' | 'file' | 'plan';
  /** The parameter or the key of the body that names it; a list of them where absent. */
  readonly by?: string;
  /** The action writes its own entry, with a reason. */
  readonly logsItself?: true;
}

/** One call of the wire: where it is, what goes in, what comes out, and the action the actor must be allowed. */
export interface Route<
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Reply extends TSchema = TSchema,
  A extends Action = Action,
> extends Call<Params, Query, Body, Reply> {
  /** One English line for the OpenAPI page. */
  readonly summary: string;
  readonly action: A;
  /** A GET that changes something for the signed-in user, or another method that changes nothing. */
  readonly writes?: boolean;
  /** Reads records and writes nothing: a replica that has what the caller knows of may answer. */
  readonly fromReplica?: true;
  /** Staff who must set up a second factor may call it before they have: everything else is to them as to a visitor. */
  readonly beforeFactor?: true;
  /** Shows staff what is not public of other users. */
  readonly personal?: PersonalRead;
  /** Gives a file and writes nothing: other sites may lead to it. */
  readonly isFile?: true;
  /** The entries of `values` may also be sent beside the other keys, without `values`: so SPEC §3 writes its payloads. */
  readonly flatValues?: true;
  /** Bytes of its body, where it may be larger than those of most routes. */
  readonly maxBody?: number;
  /** Every answer says that the call ends, and the page of the calls does. */
  readonly ends?: Ending;
  readonly reply: Reply;
}

/** Does a call of this route change something? */
export const isWrite = ({ writes, method }: Pick<Route, 'writes' | 'method'>): boolean => writes ?? method !== 'GET';

/** Declares a route and keeps the exact types of its parts. */
export const route = <P extends TSchema, Q extends TSchema, B extends TSchema, R extends TSchema, A extends Action>(
  definition: Route<P, Q, B, R, A>,
): Route<P, Q, B, R, A> => definition;

/** The types that a caller and a handler of a route share. */
export type ParamsOf<R extends Call> = R extends Call<infer P, TSchema, TSchema, TSchema> ? Static<P> : never;
export type QueryOf<R extends Call> = R extends Call<TSchema, infer Q, TSchema, TSchema> ? Static<Q> : never;
export type BodyOf<R extends Call> = R extends Call<TSchema, TSchema, infer B, TSchema> ? Static<B> : never;
export type ReplyOf<R extends Call> = R extends Call<TSchema, TSchema, TSchema, infer D> ? Static<D> : never;

/** A route as its caller sees it. */
export type CallOf<R extends Route> = R extends Route<infer P, infer Q, infer B, infer D> ? Call<P, Q, B, D> : never;

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

/** Ids of at most 100 records with commas between them, as a regular expression. */
export const RECORD_IDS = '^[1-9][0-9]{0,17}(,[1-9][0-9]{0,17}){0,99}$';

/** Chosen by the client once for each action, so that an action that is sent twice is done once. */
export const ClientKey = Type.String({ minLength: 8, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' });
