/** Why an aim is missed, by a trace, and by the line of the table: written by whoever measures. */
export const MISSED_AIMS: { [what: string]: string } = {};
