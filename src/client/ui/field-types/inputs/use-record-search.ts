import { useEffect, useRef, useState } from 'react';
import type { ReferenceValue } from '#schemas/metadata/value.ts';
import type { RecordsAsked } from '#client/lib/records-asked.ts';
import type { FieldLookups } from '#client/ui/field-types/field-type-ui.ts';

/** Records that a selector asks for at once. */
const LIMIT = 99;
/** Rest after the last key before the search, in milliseconds. */
const REST = 250;

interface RecordSearch {
  readonly records: readonly ReferenceValue[];
  readonly loading: boolean;
  readonly failed: boolean;
  readonly open: () => void;
  readonly type: (text: string) => void;
}

/** Search-as-you-type for records: one question at rest, and only the answer to the latest one counts. */
export function useRecordSearch(lookups: FieldLookups, target: string, asked: RecordsAsked = {}): RecordSearch {
  const [state, setState] = useState<Pick<RecordSearch, 'records' | 'loading' | 'failed'>>({
    records: [],
    loading: false,
    failed: false,
  });
  const latest = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      latest.current = -1;
    },
    [],
  );

  const search = (text: string, rest: number) => {
    clearTimeout(timer.current);
    const mine = (latest.current += 1);
    setState((was) => ({ ...was, loading: true, failed: false }));
    timer.current = setTimeout(() => {
      lookups.searchRecords(target, text.trim(), LIMIT, asked).then(
        (records) => latest.current === mine && setState({ records, loading: false, failed: false }),
        () => latest.current === mine && setState({ records: [], loading: false, failed: true }),
      );
    }, rest);
  };
  return { ...state, open: () => search('', 0), type: (text) => search(text, REST) };
}
