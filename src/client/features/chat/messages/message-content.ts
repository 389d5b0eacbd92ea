import type { ExchangeContent, MessageType, PictureContent, ProjectContent } from '#schemas/api/chat.ts';
import { MESSAGE_TYPES } from '#schemas/generated/api/chat.ts';
import { isOwnFile } from '#client/ui/field-types/texts/file-url.ts';

/** An object from JSON text; undefined for anything else, so that one unreadable message breaks no list. */
function objectOf(content: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(content);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Pictures come from this host, or from this page while they are on their way; nothing else is loaded. */
const isPictureUrl = (url: unknown): url is string =>
  typeof url === 'string' && (isOwnFile(url) || url.startsWith('blob:'));

const sizeOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 1 ? value : undefined;

/** The picture of a message; undefined where its address is none that may be shown. */
export function pictureOf(content: string): PictureContent | undefined {
  const value = objectOf(content);
  if (!value || !isPictureUrl(value['url'])) return undefined;
  const { url, sourceUrl } = value;
  const [width, height] = [sizeOf(value['width']), sizeOf(value['height'])];
  const size = width !== undefined && height !== undefined ? { width, height } : {};
  return { url, sourceUrl: isPictureUrl(sourceUrl) ? sourceUrl : url, ...size };
}

/** The card of a message; undefined where it names no company. */
export function projectOf(content: string): ProjectContent | undefined {
  const value = objectOf(content);
  if (typeof value?.['ccid'] !== 'string') return undefined;
  const { ccid, name, logo, brief, hasBp } = value;
  return {
    ccid,
    name: typeof name === 'string' ? name : '',
    logo: isPictureUrl(logo) ? logo : null,
    brief: typeof brief === 'string' ? brief : '',
    hasBp: hasBp === true,
  };
}

const KINDS: ReadonlySet<unknown> = new Set<ExchangeContent['kind']>(['PHONE', 'WEIXIN', 'BP']);
const STATES: ReadonlySet<unknown> = new Set<ExchangeContent['state']>(['pending', 'agreed', 'declined', 'expired']);

/** The exchange that a message belongs to; undefined where it cannot be read. */
export function exchangeOf(content: string): ExchangeContent | undefined {
  const value = objectOf(content);
  if (typeof value?.['exchangeId'] !== 'string' || !KINDS.has(value['kind']) || !STATES.has(value['state']))
    return undefined;
  return value as ExchangeContent;
}

/** What an exchange is about, as a noun. */
export const KIND_LABELS: Readonly<Record<ExchangeContent['kind'], string>> = {
  PHONE: '手机号',
  WEIXIN: '微信',
  BP: 'BP',
};

/** The state of a request, for the user who made it or for the other. */
export function requestStateLabel(state: ExchangeContent['state'], isOwn: boolean): string {
  if (state === 'agreed') return '已同意';
  if (state === 'declined') return '已婉拒';
  if (state === 'expired') return '已过期';
  return isOwn ? '等待对方处理' : '等待您处理';
}

/** What a request asks for, in whole sentences. */
export function requestLabel(kind: ExchangeContent['kind'], isOwn: boolean): string {
  if (kind === 'BP') return isOwn ? '您希望查看对方的BP' : '对方希望查看您的BP';
  return isOwn ? `您请求与对方交换${KIND_LABELS[kind]}` : `对方请求与您交换${KIND_LABELS[kind]}`;
}

/** Who agreed to what; `isOwn`: the person who reads it did. */
export const agreedLabel = (kind: ExchangeContent['kind'], isOwn: boolean): string =>
  `${isOwn ? '您' : '对方'}已同意交换${KIND_LABELS[kind]}`;

/** What an exchange came to in a few words, from JSON text of its kind and state. */
export function outcomeLabel(content: string): string {
  const { kind, state } = objectOf(content) ?? {};
  if (!KINDS.has(kind)) return '交换结果';
  return state === 'declined' ? '已婉拒' : doneLabel(kind as ExchangeContent['kind']);
}

const doneLabel = (kind: ExchangeContent['kind']): string =>
  kind === 'BP' ? 'BP已送达' : `已交换${KIND_LABELS[kind]}`;

/** What an exchange that is over came to; `isOwn`: the person who reads it answered. */
export function resultLabel({ kind, state }: Pick<ExchangeContent, 'kind' | 'state'>, isOwn: boolean): string {
  if (state === 'declined')
    return `${isOwn ? '您' : '对方'}已婉拒${kind === 'BP' ? '投递BP' : `交换${KIND_LABELS[kind]}`}`;
  return doneLabel(kind);
}

/** A message as it is read out: what its bubble says. */
export function spokenLabel(type: MessageType, content: string, isOwn: boolean): string {
  const exchange = exchangeOf(content);
  switch (type) {
    case MESSAGE_TYPES.text:
      return content;
    case MESSAGE_TYPES.assistantContact:
      return `联系方式 ${content}`;
    case MESSAGE_TYPES.picture:
      return '图片';
    case MESSAGE_TYPES.project:
      return `项目名片 ${projectOf(content)?.name ?? ''}`;
    case MESSAGE_TYPES.phoneRequest:
    case MESSAGE_TYPES.weixinRequest:
    case MESSAGE_TYPES.bpRequest:
      return exchange
        ? `${requestLabel(exchange.kind, isOwn)}，${requestStateLabel(exchange.state, isOwn)}`
        : '交换请求';
    case MESSAGE_TYPES.phoneAgreed:
    case MESSAGE_TYPES.weixinAgreed:
      return exchange ? agreedLabel(exchange.kind, isOwn) : '已同意交换';
    case MESSAGE_TYPES.exchangeResult:
      return exchange ? resultLabel(exchange, isOwn) : '交换结果';
    default:
      return '暂不支持的消息';
  }
}
