import { useEffect, useState } from 'react';

/** A value as it was when it last stayed the same for so many milliseconds: for what costs too much to be done at each key. */
export function useRested<Value>(value: Value, milliseconds: number): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return rested;
}
