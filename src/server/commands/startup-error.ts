import { Failure } from '#shared/errors.ts';

/** The message for an error that keeps the server from starting: in words for the usual causes, else the whole error. */
export function startupError(error: unknown): string {
  if (error instanceof Failure) return error.message;
  const { code, message, port, address } = error as {
    code?: string;
    message?: string;
    port?: number;
    address?: string;
  };
  if (code === 'EADDRINUSE') return `端口 ${port} 已被占用。请停止占用它的程序，或用环境变量 PORT 换一个端口。`;
  if (code === 'ECONNREFUSED') return `连接不上数据库 ${address}:${port}，请检查 DATABASE_URL。`;
  if (code === 'EACCES') return `没有权限：${message}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
