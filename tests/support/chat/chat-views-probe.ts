import { mountChatViews } from './chat-views-page.tsx';

// The page of the browser test of the chat's views; built and opened by it.
mountChatViews(document.getElementById('root') as HTMLElement);
