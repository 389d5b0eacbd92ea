import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { CopyButton } from '#client/ui/copy-button.tsx';
import { ScrollBox } from '#client/ui/scroll-box.tsx';
import { examplesOf } from './examples.ts';
import { WebhookGuide } from './webhook-guide.tsx';

interface GuidePartProps {
  readonly origin: string;
  readonly objects: readonly { readonly objectApiName: string; readonly label: string }[];
}

const ERRORS: readonly (readonly [status: string, meaning: string])[] = [
  ['400 / 40001', '条件、排序、字段或令牌有误，data.errors 写明位置'],
  ['401 / 40110、40111、40112、40113', '密钥无效、已到期或已吊销、账号已冻结、密钥写在了网址里'],
  ['403 / 40311、40310', '密钥没有这项权限；不能从这个网络地址使用'],
  ['403 / 400000003', '账号需开通 SVIP 才能读取'],
  ['404 / 40401、40402', '对象或记录不存在'],
  ['410 / 41001', '增量令牌已失效，请按 data.fullSyncUrl 重新同步全部记录'],
  ['422 / 42200', '参数不认识或超出范围'],
  ['429 / 42900', '超过限额，请等待 Retry-After 秒后再试'],
  ['503 / 50300', '服务繁忙，请等待 Retry-After 秒后再试'],
];

/** How to read with a key: what a stranger needs to write a program, with calls that run. */
export function GuidePart({ origin, objects }: GuidePartProps) {
  const [chosen, setChosen] = useState('');
  const object = chosen || objects[0]?.objectApiName;
  return (
    <section className="paper-card developer-guide" aria-label="使用说明">
      <h2>使用说明</h2>
      <p>
        把密钥放在请求头 <code>Authorization: Bearer 密钥</code> 中。成功的回答是{' '}
        <code>{'{"code":0,"msg":"","data":…}'}</code>，失败的回答是 <code>{'{"code","msg","data","requestId"}'}</code>。
        全部接口与参数见 <a href="/api/docs">接口文档</a>。
      </p>
      {object !== undefined && <Examples origin={origin} object={object} objects={objects} onChoose={setChosen} />}
      <h3>增量同步</h3>
      <ul>
        <li>
          以 <code>since=full</code> 开始，可加 <code>filter</code>（JSON）与 <code>fields</code>。回答中的{' '}
          <code>data.value</code> 是变更，依次处理即可。
        </li>
        <li>
          回答带 <code>nextToken</code>：还有内容，立即以 <code>?token=该值</code> 再次请求。带 <code>deltaToken</code>
          ：已是最新，保存它，过一段时间以 <code>?token=该值</code> 请求之后的变更。令牌包含了条件与字段，不必再给。
        </li>
        <li>
          <code>change</code> 为 <code>upsert</code> 时，以 <code>id</code> 为键写入 <code>record</code>，覆盖已有的；为{' '}
          <code>removed</code> 时删除该 <code>id</code>（没有则忽略）。同一记录可能给出多次，最后一次为准，不会遗漏。
        </li>
        <li>请在处理完一页之后再保存它的令牌。同一令牌可以重复使用，中断后从保存的令牌继续即可。</li>
        <li>
          状态为 410 时令牌已失效（超过保留期，或可读字段有变化）：从 <code>since=full</code>{' '}
          重新开始，完成后以新的全部记录替换旧的。
        </li>
        <li>
          加 <code>derived=0</code> 可略去仅由其他记录汇总而来的变更；条件不能用相对于今天的日期。
        </li>
      </ul>
      <h3>值的写法</h3>
      <ul>
        <li>
          编号、小数与金额都是文本，不会丢失精度。金额为 {'{"num","currency","equivalentMoney"}'}，equivalentMoney
          为人民币。
        </li>
        <li>日期可能只到年（2019）或月（2019-06）；时刻为 UTC 的 ISO 8601。</li>
        <li>
          选项给出的是值，名称见字段接口，列表与单条记录加 <code>expand=labels</code> 则给出 {'{"value","label"}'}
          ；关联为 {'{"id","name"}'}，增量同步只含 id。没有值的字段不出现。
        </li>
        <li>
          条件写作 {'{"field","op","value"}'}，可用 {'{"and":[…]}'}、{'{"or":[…]}'}、{'{"not":…}'} 组合；各字段可用的 op
          见字段接口。
        </li>
      </ul>
      <WebhookGuide />
      <h3>智能助手（MCP）</h3>
      <ul>
        <li>
          在支持 MCP 的助手中添加 <code>{`${origin}/api/open/v1/mcp`}</code>（streamable
          HTTP），请求头同上；密钥需有“智能问答工具”权限。 助手即可按您的权限查找名称、列出记录、统计与查看关联。
        </li>
      </ul>
      <h3>限额</h3>
      <ul>
        <li>
          每个密钥可连续调用 40 次，之后每秒恢复 2 次：见 <code>RateLimit-Limit</code>、<code>RateLimit-Remaining</code>
          、<code>RateLimit-Reset</code>。
        </li>
        <li>
          每个账号每天 10,000 次：见 <code>X-Quota-Limit</code>、<code>X-Quota-Remaining</code>、
          <code>X-Quota-Reset</code>
          。每次最多 200 条记录，超过时以 422 拒绝，不会悄悄截断。
        </li>
        <li>
          每个账号每天读取的记录有额度，与页面上的列表、搜索、导出合计：见 <code>X-Quota-Rows-Limit</code>、
          <code>X-Quota-Rows-Remaining</code>、<code>X-Quota-Rows-Reset</code>
          。没有结果的回答与 304 不计；用完后以 429
          拒绝，不限条数的账号没有这三个响应头。一天的读取远多于平常时会放慢，同样以 429 与 <code>
            Retry-After
          </code>{' '}
          说明何时再试。
        </li>
        <li>
          单条记录的回答带 <code>ETag</code>；下次以 <code>If-None-Match</code> 带上它，没有变化时回答 304，不含内容。
        </li>
      </ul>
      <h3>版本</h3>
      <p>
        v1 之内只增不减：可能增加字段、参数、事件与选项，请忽略不认识的内容。要停用的接口提前 12 个月在回答中以{' '}
        <code>Deprecation</code> 与 <code>Sunset</code> 响应头注明。
      </p>
      <h3>错误</h3>
      <ScrollBox label="状态与错误码" className="developer-table">
        <table className="data-table">
          <thead>
            <tr>
              <th>状态 / code</th>
              <th>说明</th>
            </tr>
          </thead>
          <tbody>
            {ERRORS.map(([status, meaning]) => (
              <tr key={status}>
                <td>{status}</td>
                <td className="developer-words">{meaning}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  );
}

interface ExamplesProps extends GuidePartProps {
  readonly object: string;
  readonly onChoose: (objectApiName: string) => void;
}

function Examples({ origin, object, objects, onChoose }: ExamplesProps) {
  return (
    <>
      <h3>示例</h3>
      <p className="developer-soft">
        先在终端执行 <code>export JINGTU_KEY=您的密钥</code>，以下命令即可直接运行。
      </p>
      <TextField
        select
        label="示例中的对象"
        value={object}
        onChange={({ target }) => onChoose(target.value)}
        sx={{ maxWidth: 240 }}
      >
        {objects.map(({ objectApiName, label }) => (
          <MenuItem key={objectApiName} value={objectApiName}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      {examplesOf(origin, object).map(({ title, text }) => (
        <div key={title}>
          <p className="developer-soft">{title}</p>
          <div className="developer-code">
            <pre>{text}</pre>
            <CopyButton value={text} label={title} />
          </div>
        </div>
      ))}
    </>
  );
}
