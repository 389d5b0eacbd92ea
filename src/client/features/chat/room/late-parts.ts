import { latePanel, latePopup } from '#client/ui/late-part.tsx';

/** What a press in the room opens: none of it is needed before, so none of it is waited for when the room opens. */

export const CompanyTab = latePanel(async () => (await import('./company-tab.tsx')).CompanyTab);
export const InterestedView = latePanel(
  async () => (await import('#client/features/chat/feeds/interested-view.tsx')).InterestedView,
);
export const FeedView = latePanel(async () => (await import('#client/features/chat/feeds/feed-view.tsx')).FeedView);

export const ContactMenu = latePopup(
  async () => (await import('#client/features/chat/conversations/contact-menu.tsx')).ContactMenu,
);
export const MessageMenu = latePopup(async () => (await import('#client/ui/popup-menu.tsx')).PopupMenu);
export const EmojiPicker = latePopup(
  async () => (await import('#client/features/chat/composer/emoji-picker.tsx')).EmojiPicker,
);
export const PictureViewer = latePopup(
  async () => (await import('#client/features/chat/conversation/lightbox.tsx')).PictureViewer,
);
export const ExchangeDialog = latePopup(
  async () => (await import('#client/features/chat/exchange/exchange-dialog.tsx')).ExchangeDialog,
);
export const LimitDialog = latePopup(
  async () => (await import('#client/features/chat/exchange/limit-dialog.tsx')).LimitDialog,
);
export const PlanChooser = latePopup(
  async () => (await import('#client/features/chat/exchange/plan-chooser.tsx')).PlanChooser,
);
export const ReportDialog = latePopup(
  async () => (await import('#client/features/chat/report/report-dialog.tsx')).ReportDialog,
);

const PARTS = [
  EmojiPicker,
  MessageMenu,
  ContactMenu,
  FeedView,
  InterestedView,
  CompanyTab,
  ExchangeDialog,
  PlanChooser,
  LimitDialog,
  ReportDialog,
  PictureViewer,
];

/** Fetches all of it. What cannot be had now is asked for anew by the press. */
export async function loadLateParts(): Promise<void> {
  await Promise.allSettled(PARTS.map(async (part) => part.load()));
}
