import { EmojiPicker } from '#client/features/chat/composer/lazy-emoji-picker.ts';
import { MessageMenu, PictureViewer } from '#client/features/chat/conversation/lazy-popups.ts';
import { lazyPanel, lazyPopup } from '#client/ui/lazy-part.tsx';

/** What a press in the room opens: none of it is needed before, so none of it is waited for when the room opens. */

export const CompanyTab = lazyPanel(async () => (await import('./company-tab.tsx')).CompanyTab);
export const InterestedView = lazyPanel(async () => (await import('./interested-view.tsx')).InterestedView);
export const FeedView = lazyPanel(async () => (await import('#client/features/chat/feeds/feed-view.tsx')).FeedView);

export const ContactMenu = lazyPopup(
  async () => (await import('#client/features/chat/conversations/contact-menu.tsx')).ContactMenu,
);
export const ExchangeDialog = lazyPopup(
  async () => (await import('#client/features/chat/exchange/exchange-dialog.tsx')).ExchangeDialog,
);
export const LimitDialog = lazyPopup(
  async () => (await import('#client/features/chat/exchange/limit-dialog.tsx')).LimitDialog,
);
export const PlanChooser = lazyPopup(
  async () => (await import('#client/features/chat/exchange/plan-chooser.tsx')).PlanChooser,
);
export const ReportDialog = lazyPopup(
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

/** Fetches all of it. What fails now is fetched again by the press. */
export async function loadLazyDialogs(): Promise<void> {
  await Promise.allSettled(PARTS.map(async (part) => part.load()));
}
