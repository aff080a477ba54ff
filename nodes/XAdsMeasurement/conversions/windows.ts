/** Attribution windows: how many days after an ad an action is still attributed to it. */
import { choice, type Appearance, type Choices } from '../../shared/fields';
import { broken, type Field } from '../../shared/operation/operation';

const CLICK_WINDOWS: Choices = { 1: '1 Day', 7: '7 Days', 14: '14 Days', 30: '30 Days' };

/** Attribution windows in days, for people who saw an ad. */
const VIEW_WINDOWS: Choices = { 0: 'None', ...CLICK_WINDOWS };

export const clickWindow = (rest: Appearance = {}): Field<string> =>
	choice(CLICK_WINDOWS, {
		label: 'Click Window',
		default: '14',
		description: 'How long after a click or another engagement with an ad a conversion counts for it',
		...rest,
	});

export const viewWindow = (rest: Appearance = {}): Field<string> =>
	choice(VIEW_WINDOWS, {
		label: 'View Window',
		default: '1',
		description: 'How long after an ad was seen a conversion counts for it',
		...rest,
	});

interface AttributionWindows {
	readonly click_window?: string | undefined;
	readonly view_through_window?: string | undefined;
}

/**
 * People who clicked an ad have also seen it, so the window for views cannot be longer:
 * https://docs.x.com/x-ads-api/measurement/web-conversions
 */
export function* checkWindows({ click_window: click, view_through_window: view }: AttributionWindows) {
	if (click && view && Number(view) > Number(click))
		yield broken(
			'view_through_window',
			'maximum',
			`must not be longer than {click_window} (${view} days, and ${click})`,
		);
}
