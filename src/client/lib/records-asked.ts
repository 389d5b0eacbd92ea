/** Which records are looked for: companies that the person speaks for alone, or those that a link of a form may lead to. */
export interface RecordsAsked {
  readonly spokenFor?: boolean | undefined;
  /** `Object.field`. */
  readonly linkOf?: string | undefined;
  /** Ids that the field names which the link has to agree with, with commas between them. */
  readonly beside?: string | undefined;
}
