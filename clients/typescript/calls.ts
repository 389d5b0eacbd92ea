// Written by `npm run open-client` from the declarations of the open interface: do not edit.

/** Every call: what goes in and what comes out. */
export interface Calls {
  /** Numbers of the records that match, group by group; amounts in CNY, all numbers as text */
  readonly aggregateRecords: {
    readonly params: {
      readonly objectApiName: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly filter?: unknown;
      readonly group?: {
        readonly by: string;
        readonly unit?: "year" | "quarter" | "month";
      };
      readonly measures: readonly ({
        readonly fn: "count" | "distinct" | "sum" | "avg" | "min" | "max";
        readonly field?: string;
      })[];
      readonly sort?: {
        readonly measure: number;
        readonly order: "asc" | "desc";
      };
      readonly limit?: number;
    };
    readonly reply: {
      readonly value: readonly ({
        readonly key: string | null;
        readonly label: string;
        readonly values: readonly (string | null)[];
      })[];
      readonly groups: number;
      readonly totals: readonly (string | null)[];
    };
  };
  /** All records page by page with since=full, then what changed with the token of the last answer; 410 when to begin again */
  readonly followRecords: {
    readonly params: {
      readonly objectApiName: string;
    };
    readonly query: {
      readonly since?: "full";
      readonly token?: string;
      readonly filter?: string;
      readonly fields?: string;
      readonly derived?: "0" | "1";
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly reply: {
      readonly value: readonly ({
        readonly id: string;
        readonly change: "upsert";
        readonly record: {
          readonly id: string;
          readonly version?: number;
          readonly [name: string]: unknown;
        };
      } | {
        readonly id: string;
        readonly change: "removed";
        readonly reason: "deleted" | "archived" | "merged" | "outOfFilter";
        readonly mergedInto?: string;
      })[];
      readonly nextToken?: string;
      readonly deltaToken?: string;
      readonly asOf: string;
    };
  };
  /** Objects that the key reads */
  readonly listOpenObjects: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly reply: {
      readonly value: readonly ({
        readonly objectApiName: string;
        readonly label: string;
      })[];
    };
  };
  /** One page of records; the next one by `after` of this one */
  readonly listOpenRecords: {
    readonly params: {
      readonly objectApiName: string;
    };
    readonly query: {
      readonly filter?: string;
      readonly fields?: string;
      readonly limit?: number;
      readonly expand?: "labels";
      readonly sort?: string;
      readonly keyword?: string;
      readonly after?: string;
    };
    readonly body: undefined;
    readonly reply: {
      readonly value: readonly ({
        readonly id: string;
        readonly version?: number;
        readonly [name: string]: unknown;
      })[];
      readonly total: number;
      readonly totalIsExact: boolean;
      readonly after: string | null;
    };
  };
  /** Definition of an object that the key reads, from which schemas are generated */
  readonly readOpenDefinition: {
    readonly params: {
      readonly objectApiName: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly reply: {
      readonly apiName: string;
      readonly label: string;
      readonly version: number;
      readonly nameField: string;
      readonly fields: readonly ({
        readonly apiName: string;
        readonly type: string;
        readonly label: string;
        readonly [name: string]: unknown;
      })[];
      readonly [name: string]: unknown;
    };
  };
  /** Fields of an object that the key reads, with their options and operators */
  readonly readOpenObject: {
    readonly params: {
      readonly objectApiName: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly reply: {
      readonly objectApiName: string;
      readonly label: string;
      readonly version: number;
      readonly nameField: string;
      readonly fields: readonly ({
        readonly apiName: string;
        readonly label: string;
        readonly type: string;
        readonly kind: string;
        readonly unit?: string;
        readonly target?: string;
        readonly options?: readonly ({
          readonly value: string;
          readonly label: string;
          readonly parent?: string;
        })[];
        readonly operators: readonly (string)[];
        readonly inLists: boolean;
      })[];
    };
  };
  /** One record with all its fields that are open to the owner of the key; answers If-None-Match with 304 */
  readonly readOpenRecord: {
    readonly params: {
      readonly objectApiName: string;
      readonly id: string;
    };
    readonly query: {
      readonly expand?: "labels";
    };
    readonly body: undefined;
    readonly reply: {
      readonly record: {
        readonly id: string;
        readonly version?: number;
        readonly [name: string]: unknown;
      };
      readonly closed: readonly (string)[];
      readonly mergedInto?: string;
    };
  };
  /** Records that names may mean, the best first */
  readonly resolveNames: {
    readonly params: {
      readonly objectApiName: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly names: readonly (string)[];
      readonly limit?: number;
    };
    readonly reply: {
      readonly value: readonly ({
        readonly name: string;
        readonly candidates: readonly ({
          readonly id: string;
          readonly name: string;
        })[];
      })[];
    };
  };
}

/** Where each call is. */
export const PLACES = {
  aggregateRecords: { method: 'POST', path: '/api/open/v1/{objectApiName}/aggregate' },
  followRecords: { method: 'GET', path: '/api/open/v1/{objectApiName}/delta' },
  listOpenObjects: { method: 'GET', path: '/api/open/v1/objects' },
  listOpenRecords: { method: 'GET', path: '/api/open/v1/{objectApiName}' },
  readOpenDefinition: { method: 'GET', path: '/api/open/v1/{objectApiName}/definition' },
  readOpenObject: { method: 'GET', path: '/api/open/v1/{objectApiName}/schema' },
  readOpenRecord: { method: 'GET', path: '/api/open/v1/{objectApiName}/{id}' },
  resolveNames: { method: 'POST', path: '/api/open/v1/{objectApiName}/resolve' },
} as const satisfies Readonly<Record<keyof Calls, { readonly method: 'GET' | 'POST'; readonly path: string }>>;
