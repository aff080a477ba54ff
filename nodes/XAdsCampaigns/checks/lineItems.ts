/** All rules for a line item, as its operations use them. */
import { checks } from './combine';
import {
	checkApps,
	checkBusinessChosen,
	checkConversionTag,
	checkFrequency,
	checkGoal,
	checkPayBy,
	checkPlacements,
	checkPreroll,
} from './lineItem';
import { checkBidding, checkBidGiven, checkBidKept, checkBudgets } from './money';
import { checkWindow } from './time';

/** Rules that hold for whatever is given, on creation as in an update. */
const sharedLineItemChecks = checks(
	checkBidding,
	checkBudgets,
	checkFrequency,
	checkGoal,
	checkPayBy,
	checkPreroll,
	checkWindow,
);

/** Rules for an update, for what is given and what is taken away. */
export const changedLineItemChecks = checks(sharedLineItemChecks, checkBidKept, checkBusinessChosen);

/** Rules for a new line item, where all that belongs together has to be there. */
export const newLineItemChecks = checks(
	sharedLineItemChecks,
	checkApps,
	checkBidGiven,
	checkConversionTag,
	checkPlacements,
);
