import type { TSchema } from 'typebox';
import type { Evidence } from '#shared/assistant/checking/evidence.ts';
import type { Plan } from '#shared/assistant/plan.ts';
import type { Actor } from '#shared/policy/actor.ts';

/** A record that a result holds. */
export interface Cited {
  readonly objectApiName: string;
  readonly id: string;
  readonly label: string;
}

/** What a tool gives: data for its caller, and what may be said of it. */
export interface ToolResult {
  readonly data: unknown;
  readonly evidence: Evidence;
  readonly cited: readonly Cited[];
  /** What was asked of the lists. */
  readonly plans: readonly Plan[];
}

/** Something that can be asked of the data, with the rights of the asker. No tool writes. */
export interface Tool {
  readonly name: string;
  /** In Chinese, for the model that decides which tool to call. */
  readonly description: string;
  readonly input: TSchema;
  /** `input` has been checked. @throws Failure as the lists would, with words for the caller. */
  readonly call: (input: never, actor: Actor) => Promise<ToolResult>;
}
