import type { OptionTone } from '#schemas/metadata/option-set.ts';
import { Loadable } from '#client/lib/loadable.ts';

/** Something that the person asked for, and what became of it. */
export interface RequestRow {
  readonly id: string;
  readonly title: string;
  /** What it is in more words. */
  readonly note: string;
  /** What became of it. */
  readonly state: string;
  readonly tone: OptionTone | undefined;
  /** When it was asked for, ISO 8601. */
  readonly at: string;
}

/** One kind of requests, the latest first. Throws `ApiFailure`. */
export interface RequestSource {
  readonly title: string;
  /** Said where there are none. */
  readonly empty: string;
  /** Where all of them are, and what can be done about them. */
  readonly href: string;
  readonly read: () => Promise<readonly RequestRow[]>;
}

/** What the user asked for, of each kind that there is. */
export class RequestsStore {
  readonly sources: readonly (RequestSource & { readonly rows: Loadable<readonly RequestRow[]> })[];

  constructor(sources: readonly RequestSource[]) {
    this.sources = sources.map((source) => ({ ...source, rows: new Loadable(source.read) }));
  }

  load = async (): Promise<void> => {
    await Promise.all(this.sources.map(({ rows }) => rows.load()));
  };
}
