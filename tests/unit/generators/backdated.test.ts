import { describe, expect, test } from 'vitest';
import { isBackdated, eventField } from '#generators/backdated.ts';
import { shippedObjects } from '#tests/support/metadata/shipped-metadata.ts';

describe('an old event is never presented as new', () => {
  test.each([
    ['2019-05-01', '2026-11-21T04:00:00.000Z', true],
    ['2026-10-21', '2026-11-21T04:00:00.000Z', true],
    ['2026-10-22', '2026-11-21T04:00:00.000Z', false],
    ['2026-12-01', '2026-11-21T04:00:00.000Z', false],
    // A month or a year may have happened on its last day.
    ['2026-10', '2026-11-21T04:00:00.000Z', false],
    ['2026', '2026-11-21T04:00:00.000Z', false],
    ['2025', '2026-11-21T04:00:00.000Z', true],
    ['2026-09-01T08:00:00.000Z', '2026-11-21T04:00:00.000Z', true],
    [undefined, '2026-11-21T04:00:00.000Z', false],
    ['2019-05-01', undefined, false],
  ])('an event of %s first seen at %s came late: %s', (event, firstSeen, late) => {
    expect(isBackdated(event, firstSeen)).toBe(late);
  });

  test('the day of an event is the date by which its list is ordered', () => {
    const dated = [...shippedObjects().values()].flatMap((object) => {
      const field = eventField(object);
      return field ? [[object.apiName, field.apiName]] : [];
    });
    expect(dated).toContainEqual(['InsightTransaction', 'fundedOn']);
    expect(dated).toContainEqual(['InsightNews', 'publishedOn']);
  });
});
