import type { SoundStore } from '#client/features/chat/base/sound-store.ts';
import type { Loadable } from '#client/lib/loadable.ts';
import type { ReportDeps } from '#client/features/chat/report/report-store.ts';

/** What the room needs of the product around it. */
export interface RoomSurroundings {
  /** Keeps that a banner was dismissed. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly now: () => Date;
  /** Calls back when the browser has nothing else to do. Gives what ends the wait. */
  readonly whenIdle: (work: () => void) => () => void;
  readonly report: ReportDeps;
  /** The sound of new messages. */
  readonly sound: SoundStore;
  /** Texts to begin a conversation with; staff edit them. */
  readonly greetings: Loadable<readonly string[]>;
  /** Goes to a path of the product. */
  readonly goTo: (path: string) => void;
  /** Opens the page of a company beside this one. */
  readonly openCompanyPage: (ccid: string) => void;
  /** Opens a plan by its address on this host. */
  readonly openPlan: (url: string, name: string) => void;
  /** Opens the plan of a company; rejects with an error whose message may be shown. */
  readonly openCompanyPlan: (ccid: string) => Promise<void>;
  /** Path of the product where a plan is uploaded. */
  readonly planPath: string;
  /** Address of the financing service, outside of the product or in it. */
  readonly financing: string;
}
