import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { ApiFault, RecordsRead, UsageDay } from '#schemas/api/api-keys.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { Notice } from '#client/ui/notice.tsx';
import { ScrollBox } from '#client/ui/scroll-box.tsx';
import type { UsageStore } from './usage-store.ts';

interface UsagePartProps {
  readonly store: UsageStore;
  /** What objects are called. */
  readonly objects: readonly { readonly objectApiName: string; readonly label: string }[];
}

const count = (value: number): string => value.toLocaleString('en');

/** What one's keys were used for by day and object, and the last calls that failed. */
export const UsagePart = observer(function UsagePart({ store: { usage }, objects }: UsagePartProps) {
  useEffect(() => void usage.load(), [usage]);
  const { value, failure } = usage;
  if (failure)
    return <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void usage.load() }} />;
  if (!value) return null;
  const labelOf = (name: string) =>
    name === '' ? '（无对象）' : (objects.find(({ objectApiName }) => objectApiName === name)?.label ?? name);
  return (
    <>
      <section className="paper-card" aria-label="用量">
        <h2>用量</h2>
        <p className="developer-soft">
          今日已调用 {count(value.today.calls)} 次，每日最多 {count(value.today.limit)} 次（所有密钥合计）
        </p>
        {value.today.read && <Read read={value.today.read} />}
        {value.days.length > 0 ? (
          <Days days={value.days} labelOf={labelOf} />
        ) : (
          <p className="developer-soft">近 30 天没有调用。</p>
        )}
      </section>
      <section className="paper-card" aria-label="最近的错误">
        <h2>最近的错误</h2>
        {value.faults.length > 0 ? (
          <Faults faults={value.faults} />
        ) : (
          <p className="developer-soft">没有失败的调用。</p>
        )}
      </section>
    </>
  );
});

/** What the account read today on screens, by programs and in files together. */
function Read({ read: { used, limit, lists, searches, programs, exports, isSlow } }: { readonly read: RecordsRead }) {
  const most = limit === null ? '不限条数' : `每日最多 ${count(limit)} 条，零点（北京时间）重新计算`;
  return (
    <>
      <p className="developer-soft">
        今日已读取 {count(used)} 条记录，{most}：列表与详情 {count(lists)}，搜索与问答 {count(searches)}，开放接口{' '}
        {count(programs)}，导出 {count(exports)}
      </p>
      {isSlow && <p>今日读取的记录远多于平常，读取已放慢。如非您本人或您的程序所为，请修改登录密码并检查接口密钥。</p>}
    </>
  );
}

function Days({ days, labelOf }: { readonly days: readonly UsageDay[]; readonly labelOf: (name: string) => string }) {
  return (
    <ScrollBox label="按日期与对象的用量" className="developer-table">
      <table className="data-table">
        <thead>
          <tr>
            <th>日期</th>
            <th>对象</th>
            <th data-number>调用</th>
            <th data-number>失败</th>
            <th data-number>记录</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, object, calls, faults, rows }) => (
            <tr key={`${day} ${object}`}>
              <td>{day}</td>
              <td>{labelOf(object)}</td>
              <td data-number>{count(calls)}</td>
              <td data-number>{count(faults)}</td>
              <td data-number>{count(rows)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function Faults({ faults }: { readonly faults: readonly ApiFault[] }) {
  return (
    <ScrollBox label="最近失败的调用" className="developer-table">
      <table className="data-table">
        <thead>
          <tr>
            <th>时间</th>
            <th>密钥</th>
            <th>请求</th>
            <th>状态</th>
            <th>说明</th>
            <th>请求编号</th>
          </tr>
        </thead>
        <tbody>
          {faults.map(({ requestId, at, keyName, method, path, status, code, message }) => (
            <tr key={requestId}>
              <td>{shownMoment(at)}</td>
              <td>{keyName}</td>
              <td>
                <code>
                  {method} {path}
                </code>
              </td>
              <td>
                {status} / {code}
              </td>
              <td className="developer-words">{message}</td>
              <td>
                <code>{requestId}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
