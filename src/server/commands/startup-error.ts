import { Failure } from '#shared/errors.ts';
import { BucketTrouble } from '#server/platform/objects/bucket-requests.ts';

/** What PostgreSQL and the network say of a database that cannot be used. */
const DATABASE_WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: '连接不上数据库，请检查 DATABASE_URL 中的主机和端口，并确认数据库已启动。',
  ENOTFOUND: '找不到数据库所在的主机，请检查 DATABASE_URL。',
  EAI_AGAIN: '找不到数据库所在的主机，请检查 DATABASE_URL 和域名解析。',
  ETIMEDOUT: '连接数据库超时，请检查 DATABASE_URL 和网络。',
  '28P01': '数据库的用户名或密码错误，请检查 DATABASE_URL。',
  '28000': '数据库不接受此用户的连接，请检查 DATABASE_URL 和数据库的 pg_hba.conf。',
  '3D000': 'DATABASE_URL 所指的数据库不存在，请先创建。',
  '25006': 'DATABASE_URL 所指的数据库只读（可能是备库），请连接主库。',
  '42501': '数据库用户没有建表等权限，请检查 DATABASE_URL 中的用户。',
  '53300': '数据库的连接数已满，请稍后重试或调大 max_connections。',
};

/** The driver's own words have no code. */
const TIMED_OUT: ReadonlyMap<string, string> = new Map([['timeout expired', 'ETIMEDOUT']]);
/** What a pooler answers to a connection that brings settings along. */
const POOLER = /unsupported startup parameter/;
const POOLER_WORDS =
  'DATABASE_URL 指向连接池（如 PgBouncer），请另用 DATABASE_DIRECT_URL 写明不经过连接池的数据库地址。';

/** Several addresses of one host each give an error of their own; the first one says why. */
const firstOf = (error: unknown): unknown => (error instanceof AggregateError ? (error.errors[0] ?? error) : error);

/** The message for an error that keeps the server from starting: in words for the usual causes, else the whole error. */
export function startupError(error: unknown): string {
  if (error instanceof BucketTrouble) return `文件存储无法使用：${error.reason}`;
  if (error instanceof Failure) return error.message;
  const { code, message, port } = firstOf(error) as { code?: string; message?: string; port?: number };
  if (code === 'EADDRINUSE')
    return `端口 ${port} 已被占用。请停止占用它的程序，或用环境变量 PORT（指标为 METRICS_LISTEN）换一个端口。`;
  const words = POOLER.test(message ?? '') ? POOLER_WORDS : DATABASE_WORDS[code ?? TIMED_OUT.get(message ?? '') ?? ''];
  if (words !== undefined) return `${words}（${message}）`;
  if (code === 'EACCES') return `没有权限：${message}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
