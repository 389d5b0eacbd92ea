import type { StorageStep } from '#schemas/api/storage-step.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';

/** Where a definition is read from and saved to. */
export interface MetadataTarget {
  readonly current: (apiName: string) => Promise<ObjectDefinition | undefined>;
  readonly plan: (definition: ObjectDefinition, baseVersion: number) => Promise<readonly StorageStep[]>;
  readonly save: (definition: ObjectDefinition, baseVersion: number) => Promise<ObjectDefinition>;
  readonly close: () => Promise<void>;
}
