import { spawn } from 'node:child_process';
import type { FastifyInstance } from 'fastify';
import { hashPassword } from '#server/platform/accounts/password.ts';
import type { Services } from '#server/services.ts';
import type { LoadOrder, LoadReport } from './load-client.ts';
import { insertMember } from './queries.ts';

/** A load client that runs until its time is over or it is stopped; `ended` has what it measured. */
interface Load {
  readonly ended: Promise<LoadReport>;
  readonly stop: () => void;
}

/** Runs the load client in a process of its own, so that measuring takes no time of the server's. */
export function startLoad(order: LoadOrder): Load {
  const args = [`${import.meta.dirname}/load-client.ts`, JSON.stringify(order)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ended = new Promise((resolve) => child.once('close', resolve)).then(() => {
    const report = JSON.parse(text) as LoadReport;
    if (report.failed > 0) throw new Error(`${report.failed} requests were refused`);
    return report;
  });
  return { ended, stop: () => void child.kill('SIGTERM') };
}

export async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as { port: number }).port;
}

/** The cookie of a user who may open every list. */
export async function signIn(app: FastifyInstance, services: Services): Promise<string> {
  await insertMember(services.database.pool, 'bench', await hashPassword('bench-password'));
  const reply = await app.inject({
    method: 'POST',
    url: '/api/p/passport/sign_in',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'username=bench&password=bench-password',
  });
  return String(reply.headers['set-cookie']).split(';')[0] ?? '';
}
