import type { ChatUser } from '#schemas/api/chat.ts';

/** A contact on the list who wrote three messages that are not read. */
export const INVESTOR: ChatUser = {
  uid: '2',
  id: '2',
  name: '林知远',
  avatar: null,
  entityName: '远山资本',
  identityRoles: ['ORG_INVESTOR'],
  identity: '机构投资人',
  intro: '',
  timeStamp: new Date(2026, 10, 21, 9, 30).toISOString(),
  type: 0,
  content: '方便介绍一下项目吗？',
  sent: false,
  lastChatBeBack: false,
  top: false,
  screen: false,
  disturb: false,
  unread: 3,
  lastSeq: 3,
  readSeq: 0,
  peerReadSeq: 0,
  changeRev: 0,
};
