/**
 * What those who speak for a company may change: the words of the wire (SPEC §7) and the fields of InsightCompany. The plan
 * is closed to everybody but staff in the metadata, and leaves the server by the plan's own route alone.
 */
export const OWN_FIELDS = { bp: 'bp', header: 'logo', introduce: 'introduction' } as const;
