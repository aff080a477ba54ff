/**
 * Differences between the facts and what is published that are right as they are: the line of the report, and why the
 * facts do not follow. An entry that explains nothing any more is reported.
 */
export const INTENDED: Readonly<Record<string, string>> = {};
