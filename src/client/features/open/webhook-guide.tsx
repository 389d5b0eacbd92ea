/** How messages look and how a receiver proves them: what a stranger needs to write one. */
export function WebhookGuide() {
  return (
    <>
      <h3>Webhook</h3>
      <ul>
        <li>
          有变化时以 POST 发送 JSON：{' '}
          <code>{'{"type","timestamp","data":{"seq","object","changes":[{"id","change","reason"}]}}'}</code>
          。只含编号，不含内容：请用密钥读取，或以增量令牌取得之后的变更。一条消息最多 100 项变更。
        </li>
        <li>
          <code>record.changed</code> 的 <code>change</code> 与 <code>reason</code> 同增量同步；<code>alert.hit</code>{' '}
          的 <code>data.hits</code> 为 {'[{"id","kind","subscriptions"}]'}；<code>list.changed</code> 的{' '}
          <code>data</code> 含 <code>listId</code>、<code>change</code>（added、taken、renamed、removed、restored）与{' '}
          <code>ids</code>
          ，清单中的记录可用条件 {'{"inList":"清单编号"}'} 读取。
        </li>
        <li>
          签名遵循 Standard Webhooks：请求头为 <code>webhook-id</code>、<code>webhook-timestamp</code>（秒）、
          <code>webhook-signature</code>。把密钥去掉 <code>whsec_</code> 后按 base64 解码，对{' '}
          <code>{'{webhook-id}.{webhook-timestamp}.{原始正文}'}</code> 计算 HMAC-SHA256，其 base64 前加 <code>v1,</code>{' '}
          应等于签名之一（更换密钥时有两个，以空格分隔）。时间相差 5 分钟以上的请拒绝。
        </li>
        <li>
          请在 10 秒内以 2xx 回答，不会跟随跳转。失败后约 5 秒、30 秒、2 分、10 分、1 小时、6 小时、24 小时再试，共 8
          次，仍失败则停用并通知您；回答 410 立即停用。同一消息可能送达多次，<code>webhook-id</code> 不变；不保证顺序，
          <code>seq</code> 越大越新。停用或账号冻结期间的变更不再补发，请以增量令牌补齐。
        </li>
      </ul>
    </>
  );
}
