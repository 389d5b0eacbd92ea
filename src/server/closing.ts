import { copyOfChat, forgetChat } from '#server/features/chat/exchange/closing.ts';
import { copyOfContacts, forgetContacts } from '#server/features/contacts/closing.ts';
import { copyOfFinancing, forgetFinancing } from '#server/features/financing/closing.ts';
import { copyOfMemberships, copyOfSubmissions, forgetSubmissions } from '#server/features/identity/closing.ts';
import { copyOfFollows, forgetFollows } from '#server/features/livestreams/closing.ts';
import { copyOfFeedback, forgetFeedback } from '#server/features/matching/closing.ts';
import { forgetNotices } from '#server/features/notices/closing.ts';
import { copyOfPipeline, forgetPipeline } from '#server/features/pipeline/closing.ts';
import { copyOfVisits, forgetVisits } from '#server/features/visits/closing.ts';
import type { Services } from './services.ts';

/** What each feature does with what it keeps of an account that is closed, in the transaction of the closing. */
export const forgetAccount = ({ writer }: Pick<Services, 'writer'>) => [
  forgetSubmissions,
  forgetContacts,
  forgetNotices,
  forgetChat,
  forgetFollows,
  forgetFinancing(writer),
  forgetPipeline,
  forgetVisits,
  forgetFeedback,
];

/** What each feature keeps of an account, for the copy that a user asks for. */
export const COPIES = {
  certifications: copyOfSubmissions,
  companies: copyOfMemberships,
  contacts: copyOfContacts,
  financing: copyOfFinancing,
  pipeline: copyOfPipeline,
  visits: copyOfVisits,
  unfitMatches: copyOfFeedback,
  chat: copyOfChat,
  followedLivestreams: copyOfFollows,
};
