import { z } from 'zod';
import { openSpansShape, type OpenSpan, type Span } from '../../shared/events/openSpans';
import { DAY, MINUTE, SECOND } from '../../shared/util/time';

export interface UnsearchedRule {
	readonly rule: string;
	readonly reason: string;
}

const progressShape = z.object({
	done: z.array(z.string()),
	refused: z.array(z.object({ rule: z.string(), reason: z.string() })),
	page: z.object({ query: z.string(), token: z.string() }).optional(),
	shown: z.number().optional(),
});

export type GapProgress = z.infer<typeof progressShape>;

export type Gap = OpenSpan<GapProgress>;

export const gapsShape = openSpansShape<GapProgress>(progressShape);

/** The stream delivers Posts within seconds, nearly all of them within a minute. Repeated Posts are recognized. */
export const OVERLAP = 2 * MINUTE;
/** The search goes on for this long after the end of a gap: X gives its time in whole seconds, a moment ago. */
const MARGIN = 10 * SECOND;

/**
 * A search finds Posts of the last seven days, some seconds after they were written:
 * https://docs.x.com/x-api/posts/search/introduction (read on 22 November 2026)
 */
export const RECENT_SEARCH = { reach: 7 * DAY - MINUTE, settles: 30 * SECOND, joins: OVERLAP };

/** Returns the span that a search asks for. A second look has its own overlap. */
export const searchedSpan = ({ from, to, isLookedAt }: Gap): Span => ({
	from: isLookedAt === true ? from : from - OVERLAP,
	to: to + MARGIN,
});
