import type { FastifyInstance } from 'fastify';

/** The database must answer within this time, in milliseconds. */
const ANSWER_MS = 1000;
/** An answer of the database holds for so long, in milliseconds: anyone may ask. */
const KEPT_MS = 1000;

/** Whether a proxy should send requests to this process. */
export interface Health {
  /** From now on the process is not ready: it is about to end. */
  readonly drain: () => void;
}

export interface HealthDeps {
  /** Settles once the database answers: true when it takes writes. */
  readonly isWritable: () => Promise<boolean>;
  /** Milliseconds of a clock that only goes forward. */
  readonly clock: () => number;
  /** Settles after so many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
}

/**
 * `/livez` answers as long as the process does, and asks nothing. `/readyz` is 503 while the database does not take writes
 * and once the process is ending; why is in the log alone, a line for each change.
 */
export function healthRoutes(app: FastifyInstance, { isWritable, clock, wait }: HealthDeps): Health {
  let isDraining = false;
  let asked: { readonly at: number; readonly reply: Promise<boolean> } | undefined;
  let was: string | undefined;

  const ask = async (): Promise<boolean> => {
    const late = wait(ANSWER_MS).then(() => false);
    return Promise.race([isWritable().catch(() => false), late]);
  };
  const fault = async (): Promise<string | undefined> => {
    if (isDraining) return 'the process is ending';
    if (!asked || clock() - asked.at >= KEPT_MS) asked = { at: clock(), reply: ask() };
    return (await asked.reply) ? undefined : 'the database does not take writes';
  };

  app.get('/livez', (_request, reply) => reply.type('text/plain').send('ok'));
  app.get('/readyz', async (_request, reply) => {
    const now = await fault();
    if (now !== was) app.log.warn(now === undefined ? 'ready again' : `not ready: ${now}`);
    was = now;
    return reply
      .code(now === undefined ? 200 : 503)
      .header('cache-control', 'no-store')
      .type('text/plain')
      .send(now === undefined ? 'ok' : 'not ready');
  });
  return { drain: () => (isDraining = true) };
}
