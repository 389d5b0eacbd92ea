import { spawn } from 'node:child_process';
import fastify from 'fastify';
import { openCompanies } from './million-companies.ts';
import type { PageQuery } from '#server/lib/record-list/list-plan.ts';

const c = await openCompanies();
if (!c) process.exit();
const { reader, catalog } = c.services;
const object = catalog.object('InsightCompany');
const scope = { readable: () => true, today: '2026-11-21' };
const mode = process.argv[2] ?? 'list';
const app = fastify();
app.post('/list', async (req, reply) => {
  const page = await reader.list(object, req.body as PageQuery, scope);
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(page));
});
await app.listen({ port: 0 });
const port = (app.server.address() as { port: number }).port;
const status = object.field('status')?.selectOptions?.map((o) => o.value) ?? [];
const filters = Array.from({ length: 40 }, (_, i) => ({
  filter: { and: [{ field: 'status', op: 'in', value: [status[i % status.length], status[(i + 1) % status.length]] }, { field: 'fundingTotal', op: 'gte', value: String(1000000 * i) }] },
  sort: [{ field: 'latestRoundOn', order: 'desc' as const }], pageSize: 20,
}));
console.log(JSON.stringify((await reader.list(object, filters[3], scope)).list[0]));
const order = { port, path: '/list', cookie: '', bodies: filters.map((f) => JSON.stringify(f)), connections: 16, seconds: Number(process.argv[3] ?? 6) };
const child = spawn(process.execPath, ['tests/bench/load-client.ts', JSON.stringify(order)], { stdio: ['ignore', 'inherit', 'inherit'] });
const cpu = process.cpuUsage(); const t = performance.now();
await new Promise((r) => child.on('exit', r));
const d = process.cpuUsage(cpu); console.log('server cpu', ((d.user + d.system) / 1000 / (performance.now() - t)).toFixed(2), mode);
import { readFileSync } from 'node:fs';
const { rows } = await c.services.database.pool.query("select pid from pg_stat_activity where datname = current_database()");
const ticks = rows.map(({ pid }) => { const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' '); return Number(f[11]) + Number(f[12]); });
console.log('postgres cpu s', ticks.reduce((a, b) => a + b, 0) / 100, 'server cpu s', (d.user + d.system) / 1e6);
await app.close();
await c.drop();
process.exit();
