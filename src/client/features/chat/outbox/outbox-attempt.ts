import type { PictureContent } from '#schemas/api/chat.ts';
import { sendMessage } from '#schemas/generated/api/chat.ts';
import { FAILURES } from '#shared/errors.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';
import { endsSession } from '#client/lib/session-codes.ts';
import type { OutboxItem } from './outbox-item.ts';
import type { SendReply } from './outbox-tabs.ts';

/** What came of an attempt. */
export type Outcome =
  | { readonly kind: 'sent'; readonly reply: SendReply }
  | { readonly kind: 'refused'; readonly reason: string; readonly warning: boolean }
  /** To be tried again, after so many milliseconds at least; `isLost`: there was no answer at all. */
  | { readonly kind: 'later'; readonly isLost: boolean; readonly after: number };

export interface AttemptDeps {
  readonly api: Api;
  readonly isOnline: () => boolean;
  /** Uploads a picture; resolves to its address. */
  readonly upload: (file: File) => Promise<string>;
  /** Width and height in pixels; undefined when the browser cannot read the picture. */
  readonly measure: (file: Blob) => Promise<{ readonly width: number; readonly height: number } | undefined>;
  /** The picture is uploaded: what is to be sent from now on. */
  readonly uploaded: (content: string) => void;
}

/** The refusals that SPEC §8 shows as warnings. */
const WARNINGS: ReadonlySet<number> = new Set([FAILURES.CHAT_BLOCKED.code, FAILURES.CHAT_LIMITED.code]);

/** Tries to send one message, its picture first. Never fails. */
export async function attempt(parts: AttemptDeps, item: OutboxItem): Promise<Outcome> {
  const { api, isOnline } = parts;
  let { content } = item;
  if (item.picture && content === '') {
    try {
      content = await uploadPicture(parts, item.picture);
    } catch (thrown) {
      const failure = asFailure(thrown);
      // A picture is not sent over and over on a poor line: unless there is no line at all, the person decides.
      if ((failure.status === 0 && !isOnline()) || isOver(failure)) return later(failure);
      return { kind: 'refused', reason: failure.message, warning: false };
    }
    parts.uploaded(content);
  }
  const { uid, clientId, type, seenSeq } = item;
  try {
    const body = { clientId, content, type, typeValue: String(type), stats_refer: 'chat_room' as const, seenSeq };
    return { kind: 'sent', reply: await api.call(sendMessage, { params: { uid }, body }) };
  } catch (thrown) {
    const failure = asFailure(thrown);
    if (!isDefinite(failure)) return later(failure);
    return { kind: 'refused', reason: failure.message, warning: WARNINGS.has(failure.code) };
  }
}

async function uploadPicture(
  { upload, measure }: AttemptDeps,
  { file, name, width, height }: NonNullable<OutboxItem['picture']>,
): Promise<string> {
  const size = width && height ? { width, height } : await measure(file);
  const url = await upload(new File([file], name, { type: file.type }));
  return pictureContent({ url, sourceUrl: url, ...size });
}

/** The content of a message of type 13. */
export const pictureContent = (content: PictureContent): string => JSON.stringify(content);

/** The session is over: the message waits until its writer is back. */
const isOver = ({ code }: ApiFailure): boolean => endsSession(code);

/** The server has judged the message, and would do so again. */
function isDefinite(failure: ApiFailure): boolean {
  const { code, status } = failure;
  if (WARNINGS.has(code)) return true;
  return status >= 400 && status < 500 && status !== 408 && status !== 429 && !isOver(failure);
}

function later({ status, data }: ApiFailure): Outcome {
  const { retryAfter } = (data ?? {}) as { readonly retryAfter?: unknown };
  const after = typeof retryAfter === 'number' ? retryAfter * 1000 : 0;
  return { kind: 'later', isLost: status === 0, after };
}
