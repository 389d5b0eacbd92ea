import pg from 'pg';

interface Killed {
  readonly killAt: number | undefined;
  /** It dies while the database works on the statement; else before that is sent. */
  readonly sent: boolean;
  /** Counts only statements that write, and the commits of what they wrote. */
  readonly writesAlone?: boolean;
  /** Statements that are not counted: what goes on at times of its own must not decide where the process ends. */
  readonly ignored?: RegExp;
}

const WRITES = /^\s*(?:insert|update|delete)\b/i;
const ENDS = /^\s*(?:commit|rollback)\b/i;

function textOf([first]: readonly unknown[]): string {
  if (typeof first === 'string') return first;
  return String((first as { text?: string } | undefined)?.text ?? '');
}

/**
 * Lets this process kill itself at its statement number `killAt`, counted from this call. Gives a function that says how
 * many statements there have been.
 */
export function killAtStatement({ killAt, sent, writesAlone = false, ignored }: Killed): () => number {
  const die = () => process.kill(process.pid, 'SIGKILL');
  let statements = 0;
  let hasWritten = false;
  const isCounted = (text: string): boolean => {
    if (!writesAlone) return true;
    const isCommit = hasWritten && ENDS.test(text);
    const isWrite = WRITES.test(text) && ignored?.test(text) !== true;
    hasWritten = isWrite || (hasWritten && !isCommit);
    return isWrite || isCommit;
  };
  const counting: ProxyHandler<(...given: unknown[]) => unknown> = {
    apply(query, client, given: unknown[]) {
      const counts = isCounted(textOf(given));
      if (counts) statements += 1;
      if (counts && statements === killAt && !sent) die();
      const answer = Reflect.apply(query, client, given);
      if (counts && statements === killAt) setImmediate(die);
      return answer;
    },
  };
  const query = Reflect.get(pg.Client.prototype, 'query') as never;
  Object.assign(pg.Client.prototype, { query: new Proxy(query, counting) });
  return () => statements;
}
