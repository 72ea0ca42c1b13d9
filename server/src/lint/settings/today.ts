import { TABLES_DATE } from '../../windows/dates.ts';

let current = TABLES_DATE;

/**
 * Sets the date of today, with which ends of support are compared where the setting `date` names no other one. It applies to
 * the whole process. Without it, as in tests, results do not depend on the clock.
 */
export function setToday(date: Date): void {
  current = dayOf(date);
}

/** Such as 2026-11-26, in UTC. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

export function today(): string {
  return current;
}
