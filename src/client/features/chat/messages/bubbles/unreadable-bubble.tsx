/** A message that this page cannot show: of a type that it does not know, or with a content that it cannot read. */
export function UnreadableBubble() {
  return <p className="bubble bubble-unreadable">此消息暂时无法显示，请刷新页面后查看</p>;
}
