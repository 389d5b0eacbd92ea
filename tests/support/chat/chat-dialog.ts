import { makeAutoObservable, observableRef } from 'mobx';
import { MESSAGE_TYPES, type ExchangeContent, type MessageType, type PictureContent } from '#schemas/api/chat.ts';
import type { ComposedDialog, ListedDialog } from '#client/features/chat/conversation/listed-dialog.ts';
import type { ShownMessage } from '#client/features/chat/messages/shown-message.ts';

const MINUTE_MS = 60_000;
/** When the first message was written; each further one is a minute later. */
export const FIRST_AT = new Date(2026, 10, 20, 9, 0).getTime();

/** A stored text of the other, or what is said otherwise. */
export function shownMessage(seq: number, change: Partial<ShownMessage> = {}): ShownMessage {
  const { type = MESSAGE_TYPES.text, content = `第${seq}条`, sent = false, beBack = false } = change;
  const timeStamp = change.timeStamp ?? new Date(FIRST_AT + seq * MINUTE_MS).toISOString();
  const clientId = sent ? `own-${seq}` : null;
  const message = { id: String(seq), seq, type, content, sent, timeStamp, uid: sent ? '1' : '7', beBack, clientId };
  return { key: clientId ?? `seq-${seq}`, message, state: 'sent', type, content, sent, timeStamp, beBack, ...change };
}

/** A message that is not stored yet. */
export function waitingMessage(name: string, change: Partial<ShownMessage> = {}): ShownMessage {
  const { message: _, ...waiting } = shownMessage(0, { sent: true, key: name, content: name, state: 'sending' });
  return { ...waiting, timeStamp: new Date(FIRST_AT + 99_999 * MINUTE_MS).toISOString(), ...change };
}

export const shownMessages = (from: number, to: number, change: (seq: number) => Partial<ShownMessage> = () => ({})) =>
  Array.from({ length: to - from + 1 }, (_, place) => shownMessage(from + place, change(from + place)));

const exchangeContent = (
  kind: ExchangeContent['kind'],
  state: ExchangeContent['state'] = 'pending',
): ExchangeContent => ({
  exchangeId: '0f8b6c1e-0000-4000-8000-000000000001',
  kind,
  state,
  expiresAt: new Date(2026, 10, 28, 9, 0).toISOString(),
});

/** Address of a picture that was uploaded here. */
const pictureUrl = (number: number): string => `/files/public/${number.toString(16).padStart(32, '0')}`;

/** Content of a picture; without its size unless that is said. */
export function pictureContent(number: number, size: Pick<PictureContent, 'width' | 'height'> = {}): string {
  return JSON.stringify({ url: pictureUrl(number), sourceUrl: pictureUrl(number), ...size } satisfies PictureContent);
}

/** A content that fits each type. */
export function contentOf(type: MessageType, state: ExchangeContent['state'] = 'agreed'): string {
  switch (type) {
    case MESSAGE_TYPES.text:
      return '您好，看了贵公司的介绍，想约个时间聊聊：https://example.com/a?b=1 。';
    case MESSAGE_TYPES.assistantContact:
      return '示例投资 王经理 13800000000';
    case MESSAGE_TYPES.picture:
      return pictureContent(1, { width: 600, height: 400 });
    case MESSAGE_TYPES.project:
      return JSON.stringify({ ccid: '12', name: '示例科技', logo: null, brief: '企业级数据平台', hasBp: true });
    case MESSAGE_TYPES.phoneRequest:
    case MESSAGE_TYPES.phoneAgreed:
      return JSON.stringify(exchangeContent('PHONE', state));
    case MESSAGE_TYPES.weixinRequest:
    case MESSAGE_TYPES.weixinAgreed:
      return JSON.stringify(exchangeContent('WEIXIN', state));
    case MESSAGE_TYPES.bpRequest:
      return JSON.stringify(exchangeContent('BP', state));
    case MESSAGE_TYPES.exchangeResult:
      return JSON.stringify(exchangeContent('PHONE', state));
  }
}

/** Replaces the store of a conversation. */
export class FakeDialog implements ListedDialog, ComposedDialog {
  readonly uid: string;
  messages: readonly ShownMessage[];
  isLoading = false;
  isLoadingOlder = false;
  hasNewer = false;
  failure: string | undefined;
  tip: string | undefined;
  draft = '';
  readSeq = Number.MAX_SAFE_INTEGER;
  newCount = 0;
  revealed: number | undefined;
  found: number | undefined;
  isAtBottom = true;
  /** What was asked of it, in order. */
  readonly calls: string[] = [];
  readonly pictures: File[] = [];

  constructor(messages: readonly ShownMessage[], uid = '7') {
    this.messages = messages;
    this.uid = uid;
    makeAutoObservable(
      this,
      { uid: false, messages: observableRef, calls: false, pictures: false },
      { autoBind: true },
    );
  }

  /** Newer messages that are not held. */
  letGo = 0;
  get total(): number {
    return (this.messages.at(-1)?.message?.seq ?? 0) + this.letGo;
  }
  get hasOlder(): boolean {
    return (this.messages[0]?.message?.seq ?? 1) > 1;
  }
  /** Messages come, or become others: those with a known key take its place. */
  receive(...news: readonly ShownMessage[]): void {
    const changed = new Map(news.map((message) => [message.key, message]));
    const kept = this.messages.map((message) => {
      const next = changed.get(message.key) ?? message;
      changed.delete(message.key);
      return next;
    });
    this.messages = [...kept, ...changed.values()];
    if (!this.isAtBottom) this.newCount += [...changed.values()].filter(({ sent }) => !sent).length;
  }
  revealDone(): void {
    this.revealed = undefined;
  }
  /** Older messages come. */
  prepend(older: readonly ShownMessage[]): void {
    this.messages = [...older, ...this.messages];
  }
  atBottom(isThere: boolean): void {
    this.isAtBottom = isThere;
    if (isThere) this.newCount = 0;
  }
  async load(): Promise<void> {
    this.calls.push('load');
  }
  async loadOlder(): Promise<void> {
    this.calls.push('loadOlder');
  }
  async showLatest(): Promise<void> {
    this.calls.push('showLatest');
  }
  seen(seq: number): void {
    this.calls.push(`seen ${seq}`);
  }
  send(text: string): boolean {
    this.calls.push(`send ${text}`);
    return true;
  }
  sendPicture(file: File): boolean {
    this.pictures.push(file);
    return true;
  }
  retry(key: string): void {
    this.calls.push(`retry ${key}`);
  }
  discard(key: string): void {
    this.calls.push(`discard ${key}`);
    this.messages = this.messages.filter((message) => message.key !== key);
  }
  async recall(id: string): Promise<void> {
    this.calls.push(`recall ${id}`);
  }
  keepDraft(text: string): void {
    this.draft = text;
  }
  dismissTip(): void {
    this.tip = undefined;
  }
  dismissFailure(): void {
    this.failure = undefined;
  }
}
