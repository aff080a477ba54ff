/** What the histories of a trigger come to together: events lost, lost without a word, started twice, and false alarms. */
export const nothingPlayed = () => ({
	days: 0,
	runs: 0,
	lost: 0,
	unsaid: 0,
	doubled: 0,
	alarms: 0,
	dollars: 0,
	least: 0,
	eachRead: 0,
});
