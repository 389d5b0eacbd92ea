import { randomUUID } from 'node:crypto';
import type { BodyOf } from '#schemas/api/route.ts';
import { MESSAGE_TYPES, type PictureContent, type sendMessage } from '#schemas/api/chat.ts';
import { textProblem } from '#shared/chat/message-text.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { UNANSWERED_LIMIT } from '#shared/policy/chat-limits.ts';
import type { NewMessage } from '#server/platform/messages/send-queries.ts';
import { readPicture } from './pictures.ts';

/** A message that may be stored, with the picture that it shows. */
export interface PreparedMessage {
  readonly message: NewMessage;
  readonly picture: PictureContent | undefined;
}

/** What a user wants to send, as it would be stored. @throws Failure INVALID_BODY */
export function prepareMessage(
  peerId: string,
  { clientId = randomUUID(), content, type, seenSeq = 0 }: BodyOf<typeof sendMessage>,
  actor: Member,
  at: Date,
): PreparedMessage {
  const senderId = actor.id;
  if (peerId === senderId) throw new Failure('INVALID_BODY', '不能给自己发送私信');
  const picture = type === MESSAGE_TYPES.picture ? readPicture(content) : undefined;
  const problem = picture ? undefined : textProblem(content);
  if (problem !== undefined) throw new Failure('INVALID_BODY', problem, [{ field: 'content', message: problem }]);
  const body = picture ? JSON.stringify(picture) : content;
  const message = { senderId, peerId, clientId, type, body, at, seenSeq, unanswered: UNANSWERED_LIMIT };
  return { message, picture };
}
