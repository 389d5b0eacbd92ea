import type { BodyOf, ParamsOf, QueryOf, ReplyOf, Call } from '#schemas/api/route.ts';
import type { RecordRow } from '#schemas/api/records.ts';
import type { Api, CallInput } from '#client/lib/api.ts';
import { ApiFailure } from '#client/lib/api-failure.ts';
import { FAILURES, type FailureName } from '#shared/errors.ts';

interface Asked<R extends Call> {
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
}

type Answer = (input: Asked<Call>) => unknown;

/** Replaces the server at the one place where stores speak to it. Calls without an answer fail as unknown routes do. */
export class FakeApi implements Api {
  /** Every call so far, as `METHOD path`, with its body. */
  readonly calls: { readonly name: string; readonly body: unknown }[] = [];
  readonly #answers = new Map<string, Answer>();

  /** Answers a route from now on; what the answer throws is the call's failure. */
  on<R extends Call>(route: R, answer: (input: Asked<R>) => ReplyOf<R> | Promise<ReplyOf<R>>): this {
    this.#answers.set(nameOf(route), answer);
    return this;
  }

  /** Calls of one route so far. */
  callsOf(route: Call): readonly unknown[] {
    return this.calls.filter((call) => call.name === nameOf(route)).map((call) => call.body);
  }

  async call<R extends Call>(route: R, input: CallInput<R> = {}): Promise<ReplyOf<R>> {
    this.calls.push({ name: nameOf(route), body: input.body });
    const answer = this.#answers.get(nameOf(route));
    if (!answer) throw refusal('UNKNOWN_ROUTE');
    return (await answer(input as Asked<Call>)) as ReplyOf<R>;
  }
}

const nameOf = (route: Call): string => `${route.method} ${route.path}`;

/** A record with values of its fields. */
export const row = (values: { readonly id: string; readonly [apiName: string]: unknown }): RecordRow => values;

/** A failure as the server's reply makes it. */
export function refusal(failure: FailureName, data: unknown = null): ApiFailure {
  const { code, status, message } = FAILURES[failure];
  return new ApiFailure(code, status, message, data);
}
