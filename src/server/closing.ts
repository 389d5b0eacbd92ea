import { copyOfAlerts, forgetAlerts } from '#server/features/alerts/closing.ts';
import { copyOfChat, forgetChat } from '#server/features/chat/exchange/closing.ts';
import { copyOfContacts, forgetContacts } from '#server/features/contacts/closing.ts';
import { copyOfFinancing, endFinancing, forgetFinancing } from '#server/features/financing/closing.ts';
import { copyOfMemberships, copyOfSubmissions, forgetSubmissions } from '#server/features/identity/closing.ts';
import { handOverRequests } from '#server/features/financing/hand-over-queries.ts';
import { copyOfKeptLists, forgetKeptLists } from '#server/features/kept-lists/closing.ts';
import { copyOfLooks, forgetLooks } from '#server/features/home/closing.ts';
import { copyOfQuestions, copyOfVerdicts, forgetConversations } from '#server/features/jingchat/closing.ts';
import { copyOfConsents } from '#server/features/legal/closing.ts';
import { copyOfFollows, forgetFollows } from '#server/features/livestreams/closing.ts';
import { copyOfFeedback, forgetFeedback } from '#server/features/matching/closing.ts';
import { copyOfKeys, copyOfWebhooks, forgetKeysAndWebhooks } from '#server/features/open/closing.ts';
import { forgetNotices } from '#server/features/notices/closing.ts';
import { copyOfNotes, forgetNotes } from '#server/features/notes/closing.ts';
import { copyOfPage, forgetPage } from '#server/features/account/profile/page.ts';
import { copyOfPipeline, forgetPipeline } from '#server/features/pipeline/closing.ts';
import { copyOfServiceMessages, forgetServiceMessages } from '#server/features/service/closing.ts';
import { copyOfVisits, forgetVisits } from '#server/features/visits/closing.ts';
import { copyOfRowUse, forgetRowUse } from '#server/platform/row-use/closing.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from './services.ts';

/** What each feature does with a company that no user speaks for any more. */
export const whenFreed = ({ writer }: Pick<Services, 'writer'>) => endFinancing(writer);

/** What of an account is its company's, and goes to a colleague before the account's own records go. */
const handOver = ({ catalog }: Pick<Services, 'catalog'>) => [
  (trx: Db, accountId: string): Promise<void> => handOverRequests(trx, catalog, accountId),
];

/** What each feature does with what it keeps of an account that is closed, in the transaction of the closing. */
const forgetAccount = ({ writer }: Pick<Services, 'writer'>) => [
  forgetSubmissions(whenFreed({ writer })),
  forgetContacts,
  forgetNotices,
  forgetServiceMessages,
  forgetConversations,
  forgetChat,
  forgetFollows,
  forgetFinancing(writer),
  forgetPipeline,
  forgetVisits,
  forgetFeedback,
  forgetLooks,
  forgetKeysAndWebhooks,
  forgetAlerts,
  forgetRowUse,
  forgetNotes,
  forgetPage,
  forgetKeptLists,
];

/** What each feature keeps of an account, for the copy that a user asks for. */
const COPIES = {
  certifications: copyOfSubmissions,
  companies: copyOfMemberships,
  contacts: copyOfContacts,
  financing: copyOfFinancing,
  pipeline: copyOfPipeline,
  visits: copyOfVisits,
  unfitMatches: copyOfFeedback,
  chat: copyOfChat,
  serviceMessages: copyOfServiceMessages,
  questions: copyOfQuestions,
  verdicts: copyOfVerdicts,
  followedLivestreams: copyOfFollows,
  home: copyOfLooks,
  apiKeys: copyOfKeys,
  webhooks: copyOfWebhooks,
  recordsRead: copyOfRowUse,
  subscriptions: copyOfAlerts,
  consents: copyOfConsents,
  notes: copyOfNotes,
  page: copyOfPage,
  lists: copyOfKeptLists,
};

/** What becomes of all that is kept of an account, where it is closed and where its user asks for a copy. */
export const endOfAccounts = (services: Pick<Services, 'writer' | 'catalog'>) => ({
  handOver: handOver(services),
  forget: forgetAccount(services),
  copies: COPIES,
});
