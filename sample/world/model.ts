import type { Currency } from '#schemas/metadata/field.ts';
import type { TrackWords } from '#sample/words/tracks.ts';

/** What the generator knows about each thing before it writes records. Days are whole and exact here. */
export interface Track extends TrackWords {
  readonly key: string;
}

export interface Manager {
  readonly key: string;
  readonly brand: string;
  readonly name: string;
  readonly place: Place;
  readonly founded: string;
  readonly registered: string;
  readonly type: string;
}

export interface Place {
  readonly code: string;
  readonly name: string;
  /** City abroad; absent at home. */
  readonly city?: string;
  readonly currency?: Currency;
}

export interface Org {
  readonly key: string;
  readonly brand: string;
  readonly name: string;
  readonly type: string;
  readonly place: Place;
  readonly founded: string;
  readonly manager: Manager | undefined;
  readonly stages: readonly string[];
  readonly industries: readonly string[];
  /** How often it invests; a few invest a great deal. */
  readonly activity: number;
  readonly prefersDollars: boolean;
}

export interface Fund {
  readonly key: string;
  readonly name: string;
  readonly org: Org;
  readonly founded: string;
  readonly ordinal: number;
}

export interface Person {
  readonly key: string;
  readonly name: string;
  readonly org: Org | undefined;
  readonly identity: string;
}

export interface Company {
  readonly key: string;
  readonly brand: string;
  readonly name: string;
  readonly track: Track;
  readonly product: string;
  readonly customer: string;
  readonly place: Place;
  readonly founded: string;
  readonly founders: readonly string[];
  readonly rounds: readonly Round[];
  readonly closed: string | undefined;
}

/** An amount that is known exactly, or as a band, or not at all. */
export type Amount =
  | { readonly num: number; readonly currency: Currency }
  | { readonly band: string; readonly currency?: Currency };

/** One event of a company, before investors are assigned to it. */
export interface Round {
  readonly round: string;
  readonly day: string;
  readonly amount: Amount;
  /** Part of the company sold, in percent. */
  readonly share: number | undefined;
}

/** A round with its company and its investors. */
export interface Deal {
  readonly key: string;
  readonly company: Company;
  readonly round: Round;
  /** The day as published, perhaps only its month or year. */
  readonly published: string;
  readonly leads: readonly Org[];
  readonly follows: readonly Org[];
  readonly others: readonly string[];
  readonly funds: readonly Fund[];
  readonly people: readonly Person[];
  readonly advisor: Org | undefined;
}
