/** The day on which the dates in the tables of this folder and in the notes were last compared with their sources. */
export const TABLES_DATE = '2026-11-25';

/** Whether a day such as `2027-01-12`, or all of a month such as `2026-11`, is over on a date. */
export function isOver(dayOrMonth: string, date: string): boolean {
  return date.slice(0, dayOrMonth.length) > dayOrMonth;
}
