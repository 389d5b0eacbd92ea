import { useEffect, useRef, useState } from 'react';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FileValue } from '#schemas/metadata/value.ts';
import type { Upload } from '#client/ui/field-types/field-type-ui.ts';

/** What an upload has come to: nothing, under way with the share sent (0 to 1), or a fault in words. */
export interface UploadState {
  readonly name?: string;
  readonly share?: number;
  readonly fault?: string;
}

interface Uploading {
  readonly state: UploadState;
  readonly send: (file: File) => Promise<void>;
  readonly cancel: () => void;
  readonly forget: () => void;
}

/** One upload at a time; a new one takes the place of the last, and none outlives its input. */
export function useUpload(upload: Upload, field: FieldDefinition, onDone: (file: FileValue) => void): Uploading {
  const [state, setState] = useState<UploadState>({});
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (file: File) => {
    running.current?.abort();
    const turn = new AbortController();
    running.current = turn;
    const isCurrent = () => running.current === turn && !turn.signal.aborted;
    setState({ name: file.name, share: 0 });
    try {
      const value = await upload(file, {
        field,
        signal: turn.signal,
        onProgress: (share) => isCurrent() && setState({ name: file.name, share }),
      });
      if (!isCurrent()) return;
      setState({});
      onDone(value);
    } catch (thrown) {
      if (isCurrent()) setState({ fault: thrown instanceof Error ? thrown.message : '上传失败，请重试' });
    }
  };
  const cancel = () => {
    running.current?.abort();
    setState({ fault: '已取消上传' });
  };
  return { state, send, cancel, forget: () => setState({}) };
}
