import type { TObject } from 'typebox';
import { tryAutomation } from './automation.ts';
import { cancelBulk, undoBulk } from './bulk.ts';
import {
  acceptInvitation,
  changeMemberRole,
  handOver,
  inviteMember,
  refuseInvitation,
  removeMember,
  revokeInvitation,
} from './company-members.ts';
import { changeRecordParty, changeWhiteList } from './contact-staff.ts';
import { decideCorrection, withdrawCorrection } from './corrections.ts';
import { refuseDuplicate, reopenDuplicate, searchDuplicates } from './duplicates.ts';
import {
  approveFinancing,
  closeFinancing,
  concludeFinancing,
  fileDeal,
  pauseFinancing,
  raiseAgain,
  refuseDeal,
  resumeFinancing,
  returnFinancing,
} from './financing.ts';
import { saveDraft } from './identity.ts';
import { leaveCompany, releaseCompany } from './identity-companies.ts';
import { restoreGone } from './lifecycle.ts';
import { changeLegal, discardLegal, draftLegal, publishLegal } from './legal.ts';
import { announceLivestream, cancelLivestream, changeLivestream } from './livestreams.ts';
import { closeWrongAnswer, teachWord } from './jingchat-learning.ts';
import { linkInvestor, unlinkInvestor } from './investor-links.ts';
import { giveFeedback } from './match-lists.ts';
import { changePersonPage } from './person-page.ts';
import { undoMerge } from './merging.ts';
import { withdrawNotice } from './notices.ts';
import { cancelOrder, refundOrder, revokeCode } from './orders.ts';
import { addDeal, addInstitution, dropContact, moveContact, planContact, takeContact, undoMove } from './pipeline.ts';
import { decidePlanRequest, extendPlan, revokePlan } from './plans.ts';
import { decideReport } from './reports.ts';
import type { Route } from './route.ts';
import { answerServiceMessage } from './service-desk.ts';
import { forgetVisit, withdrawVisits } from './visits.ts';
import { approveRequest, rejectRequest, withdrawRequest } from './staff-requests.ts';
import {
  freezeUser,
  grantUserCoins,
  grantUserVip,
  resetUserFactor,
  revealPhone,
  setStaffDuties,
  unfreezeUser,
} from './staff.ts';

const ROUTES: readonly Route[] = [
  tryAutomation,
  acceptInvitation,
  addDeal,
  addInstitution,
  announceLivestream,
  approveRequest,
  rejectRequest,
  withdrawRequest,
  answerServiceMessage,
  approveFinancing,
  cancelBulk,
  cancelLivestream,
  cancelOrder,
  changeLegal,
  changeLivestream,
  changeMemberRole,
  changePersonPage,
  changeRecordParty,
  changeWhiteList,
  closeFinancing,
  closeWrongAnswer,
  concludeFinancing,
  decideCorrection,
  decidePlanRequest,
  decideReport,
  dropContact,
  extendPlan,
  fileDeal,
  forgetVisit,
  freezeUser,
  giveFeedback,
  grantUserCoins,
  grantUserVip,
  handOver,
  inviteMember,
  leaveCompany,
  linkInvestor,
  moveContact,
  pauseFinancing,
  planContact,
  raiseAgain,
  refundOrder,
  refuseInvitation,
  releaseCompany,
  removeMember,
  revokeInvitation,
  refuseDeal,
  restoreGone,
  resumeFinancing,
  returnFinancing,
  refuseDuplicate,
  reopenDuplicate,
  resetUserFactor,
  revealPhone,
  revokeCode,
  revokePlan,
  saveDraft,
  searchDuplicates,
  setStaffDuties,
  takeContact,
  teachWord,
  undoBulk,
  undoMove,
  undoMerge,
  unfreezeUser,
  unlinkInvestor,
  withdrawCorrection,
  withdrawNotice,
  withdrawVisits,
  discardLegal,
  draftLegal,
  publishLegal,
];

/** Routes that the actions of system objects may name, by `METHOD /path`. */
export const ACTION_ROUTES: ReadonlyMap<string, Route> = new Map(
  ROUTES.map((route) => [`${route.method} ${route.path}`, route]),
);

/** The entries of the body of an action's route, by name. */
export const actionBody = (route: string): TObject | undefined => ACTION_ROUTES.get(route)?.body as TObject | undefined;

/** Those whose body has a `clientKey`, which the screen fills: what is sent twice is then done once. */
export const KEYED_ROUTES: ReadonlySet<string> = new Set(
  [...ACTION_ROUTES.keys()].filter((route) => 'clientKey' in (actionBody(route)?.properties ?? {})),
);

/** Dialogs that actions may name instead of a route; src/client/app/base/action-dialogs.ts has each. */
export const ACTION_DIALOGS = [
  'findUserByPhone',
  'issueCodes',
  'payOrder',
  'redeemCode',
  'reportEvidence',
  'sendNotice',
  'verifyLog',
  'writeToVisitor',
] as const satisfies readonly string[];
export type ActionDialogName = (typeof ACTION_DIALOGS)[number];
