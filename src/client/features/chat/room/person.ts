import { uploadSigned } from '#client/lib/signed-upload.ts';
import type { ChatDeps } from './chat-deps.ts';
import { DialogStore, type DialogDeps } from '#client/features/chat/conversation/dialog-store.ts';
import { Drafts } from '#client/features/chat/outbox/drafts.ts';
import { OpenDialogs } from '#client/features/chat/conversation/open-dialogs.ts';
import { Outbox } from '#client/features/chat/outbox/outbox.ts';

/** The stores of the signed-in user, made again for the next one. */
export interface Person {
  readonly uid: string;
  readonly outbox: Outbox;
  readonly drafts: Drafts;
  readonly dialogs: OpenDialogs;
}

/** Pictures of a conversation are for the two of it. */
const PICTURE = { bucket: 'private', type: 'pic' } as const;

/** Builds it all; nothing is read or sent before the outbox is started. */
export function buildPerson(
  { api, clock, host, now, uploads }: ChatDeps,
  uid: string,
  room: Pick<DialogDeps, 'isLive' | 'marked'>,
): Person {
  const upload = async (file: File) => (await uploadSigned({ api, uploads, now }, { file, ...PICTURE })).url;
  const outbox = new Outbox(
    { api, clock, host, now, upload, delivered: (to, reply) => dialogs.get(to)?.receiveSent(reply) },
    uid,
  );
  const drafts = new Drafts(host.storage, clock, uid);
  const dialogs = new OpenDialogs((of) => new DialogStore({ api, clock, host, outbox, drafts, ...room }, of));
  return { uid, outbox, drafts, dialogs };
}
