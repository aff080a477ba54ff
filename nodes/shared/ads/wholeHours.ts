/**
 * X takes whole hours and does not say on whose clock: those of UTC are whole for X in every reading, while in zones
 * with half hours a whole hour of the account is none of UTC.
 */
import { HOUR } from '../util/time';

/** Returns the smallest span of whole hours of UTC around another one, in milliseconds since the epoch. */
export const inUtcHours = ({ from, to }: { readonly from: number; readonly to: number }) => ({
	from: Math.floor(from / HOUR) * HOUR,
	to: Math.ceil(to / HOUR) * HOUR,
});
