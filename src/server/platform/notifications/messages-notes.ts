import { SYSTEM_TYPES } from '#schemas/api/notices.ts';
import type { UserNotice } from './notify-user.ts';

/** A colleague mentions the user in a note on a record. No user is named: the text would outlive that account. */
export const mentionedInNote = (
  accountId: string,
  note: { readonly id: string; readonly objectApiName: string; readonly recordId: string },
  recordName: string,
): UserNotice => ({
  accountId,
  type: SYSTEM_TYPES.notice,
  title: '笔记中提到了您',
  body: `同机构的同事在“${recordName}”的笔记中提到了您。`,
  link: `/insight/${note.objectApiName}/${note.recordId}`,
  key: `note:${note.id}:${accountId}`,
});
