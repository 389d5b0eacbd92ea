import type { ContentOf, Examples, Stage } from '#schemas/api/jingchat.ts';
import { Failure } from '#shared/errors.ts';

/** Milliseconds that each stage may take. */
export type Deadlines = Readonly<Record<Stage, number>>;
export const DEADLINES: Deadlines = { understand: 5000, query: 5000, compose: 5000, model: 30_000 };

const LABELS: Readonly<Record<Stage, string>> = {
  understand: '理解问题',
  query: '查询数据',
  compose: '整理回答',
  model: '询问模型',
};

/** The user wants no answer any more. */
export class Stopped extends Error {}

/** A stage of an answer that failed, with why. */
export class StageFailure extends Error {
  readonly stage: Stage;
  constructor(stage: Stage, message: string) {
    super(message);
    this.stage = stage;
  }
}

/** Settles as `work` does, or rejects when the time is over or the user has stopped it. */
export function within<T>(stage: Stage, milliseconds: number, signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const seconds = Math.ceil(milliseconds / 1000);
    const timer = setTimeout(
      () => reject(new Failure('UNAVAILABLE', `${LABELS[stage]}超过 ${seconds} 秒，已停止`)),
      milliseconds,
    );
    const stop = () => reject(new Stopped());
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    });
  });
}

/** No examples where they took too long to make. */
export function orNone(error: unknown): Examples {
  if (error instanceof StageFailure) return [];
  throw error;
}

export function failureOf(error: unknown): ContentOf<'failed'> {
  if (error instanceof StageFailure) return { kind: 'failed', stage: error.stage, message: error.message };
  throw error;
}
