/** A call that can be pasted into a terminal where JINGTU_KEY holds a key. */
export interface Example {
  readonly title: string;
  readonly text: string;
}

/** In a shell a text within single quotes is taken as it is. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function curl(address: string, more: readonly string[] = []): string {
  const lines = [
    `curl -sS ${more.includes('-G') ? '-G ' : ''}${quoted(address)}`,
    `-H "Authorization: Bearer $JINGTU_KEY"`,
  ];
  return [...lines, ...more.filter((one) => one !== '-G')].join(' \\\n  ');
}

const json = (value: unknown): readonly string[] => [
  `-H 'Content-Type: application/json'`,
  `-d ${quoted(JSON.stringify(value))}`,
];

/** Calls with a key of one's own, for an object that it reads. */
export function examplesOf(origin: string, objectApiName: string): readonly Example[] {
  const object = `${origin}/api/open/v1/${objectApiName}`;
  return [
    { title: '可读取的对象', text: curl(`${origin}/api/open/v1/objects`) },
    { title: '字段、选项与可用的条件', text: curl(`${object}/schema`) },
    {
      title: '列表（按更新时间倒序，取前 20 条；把返回的 after 带上即为下一页）',
      text: curl(object, [
        '-G',
        `--data-urlencode 'sort=updatedAt:desc'`,
        `--data-urlencode 'limit=20'`,
        `--data-urlencode ${quoted(`filter=${JSON.stringify({ field: 'createdAt', op: 'notBefore', value: '2020-01-01' })}`)}`,
      ]),
    },
    { title: '按名称找记录', text: curl(`${object}/resolve`, json({ names: ['科技'], limit: 5 })) },
    { title: '统计', text: curl(`${object}/aggregate`, json({ measures: [{ fn: 'count' }] })) },
    {
      title: '增量同步：开始（之后每次带上一次给出的 nextToken 或 deltaToken）',
      text: curl(`${object}/delta`, ['-G', `--data-urlencode 'since=full'`, `--data-urlencode 'limit=200'`]),
    },
  ];
}
