/** Checks what triggers and catalogs have noted, in this process and in the static data of this workflow. */
import { uniqBy } from 'lodash';
import { DateTime } from 'luxon';
import { FARES, fareShape, faresOf, usualPerDay, type Fare } from '../../shared/events/fares';
import { storedForWorkflow } from '../../shared/memory/workflowMemory';
import { object, text } from '../../shared/util/lenient';
import { DAY, HOUR } from '../../shared/util/time';
import { fail, ok, unknown, warn, type Check, type Finding, type Health } from './finding';

const SURPRISING = 5;
/** Notices of the last days are shown. */
const RECENT = 3 * DAY;
/** A catalog that is synced every night has a good run within this time. */
const NIGHT = 36 * HOUR;

const NONE =
	'Not visible from here: no trigger with this credential has had an event in this process or in this workflow. In queue mode triggers run in other processes';

type Seen = Fare & { readonly source: 'process' | 'workflow' };

/** Returns how the triggers fare that this process or this workflow knows of. */
export function seen({ call, credentialId }: Health): Seen[] {
	const stored = Object.entries(storedForWorkflow(call.context, FARES)).flatMap(([key, each]) => {
		const { data } = fareShape.safeParse(each);
		return data ? [{ ...data, key, source: 'workflow' as const }] : [];
	});
	const here = faresOf(credentialId).map(([key, fare]) => ({ ...fare, key, source: 'process' as const }));
	return uniqBy([...here, ...stored], 'key');
}

const ofTriggers =
	(look: (fare: Seen, of: string, now: number) => Finding | Finding[]): Check =>
	(health) => {
		const fares = seen(health);
		if (fares.length === 0) return unknown('process', NONE);
		return fares.flatMap((fare) => look(fare, `${fare.node} of ${fare.workflow}`, health.now));
	};

export const shown = (time: number): string => DateTime.fromMillis(time).toUTC().toFormat('yyyy-MM-dd HH:mm');

export const triggerChecks: Readonly<Record<string, Check>> = {
	Events: ofTriggers((fare, of, now) => {
		const usual = usualPerDay(fare, now);
		const since = fare.lastAt ?? fare.since;
		const days = (now - since) / DAY;
		const last = fare.lastAt === undefined ? 'No event yet' : `The last one came ${shown(fare.lastAt)} UTC`;
		if (usual === undefined)
			return ok(fare.source, `${last}; what is usual shows after a day`, '', { of, since });
		const said = `${last}; usual are ${Math.round(usual * 10) / 10} a day`;
		return days >= 1 && days * usual >= SURPRISING
			? warn(fare.source, said, 'Look whether the account is quiet, and at the other rows', { of, since })
			: ok(fare.source, said, '', { of, since });
	}),
	'Missed Events': ofTriggers(({ owed, source }, of) =>
		owed.length === 0
			? ok(source, 'None that X is still asked for', '', { of })
			: owed.map(({ from, to, reason }) =>
					warn(source, `From ${shown(from)} to ${shown(to)} UTC: ${reason}`, 'X is asked for them again', {
						of,
						since: from,
					}),
				),
	),
	Notices: ofTriggers(({ notices, source }, of, now) => {
		const recent = notices.filter(({ at }) => at > now - RECENT);
		return recent.length === 0
			? ok(source, 'None in three days', '', { of })
			: recent.map(({ at, message, advice, kind }) =>
					(kind === 'eventsLost' ? fail : warn)(source, message, advice, { of, since: at }),
				);
	}),
	Catalogs: ({ call, now }) => {
		const runs = Object.entries(storedForWorkflow(call.context, 'goodRuns'));
		if (runs.length === 0)
			return unknown('workflow', 'Not visible from here: X Catalog notes its good runs in its own workflow');
		return runs.map(([key, run]) => {
			const since = Date.parse(text(object(run).at) ?? '');
			const more = { of: key.split(' ').at(-1) ?? key, since: since || undefined };
			return now - since < NIGHT
				? ok('workflow', `The last good run was ${shown(since)} UTC`, '', more)
				: warn(
						'workflow',
						`No good run since ${shown(since)} UTC`,
						'Look at the executions of X Catalog',
						more,
					);
		});
	},
};
