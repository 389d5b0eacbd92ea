/** What is wrong with a text that is no JSON, in Chinese, with its place where the parser names one. */
export function jsonFault(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(message) ?? [];
  if (line !== undefined) return `第 ${line} 行第 ${column} 个字符附近的写法有误`;
  if (/Unexpected end/.test(message)) return '内容不完整，缺少结尾';
  const [, token] = /^Unexpected token '(.+?)',/su.exec(message) ?? [];
  return token === undefined ? '写法有误' : `不应出现“${token}”`;
}
