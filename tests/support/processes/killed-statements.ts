import pg from 'pg';

/**
 * Lets this process kill itself at its statement number `killAt`, counted from this call: while the database works on it
 * when `sent`, else before it is sent. Gives a function that says how many statements there have been.
 */
export function killAtStatement({ killAt, sent }: { killAt: number | undefined; sent: boolean }): () => number {
  const die = () => process.kill(process.pid, 'SIGKILL');
  let statements = 0;
  const counting: ProxyHandler<(...given: unknown[]) => unknown> = {
    apply(query, client, given: unknown[]) {
      statements += 1;
      if (statements === killAt && !sent) die();
      const answer = Reflect.apply(query, client, given);
      if (statements === killAt) setImmediate(die);
      return answer;
    },
  };
  const query = Reflect.get(pg.Client.prototype, 'query') as never;
  Object.assign(pg.Client.prototype, { query: new Proxy(query, counting) });
  return () => statements;
}
