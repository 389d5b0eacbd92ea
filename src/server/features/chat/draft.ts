import { randomUUID } from 'node:crypto';
import type { BodyOf } from '#schemas/api/route.ts';
import { MESSAGE_TYPES, type PictureContent, type sendMessage } from '#schemas/api/chat.ts';
import { textProblem } from '#shared/chat/message-text.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Draft } from '#server/platform/messages/send-queries.ts';
import { readPicture } from './pictures.ts';

/** A message that may be stored, with the picture that it shows. */
export interface PreparedDraft extends Draft {
  readonly picture: PictureContent | undefined;
}

/** What somebody wants to send, as it would be stored. @throws Failure INVALID_BODY */
export function draftOf(
  peerId: string,
  { clientId = randomUUID(), content, type, seenSeq = 0 }: BodyOf<typeof sendMessage>,
  actor: Member,
): PreparedDraft {
  const senderId = actor.id;
  if (peerId === senderId) throw new Failure('INVALID_BODY', '不能给自己发送私信');
  const picture = type === MESSAGE_TYPES.picture ? readPicture(content) : undefined;
  const message = picture ? undefined : textProblem(content);
  if (message !== undefined) throw new Failure('INVALID_BODY', message, [{ field: 'content', message }]);
  const body = picture ? JSON.stringify(picture) : content;
  return { senderId, peerId, clientId, type, body, seenSeq, picture };
}
