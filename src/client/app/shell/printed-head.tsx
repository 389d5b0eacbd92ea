import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatShanghai } from '#shared/time/format.ts';
import { productName } from '#client/lib/product.ts';

/** Above a printed page: where it comes from, and when. */
export function PrintedHead() {
  const [at, setAt] = useState<Date>();
  useEffect(() => {
    // At once: the sheet is drawn as soon as this event has been heard.
    const begin = () => flushSync(() => setAt(new Date()));
    const end = () => setAt(undefined);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  if (!at) return null;
  return (
    <p className="shell-printed">
      <span>{productName()}</span>
      <span>打印于 {formatShanghai(at, 'YYYY-MM-DD HH:mm')}（北京时间）</span>
    </p>
  );
}
